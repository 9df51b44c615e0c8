import { Migration } from '@mikro-orm/migrations';
import { locked } from './locked.js';

/** The words of a node in lines: those of its id and name, its tags, its other names, and its description. */
const LINES = `(select string_agg(line.words, E'\\n' order by weights.weight) from unnest(array['A', 'B', 'C', 'D']) as weights(weight)
  cross join lateral (select coalesce(string_agg(w.lexeme, ' ' order by w.lexeme collate "C"), '') as words
    from unnest(s.words) as w where weights.weight = any(w.weights)) as line)`;

/** The same words as a `tsvector`, in which the lines are weights. */
const WEIGHTED = `coalesce((select string_agg(w.word || ':1' || substr('ABCD', line.at::int, 1), ' ')::tsvector
  from string_to_table(s.words, E'\\n') with ordinality as line(words, at)
  cross join lateral string_to_table(line.words, ' ') as w(word) where w.word <> ''), '')`;

/**
 * Processes keep the words of all nodes in memory, and search there. The database has them as plain text, with the id
 * of the transaction that changed them, and no index or dictionary of words.
 */
export class Migration20261128070000_words_in_memory extends Migration {
  override up(): void {
    this.addSql(locked(['search_words', 'node_search']));
    this.addSql(`create table node_words (
      node_id text primary key references nodes on delete cascade,
      words text not null,
      changed xid8 not null default pg_current_xact_id()
    )`);
    this.addSql(`insert into node_words (node_id, words) select s.node_id, rtrim(${LINES}, E'\\n') from node_search s`);
    this.addSql('create index node_words_changed on node_words (changed)');
    this.addSql('drop table node_search');
    this.addSql('drop table search_words');
  }

  override down(): void {
    this.addSql(
      'create table node_search (node_id text primary key references nodes on delete cascade, words tsvector not null)',
    );
    this.addSql(`insert into node_search (node_id, words) select s.node_id, ${WEIGHTED} from node_words s`);
    this.addSql('create index node_search_words on node_search using gin (words)');
    this.addSql(
      `create table search_words (word text collate "C" primary key, added xid8 not null default pg_current_xact_id(), nodes integer not null default 1)`,
    );
    this.addSql('create index search_words_added on search_words (added)');
    this.addSql(
      `insert into search_words (word, nodes) select word, ndoc from ts_stat('select words from node_search')`,
    );
    this.addSql('drop table node_words');
  }
}
