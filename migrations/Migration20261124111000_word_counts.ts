import { Migration } from '@mikro-orm/migrations';
import { locked } from './locked.js';

/** Counts the nodes of each search word, so that words that no node contains any more can be removed. */
export class Migration20261124111000_word_counts extends Migration {
  override up(): void {
    this.addSql(locked(['search_words', 'node_search']));
    // The default is for processes of the previous build, which don't count.
    this.addSql('alter table search_words add column nodes integer not null default 1');
    this.addSql(`delete from node_search s using nodes n where n.id = s.node_id and n.status = 'NodeStatusDeleted'`);
    this.addSql(
      `update search_words w set nodes = s.ndoc from ts_stat('select words from node_search') s where s.word = w.word`,
    );
    this.addSql(
      `delete from search_words w where not exists (select 1 from ts_stat('select words from node_search') s where s.word = w.word)`,
    );
  }

  override down(): void {
    this.addSql('alter table search_words drop column nodes');
  }
}
