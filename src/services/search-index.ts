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
}

/** The fields of a node with words, those of its name first. */
const wordFields = (node: Findable): (readonly (string | null)[])[] => [
  [node.id, node.name],
  node.tags,
  [node.author, node.publisher, ...node.core_nodes],
  [node.description],
];

/**
 * Returns the search words of a node: a line for each list of `wordFields`, with the words that no earlier line has.
 * @param most limit of words; the last ones are left out
 */
function searchableWords(node: Findable, most: number): string {
  const words = new Set<string>();
  const lines = wordFields(node).map((texts) => {
    const line: string[] = [];
    for (const text of texts)
      for (const word of text === null ? [] : indexWords(text))
        if (words.size < most && !words.has(word)) {
          words.add(word);
          line.push(word);
        }
    return line.join(' ');
  });
  return lines.join('\n').trimEnd();
}

/**
 * Returns the statement that updates the search words of nodes. It runs in the transaction of the write, so that a
 * search never misses a write. Deleted nodes have no words.
 * @param wordsPerNode limit of the words of one node
 */
export async function searchRefresh(
  runner: SqlRunner,
  nodeIds: readonly string[],
  wordsPerNode: number,
): Promise<Statement> {
  const nodes = await runner.query<Findable>(
    `select n.id, not ${EXISTING_NODE.sql('n')} as "isGone", n.name, n.description, n.author, p.name as publisher, n.tags,
            array(select c.name from core_nodes c where c.version_id = n.core_nodes_version_id order by c.name) as core_nodes
     from nodes n join publishers p on p.id = n.publisher_id where n.id = any($1::text[])`,
    [nodeIds],
  );
  return {
    sql: `insert into node_words (node_id, words) select * from unnest($1::text[], $2::text[])
       on conflict (node_id) do update set words = excluded.words, changed = excluded.changed where node_words.words <> excluded.words`,
    parameters: [
      nodes.map(({ id }) => id),
      nodes.map((node) => (node.isGone ? '' : searchableWords(node, wordsPerNode))),
    ],
  };
}
