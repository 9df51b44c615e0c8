// Before anything is measured: do all of them give the same answers?
import { ask } from './load/connection.mjs';
import { between, randomOf } from './random.mjs';
import { normalized } from './rows/documents.mjs';

const SAMPLES = 12;

/** Some of the questions, the first and the last among them. */
function sampleOf(all) {
  const random = randomOf(1);
  const places = new Set([0, all.length - 1]);
  while (places.size < Math.min(SAMPLES, all.length)) places.add(between(random, 0, all.length - 1));
  return [...places].map((place) => all[place]);
}

async function answerOf(server, row, question, data) {
  const request = row.request(server.name, question, data);
  const { status, body } = await ask(server.port, request);
  if (status !== 200)
    throw new Error(
      `${row.name}: ${server.name} answers ${status} to ${JSON.stringify(request)}: ${body.toString().slice(0, 500)}`,
    );
  return row.same === 'values' ? normalized(body) : body.toString();
}

function difference(a, b) {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return `…${a.slice(Math.max(0, at - 60), at + 60)}… and …${b.slice(Math.max(0, at - 60), at + 60)}…`;
}

/**
 * Holds the answers of all servers of a row against the first one's.
 * @throws where one differs
 */
export async function assertSame(row, servers, questions, data) {
  if (row.same === undefined) return;
  const [first, ...others] = servers;
  for (const question of sampleOf(questions.all)) {
    const wanted = await answerOf(first, row, question, data);
    for (const other of others) {
      const given = await answerOf(other, row, question, data);
      if (given !== wanted)
        throw new Error(
          `${row.name}: ${first.name} and ${other.name} answer ${JSON.stringify(question)} differently: ${difference(wanted, given)}`,
        );
    }
  }
}

/** The ETags that a server gives now, for each question. */
export async function etagsOf(server, row, questions) {
  const etags = [];
  for (const question of questions.all) {
    const request = row.request(server.name, question);
    const { head } = await ask(server.port, { ...request, headers: { ...row.headers, 'If-None-Match': '"none"' } });
    const etag = /\r\netag: *(\S+)/i.exec(head)?.[1];
    if (etag === undefined) throw new Error(`${row.name}: ${server.name} gives no ETag for ${request.path}.`);
    etags.push(etag);
  }
  return etags;
}
