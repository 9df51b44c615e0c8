import { Migration } from '@mikro-orm/migrations';

/**
 * Lets a process that knows the dictionary ask for just the words added since: each carries the transaction that added
 * it.
 */
export class Migration20261121151500_dictionary extends Migration {
  override up(): void {
    this.addSql('alter table search_words add column added xid8 not null default pg_current_xact_id()');
    this.addSql('create index search_words_added on search_words (added)');
    // Words are compared in the process; nothing asks for similar ones in SQL any more.
    this.addSql('drop index search_words_trgm');
  }

  override down(): void {
    this.addSql('create index search_words_trgm on search_words using gin (word gin_trgm_ops)');
    this.addSql('alter table search_words drop column added');
  }
}
