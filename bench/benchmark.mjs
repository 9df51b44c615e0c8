// The run: a database, the servers, the comparison of their answers, the rounds, the tables.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertSame, etagsOf } from './compare.mjs';
import { openDatabase } from './database/open.mjs';
import { ask } from './load/connection.mjs';
import { LoadProgram } from './load/program.mjs';
import { idleStatements, measure, summary } from './measure.mjs';
import { stopAll } from './processes.mjs';
import { machine, report } from './report.mjs';
import { totalsOf } from './rows/questions.mjs';
import { ROWS, serversOf } from './rows/rows.mjs';
import { startServer } from './servers.mjs';

const told = (line) => void process.stderr.write(`${line}\n`);

/** What the questions are drawn from. */
async function dataOf({ client }, server) {
  const rows = async (sql) => (await client.query(sql)).rows;
  const totals = await totalsOf(async (path) => JSON.parse((await ask(server.port, { path })).body).total);
  const ids = (await rows(`select id from nodes where status = 'NodeStatusActive' order by id`)).map(({ id }) => id);
  const words = await rows(`select word from ts_stat('select words from node_search') where length(word) between 5 and 14 and word ~ '^[a-z]+$' and ndoc > 1 order by md5(word) limit 5000`);
  return { nodes: totals[0], totals, ids, words: words.map(({ word }) => word) };
}

/** The job of the load program for one server. */
async function jobOf(row, server, questions, { connections }) {
  const requests = questions.all.map((question) => row.request(server.name, question));
  if (row.conditional) for (const [place, etag] of (await etagsOf(server, row, questions)).entries()) requests[place].headers = { 'If-None-Match': etag };
  return { kind: 'closedLoop', requests, order: questions.order, expected: row.conditional ? 304 : 200, connections };
}

/** One row: the comparison, then the rounds, in which the servers take turns. */
async function runRow(row, servers, context, options) {
  const questions = row.questions(context.data);
  await assertSame(row, servers, questions);
  const rounds = Object.fromEntries(servers.map(({ name }) => [name, []]));
  const jobs = new Map();
  for (const server of servers) jobs.set(server, await jobOf(row, server, questions, options));
  for (let round = 0; round < options.rounds; round++) {
    for (const server of servers) {
      const job = { ...jobs.get(server), touch: round === 0 ? 15 : 0 };
      rounds[server.name].push(await measure(context, server, job, { seconds: options.seconds, warmUp: round === 0 ? 1.5 : 0.5 }));
    }
  }
  return { name: row.name, rounds, servers: Object.fromEntries(Object.entries(rounds).map(([name, all]) => [name, summary(all)])) };
}

async function runAll(options, database, folder, load) {
  const rows = ROWS.filter(({ name, work }) => !options.only || options.only.test(name) || options.only.test(work));
  const names = new Set(['ours', ...rows.flatMap((row) => serversOf(row, options.peers))]);
  const servers = new Map();
  for (const name of names) {
    told(`starting ${name} …`);
    servers.set(name, await startServer(name, folder, database.url));
  }
  const context = { load, database, idle: await idleStatements(database), data: await dataOf(database, servers.get('ours')) };
  const results = [];
  for (const row of rows) {
    told(`${row.name} …`);
    const result = await runRow(row, serversOf(row, options.peers).map((name) => servers.get(name)), context, options);
    results.push({ row, ...result });
    for (const [name, { rate, least, most }] of Object.entries(result.servers)) told(`  ${name}: ${Math.round(rate)} a second (${Math.round(least)}–${Math.round(most)})`);
  }
  return results;
}

/** Runs the benchmark, and ends all that it started, whatever happens. */
export async function benchmark(options) {
  const folder = mkdtempSync(join(tmpdir(), 'registry-bench-'));
  const load = new LoadProgram();
  let database;
  const cleanUp = async () => {
    load.stop();
    await stopAll();
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const interrupted = (signal) => void cleanUp().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    told(`filling the database (${options.catalogue ?? options.scale}) …`);
    database = await openDatabase(options, folder, told);
    const results = await runAll(options, database, folder, load);
    const about = { ...machine(), postgres: database.version };
    const text = report(results, options, about);
    process.stdout.write(text);
    if (options.out) writeFileSync(options.out, text);
    if (options.json) writeFileSync(options.json, `${JSON.stringify({ about, scale: options.scale, results: results.map(({ row, ...rest }) => ({ ...rest, work: row.work })) }, null, 2)}\n`);
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await cleanUp();
  }
}
