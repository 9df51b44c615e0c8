// What searches find: a fast search that finds nothing is no search.
import { ask } from '../load/connection.mjs';

/** How many of the first page hold the word that was meant, of how many there are. */
async function judge(client, ids, meant) {
  const { rows } = await client.query(
    'select count(*)::int as good from bench_search where node_id = any($1::text[]) and text like $2',
    [ids, `%${meant}%`],
  );
  return rows[0].good;
}

/** Asks a server every search. @returns shares of those that found what was meant, of words and of typos, in % */
async function qualityOf(client, server, row, questions) {
  const found = { words: [0, 0], typos: [0, 0] };
  for (const question of questions.all) {
    const { body } = await ask(server.port, row.request(server.name, question));
    const ids = JSON.parse(body).nodes.map(({ id }) => id);
    const kind = found[question.word === question.meant ? 'words' : 'typos'];
    kind[1]++;
    if (ids.length > 0 && (await judge(client, ids, question.meant)) > 0) kind[0]++;
  }
  return Object.fromEntries(Object.entries(found).map(([kind, [good, all]]) => [kind, (100 * good) / all]));
}

/** How well each server of the row finds what was meant. */
export async function searchQuality(client, servers, row, questions) {
  const qualities = {};
  for (const server of servers) qualities[server.name] = await qualityOf(client, server, row, questions);
  return qualities;
}
