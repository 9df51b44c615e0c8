// Counts SQL statements per request on separate instances of the servers, which connect to the database through a
// counting proxy. Requests are sent one at a time.
import { setTimeout as wait } from 'node:timers/promises';
import { etagsOf } from './compare.mjs';
import { countingProxy } from './database/counting-proxy.mjs';
import { Connection, requestBytes } from './load/connection.mjs';
import { startServer } from './servers.mjs';

const REQUESTS = 60;

async function sendAll(port, requests) {
  const connection = new Connection(port);
  await connection.open();
  for (const request of requests) await connection.send(requestBytes(request));
  connection.close();
}

const SETTLED_SECONDS = 4;
const IDLE_SECONDS = 4;

/** Statements per second of an idle server, after the work at its start is done. */
async function idleRate(proxy) {
  await wait(SETTLED_SECONDS * 1000);
  const before = proxy.statements;
  await wait(IDLE_SECONDS * 1000);
  return (proxy.statements - before) / IDLE_SECONDS;
}

/** Statements per request of one row. Each request is sent once before counting, so that caches are warm. */
async function countRow(server, proxy, idle, row, data) {
  const { distinct, order } = row.workload(data);
  const sample = { distinct: Array.from({ length: REQUESTS }, (_, at) => distinct[order[at % order.length]]) };
  const requests = sample.distinct.map((params) => row.request(server.name, params, data));
  await sendAll(server.port, requests);
  if (row.conditional)
    for (const [index, etag] of (await etagsOf(server, row, sample)).entries())
      requests[index].headers = { ...row.headers, 'If-None-Match': etag };
  const before = proxy.statements;
  const began = performance.now();
  await sendAll(server.port, requests);
  const took = (performance.now() - began) / 1000;
  return Math.max(0, (proxy.statements - before - Math.round(idle * took)) / requests.length);
}

/** Counts for all rows of one server. @returns statements per request by the name of the row */
export async function countStatements(name, rows, folder, database, data) {
  const proxy = await countingProxy(database.url);
  const server = await startServer(name, folder, proxy.url, `${name}-counted`);
  try {
    const idle = await idleRate(proxy);
    const counts = {};
    for (const row of rows) counts[row.name] = await countRow(server, proxy, idle, row, data);
    return counts;
  } finally {
    await server.process.stop();
    proxy.stop();
  }
}
