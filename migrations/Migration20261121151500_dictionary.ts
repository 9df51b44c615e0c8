import { Migration } from '@mikro-orm/migrations';

/**
 * Lets a process that has loaded the search dictionary read only the words added since. Each word stores the id of the
 * transaction that added it.
 */
export class Migration20261121151500_dictionary extends Migration {
  override up(): void {
    this.addSql('alter table search_words add column added xid8 not null default pg_current_xact_id()');
    this.addSql('create index search_words_added on search_words (added)');
    // Similar words are found in memory now. No SQL query uses this index any more.
    this.addSql('drop index search_words_trgm');
  }

  override down(): void {
    this.addSql('create index search_words_trgm on search_words using gin (word gin_trgm_ops)');
    this.addSql('alter table search_words drop column added');
  }
}
