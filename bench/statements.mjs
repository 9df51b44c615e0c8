// How many statements a request takes: counted one by one, on twins of the servers that reach the database through a
// proxy.
import { setTimeout as wait } from 'node:timers/promises';
import { etagsOf } from './compare.mjs';
import { countingProxy } from './database/counting-proxy.mjs';
import { Connection, requestBytes } from './load/connection.mjs';
import { startServer } from './servers.mjs';

const REQUESTS = 60;

async function askAll(port, requests) {
  const connection = new Connection(port);
  await connection.open();
  for (const request of requests) await connection.send(requestBytes(request));
  connection.close();
}

const SETTLED_SECONDS = 4;
const IDLE_SECONDS = 4;

/** The statements that a server sends a second while nobody asks it, once what comes with its start is over. */
async function idleRate(proxy) {
  await wait(SETTLED_SECONDS * 1000);
  const before = proxy.statements;
  await wait(IDLE_SECONDS * 1000);
  return (proxy.statements - before) / IDLE_SECONDS;
}

/** Statements a request of one row: what was asked once already is asked again, so that a cache may have it. */
async function countRow(server, proxy, idle, row, data) {
  const asked = row.questions(data);
  const questions = { all: asked.order.slice(0, REQUESTS).map((place) => asked.all[place]) };
  const requests = questions.all.map((question) => row.request(server.name, question, data));
  await askAll(server.port, requests);
  if (row.conditional)
    for (const [place, etag] of (await etagsOf(server, row, questions)).entries())
      requests[place].headers = { ...row.headers, 'If-None-Match': etag };
  const before = proxy.statements;
  const began = performance.now();
  await askAll(server.port, requests);
  const took = (performance.now() - began) / 1000;
  return Math.max(0, (proxy.statements - before - Math.round(idle * took)) / requests.length);
}

/** Counts for all rows of one server. @returns statements a request by the name of the row */
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
