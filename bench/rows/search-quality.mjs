// Search quality: a fast search is worthless if it does not find the intended nodes.
import { sendOnce } from '../load/connection.mjs';

/** The number of these nodes that contain the intended word. */
async function countMatches(client, ids, intended) {
  const { rows } = await client.query(
    'select count(*)::int as good from bench_search where node_id = any($1::text[]) and text like $2',
    [ids, `%${intended}%`],
  );
  return rows[0].good;
}

/** Sends every search to a server. @returns the share that found the intended word, for words and for typos, in % */
async function qualityOf(client, server, row, workload) {
  const found = { words: [0, 0], typos: [0, 0] };
  for (const params of workload.distinct) {
    const { body } = await sendOnce(server.port, row.request(server.name, params));
    const ids = JSON.parse(body).nodes.map(({ id }) => id);
    const kind = found[params.word === params.intended ? 'words' : 'typos'];
    kind[1]++;
    if (ids.length > 0 && (await countMatches(client, ids, params.intended)) > 0) kind[0]++;
  }
  return Object.fromEntries(Object.entries(found).map(([kind, [good, all]]) => [kind, (100 * good) / all]));
}

/** The search quality of each server of a row. */
export async function searchQuality(client, servers, row, workload) {
  const qualities = {};
  for (const server of servers) qualities[server.name] = await qualityOf(client, server, row, workload);
  return qualities;
}
