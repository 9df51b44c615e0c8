import type { SqlRunner } from '../db/database.js';
import type { Statement } from '../db/transaction.js';
import { indexWords } from '../values/words.js';

interface Findable {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly author: string | null;
  readonly publisher: string;
  readonly tags: readonly string[];
  readonly core_nodes: readonly string[];
}

const WORDS_A_NODE = 4000;

/**
 * The words a node is found by, each with its best weight: A id and name, B tags, C author, publisher and core-nodes, D
 * description.
 */
function weighedWords(node: Findable): Map<string, string> {
  const weights = new Map<string, string>();
  const add = (weight: string, ...texts: readonly (string | null)[]): void => {
    for (const text of texts) {
      for (const word of text === null ? [] : indexWords(text)) {
        if (weights.size < WORDS_A_NODE && !weights.has(word)) weights.set(word, weight);
      }
    }
  };
  add('A', node.id, node.name);
  add('B', ...node.tags);
  add('C', node.author, node.publisher, ...node.core_nodes);
  add('D', node.description);
  return weights;
}

/**
 * The statement that brings what nodes are found by up to date with what is there now, in the writer's transaction, so
 * that a search never misses a write.
 */
export async function searchRefresh(runner: SqlRunner, nodeIds: readonly string[]): Promise<Statement> {
  const nodes = await runner.query<Findable>(
    `select n.id, n.name, n.description, n.author, p.name as publisher, n.tags,
            array(select c.name from core_nodes c where c.version_id = n.latest_version_id order by c.name) as core_nodes
     from nodes n join publishers p on p.id = n.publisher_id where n.id = any($1::text[])`,
    [nodeIds],
  );
  const words = nodes.map(weighedWords);
  // In one order everywhere: two writers with the same new words then wait for each other, not in a circle.
  const distinct = [...new Set(words.flatMap((weights) => [...weights.keys()]))].sort();
  return {
    sql: `with found_by as (
       insert into node_search (node_id, words) select id, words::tsvector from unnest($1::text[], $2::text[]) as r(id, words)
       on conflict (node_id) do update set words = excluded.words where node_search.words <> excluded.words)
     insert into search_words (word) select word from unnest($3::text[]) as r(word) on conflict do nothing`,
    parameters: [
      nodes.map(({ id }) => id),
      words.map((weights) => [...weights].map(([word, weight]) => `${word}:1${weight}`).join(' ')),
      distinct,
    ],
  };
}
