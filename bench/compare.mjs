// Checks before each measurement that all servers return the same responses.
import { sendOnce } from './load/connection.mjs';
import { between, randomOf } from './random.mjs';
import { normalized } from './rows/documents.mjs';

const SAMPLES = 12;

/** A sample of a workload that includes its first and last parameters. */
function sampleOf(distinct) {
  const random = randomOf(1);
  const indexes = new Set([0, distinct.length - 1]);
  while (indexes.size < Math.min(SAMPLES, distinct.length)) indexes.add(between(random, 0, distinct.length - 1));
  return [...indexes].map((index) => distinct[index]);
}

async function responseOf(server, row, params, data) {
  const request = row.request(server.name, params, data);
  const { status, body } = await sendOnce(server.port, request);
  if (status !== 200)
    throw new Error(
      `${row.name}: ${server.name} returned status ${status} for ${JSON.stringify(request)}: ${body.toString().slice(0, 500)}`,
    );
  return row.same === 'values' ? normalized(body) : body.toString();
}

function difference(a, b) {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return `…${a.slice(Math.max(0, at - 60), at + 60)}… and …${b.slice(Math.max(0, at - 60), at + 60)}…`;
}

/**
 * Compares the responses of all servers of a row to those of the first.
 * @throws if a response differs
 */
export async function assertSame(row, servers, workload, data) {
  if (row.same === undefined) return;
  const [first, ...others] = servers;
  for (const params of sampleOf(workload.distinct)) {
    const expected = await responseOf(first, row, params, data);
    for (const other of others) {
      const actual = await responseOf(other, row, params, data);
      if (actual !== expected)
        throw new Error(
          `${row.name}: ${first.name} and ${other.name} return different responses for ${JSON.stringify(params)}: ${difference(expected, actual)}`,
        );
    }
  }
}

/** The current ETag of a server for each distinct request. */
export async function etagsOf(server, row, workload) {
  const etags = [];
  for (const params of workload.distinct) {
    const request = row.request(server.name, params);
    const { head } = await sendOnce(server.port, {
      ...request,
      headers: { ...row.headers, 'If-None-Match': '"none"' },
    });
    const etag = /\r\netag: *(\S+)/i.exec(head)?.[1];
    if (etag === undefined) throw new Error(`${row.name}: ${server.name} returned no ETag for ${request.path}.`);
    etags.push(etag);
  }
  return etags;
}
