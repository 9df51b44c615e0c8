import { EXISTING_NODE } from '../catalogue/visibility.js';
import type { SqlRunner } from '../db/database.js';
import type { Statement } from '../db/transaction.js';
import { indexWords } from '../values/words.js';

interface Findable {
  readonly id: string;
  readonly isGone: boolean;
  readonly name: string;
  readonly description: string;
  readonly author: string | null;
  readonly publisher: string;
  readonly tags: readonly string[];
  readonly core_nodes: readonly string[];
  /** The words that the index contains for the node before the update. */
  readonly indexed: readonly string[];
}

// A write takes this lock before it updates the counts of words, and holds it until the commit, so that the counts
// include the changes of concurrent writes.
const WORDS_LOCK = 7_411_960_004;

/**
 * Returns the search words of a node, each with its highest weight. A: id and name. B: tags. C: author, publisher and
 * core-nodes. D: description.
 * @param most limit of words; those with lower weights are left out
 */
function weighedWords(node: Findable, most: number): Map<string, string> {
  const weights = new Map<string, string>();
  const add = (weight: string, ...texts: readonly (string | null)[]): void => {
    for (const text of texts) {
      for (const word of text === null ? [] : indexWords(text)) {
        if (weights.size < most && !weights.has(word)) weights.set(word, weight);
      }
    }
  };
  add('A', node.id, node.name);
  add('B', ...node.tags);
  add('C', node.author, node.publisher, ...node.core_nodes);
  add('D', node.description);
  return weights;
}

/** Returns for each word by how much the number of nodes that contain it changes. */
function countsOf(nodes: readonly { readonly indexed: readonly string[]; readonly words: Iterable<string> }[]) {
  const counts = new Map<string, number>();
  const add = (word: string, count: number): void => void counts.set(word, (counts.get(word) ?? 0) + count);
  for (const { indexed, words } of nodes) {
    for (const word of words) add(word, 1);
    for (const word of indexed) add(word, -1);
  }
  return [...counts].filter(([, count]) => count !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Returns the statements that update the search index of nodes. They run in the transaction of the write, so that a
 * search never misses a write. They remove the words of deleted nodes, and words that no node contains any more.
 * @param wordsPerNode limit of indexed words of one node
 */
export async function searchRefresh(
  runner: SqlRunner,
  nodeIds: readonly string[],
  wordsPerNode: number,
): Promise<Statement[]> {
  const nodes = await runner.query<Findable>(
    `select n.id, not ${EXISTING_NODE.sql('n')} as "isGone", n.name, n.description, n.author, p.name as publisher, n.tags,
            array(select c.name from core_nodes c where c.version_id = n.core_nodes_version_id order by c.name) as core_nodes,
            coalesce(tsvector_to_array(s.words), '{}') as indexed
     from nodes n join publishers p on p.id = n.publisher_id left join node_search s on s.node_id = n.id where n.id = any($1::text[])`,
    [nodeIds],
  );
  const weighed = nodes.map((node) => (node.isGone ? new Map<string, string>() : weighedWords(node, wordsPerNode)));
  const counts = countsOf(nodes.map(({ indexed }, index) => ({ indexed, words: weighed[index]!.keys() })));
  const update: Statement = {
    sql: `insert into node_search (node_id, words) select id, words::tsvector from unnest($1::text[], $2::text[]) as r(id, words)
       on conflict (node_id) do update set words = excluded.words where node_search.words <> excluded.words`,
    parameters: [
      nodes.map(({ id }) => id),
      weighed.map((weights) => [...weights].map(([word, weight]) => `${word}:1${weight}`).join(' ')),
    ],
  };
  return counts.length === 0 ? [update] : [update, ...countWords(counts)];
}

/** Returns the statements that update the number of nodes of each word, and remove words without nodes. */
function countWords(counts: readonly (readonly [string, number])[]): Statement[] {
  const added = counts.filter(([, count]) => count > 0);
  const removed = counts.filter(([, count]) => count < 0);
  return [
    { sql: 'select pg_advisory_xact_lock($1::bigint)', parameters: [WORDS_LOCK] },
    {
      sql: `with removed as (select * from unnest($1::text[], $2::int[]) as r(word, count)),
         unused as (delete from search_words w using removed r where w.word = r.word and w.nodes + r.count < 1),
         fewer as (update search_words w set nodes = w.nodes + r.count from removed r where w.word = r.word and w.nodes + r.count >= 1)
       insert into search_words as w (word, nodes) select word, count from unnest($3::text[], $4::int[]) as r(word, count)
       on conflict (word) do update set nodes = w.nodes + excluded.nodes`,
      parameters: [
        removed.map(([word]) => word),
        removed.map(([, count]) => count),
        added.map(([word]) => word),
        added.map(([, count]) => count),
      ],
    },
  ];
}
