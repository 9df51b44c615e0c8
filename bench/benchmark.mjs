// The run: a database, the servers, the comparison of their answers, the rounds, the tables.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { assertSame, etagsOf } from './compare.mjs';
import { openDatabase } from './database/open.mjs';
import { ask } from './load/connection.mjs';
import { LoadProgram } from './load/program.mjs';
import { measure, summary } from './measure.mjs';
import { stopAll } from './processes.mjs';
import { machine, report } from './report.mjs';
import { growthRows, memoryRow, runDeepPages } from './rows/growth.mjs';
import { MIXED, mixedServersOf, runMixed } from './rows/mixed.mjs';
import { runPages } from './rows/pages.mjs';
import { runResolve } from './rows/resolve.mjs';
import { searchQuality } from './rows/search-quality.mjs';
import { runCrawl, runStarts, runWorkers } from './rows/starts.mjs';
import { cursorsOf } from './rows/documents.mjs';
import { totalsOf } from './rows/questions.mjs';
import { ROWS, serversOf } from './rows/rows.mjs';
import { startServer } from './servers.mjs';
import { countStatements } from './statements.mjs';

const STOPPED_SECONDS = 20;

const told = (line) => void process.stderr.write(`${line}\n`);

/** Words of the names and descriptions of Active nodes, unordered. */
const WORDS = `select word from (
    select word from ts_stat('select s.words from node_search s join nodes n on n.id = s.node_id where n.status = ''NodeStatusActive''')
    where length(word) between 5 and 14 and word ~ '^[a-z]+$' order by md5(word) limit 1500) w
  where exists (select 1 from bench_search b join nodes n on n.id = b.node_id where n.status = 'NodeStatusActive' and b.text like '%' || word || '%')`;

/** The values that requests are drawn from. */
async function dataOf({ client }, servers) {
  const server = servers.get('ours');
  const rows = async (sql) => (await client.query(sql)).rows;
  const totals = await totalsOf(async (path) => JSON.parse((await ask(server.port, { path })).body).total);
  const ids = (await rows(`select id from nodes where status = 'NodeStatusActive' order by id`)).map(({ id }) => id);
  const words = await rows(WORDS);
  const postgraphile = servers.get('postgraphile');
  const post = async (body) =>
    JSON.parse((await ask(postgraphile.port, { method: 'POST', path: '/graphql', body: JSON.stringify(body) })).body);
  return {
    nodes: totals[0],
    totals,
    ids,
    words: words.map(({ word }) => word),
    cursors: postgraphile ? await cursorsOf(post) : [],
  };
}

/** The job of the load program for one server. */
async function jobOf(row, server, questions, data, { connections }) {
  const requests = questions.all.map((question) => row.request(server.name, question, data));
  if (row.conditional)
    for (const [place, etag] of (await etagsOf(server, row, questions)).entries())
      requests[place].headers = { ...row.headers, 'If-None-Match': etag };
  return { kind: 'closedLoop', requests, order: questions.order, expected: row.conditional ? 304 : 200, connections };
}

/** One row: the comparison, then the rounds, in which the servers take turns. */
async function runRow(row, servers, context, options) {
  const questions = row.questions(context.data);
  await assertSame(row, servers, questions, context.data);
  const rounds = Object.fromEntries(servers.map(({ name }) => [name, []]));
  const jobs = new Map();
  for (const server of servers) jobs.set(server, await jobOf(row, server, questions, context.data, options));
  for (let round = 0; round < options.rounds; round++) {
    for (const server of servers) {
      // Servers with caches are asked everything once before. For the others a part is enough.
      const touch = server === servers[0] || server.name.startsWith('before') ? 60 : 10;
      const job = { ...jobs.get(server), touch: round === 0 ? touch : 0 };
      rounds[server.name].push(
        await measure(context.load, server, job, { seconds: options.seconds, warmUp: round === 0 ? 1.5 : 0.5 }),
      );
    }
  }
  return {
    name: row.name,
    rounds,
    servers: Object.fromEntries(Object.entries(rounds).map(([name, all]) => [name, summary(all)])),
  };
}

const isAsked = ({ only }, { name, work = name }) => !only || only.test(name) || only.test(work);

async function startAll(names, folder, database) {
  const servers = new Map();
  for (const name of names) {
    told(`starting ${name} …`);
    servers.set(name, await startServer(name, folder, database.url));
  }
  return servers;
}

/** Statements a request, by the names of server and row. */
async function countAll(rows, { servers, folder, database, data }, { peers }) {
  const counts = {};
  for (const name of servers.keys()) {
    told(`counting the statements of ${name} …`);
    counts[name] = await countStatements(
      name,
      rows.filter((row) => serversOf(row, peers).includes(name)),
      folder,
      database,
      data,
    );
  }
  return counts;
}

function tellRates({ servers }) {
  for (const [name, { rate, least, most }] of Object.entries(servers))
    told(`  ${name}: ${Math.round(rate)} a second (${Math.round(least)}–${Math.round(most)})`);
}

/** The rows that compare servers. */
async function runRows(rows, context, options) {
  const counts = await countAll(rows, context, options);
  const results = [];
  for (const row of rows) {
    told(`${row.name} …`);
    const servers = serversOf(row, options.peers).map((name) => context.servers.get(name));
    const result = await runRow(row, servers, context, options);
    for (const [name, figures] of Object.entries(result.servers)) figures.statements = counts[name][row.name];
    if (row.searches)
      result.quality = await searchQuality(context.database.client, servers, row, row.questions(context.data));
    results.push({ row, ...result });
    tellRates(result);
  }
  return results;
}

/** Rows with a bar but without a peer. */
const ALONE = [
  { name: 'deep', run: runDeepPages, scale: 'large' },
  { name: 'resolve', run: runResolve },
  { name: 'pages', run: runPages },
  { name: 'crawl', run: runCrawl },
  { name: 'start', run: runStarts },
  { name: 'workers', run: runWorkers },
];

async function runAlone(context, options) {
  const rows = [];
  for (const one of ALONE.filter((row) => isAsked(options, row) && (row.scale ?? options.scale) === options.scale)) {
    told(`${one.name} …`);
    const own = await one.run(context, options);
    for (const { work, value } of own) told(`  ${work}: ${value}`);
    rows.push(...own);
  }
  return rows;
}

async function runAll(options, database, folder, load) {
  const rows = ROWS.filter((row) => isAsked(options, row));
  const withMixed = isAsked(options, MIXED);
  const crawled = isAsked(options, { name: 'crawl' }) && options.peers.includes('bare') ? ['bare'] : [];
  const mixedServers = withMixed ? mixedServersOf(options.peers) : [];
  const servers = await startAll(
    new Set(['ours', ...rows.flatMap((row) => serversOf(row, options.peers)), ...mixedServers, ...crawled]),
    folder,
    database,
  );

  const context = { load, database, folder, servers, data: await dataOf(database, servers) };
  const results = await runRows(rows, context, options);
  const alone = await runAlone(context, options);
  if (withMixed) {
    told(`${MIXED.name} …`);
    const result = await runMixed(
      mixedServers.map((name) => servers.get(name)),
      context,
      options,
    );
    results.push({ row: MIXED, ...result });
    tellRates(result);
  }
  if (options.scale === 'large') alone.push(...growthRows(results, options.compare), ...(await memoryRow(results)));
  return { results, alone };
}

/** Runs the benchmark, and ends all that it started, whatever happens. */
export async function benchmark(options) {
  const folder = mkdtempSync(join(tmpdir(), 'registry-bench-'));
  const load = new LoadProgram();
  // Known once the database's server runs, or can't be started; until then there is nothing to stop.
  const stopping = Promise.withResolvers();
  const cleanUp = async () => {
    load.stop();
    await stopAll();
    const stopDatabase = await Promise.race([
      stopping.promise,
      wait(STOPPED_SECONDS * 1000, undefined, { ref: false }),
    ]);
    await stopDatabase?.();
    rmSync(folder, { recursive: true, force: true });
  };
  const interrupted = (signal) => void cleanUp().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    told(`filling the database (${options.catalogue ?? options.scale}) …`);
    const opening = openDatabase(options, folder, told, stopping.resolve);
    opening.catch(() => stopping.resolve());
    const database = await opening;
    const found = await runAll(options, database, folder, load);
    const about = { ...machine(), postgres: database.version };
    const text = report(found, options, about);
    process.stdout.write(text);
    if (options.out) writeFileSync(options.out, text);
    if (options.json)
      writeFileSync(
        options.json,
        `${JSON.stringify({ about, scale: options.scale, results: found.results.map(({ row, ...rest }) => ({ ...rest, work: row.work })), alone: found.alone }, null, 2)}\n`,
      );
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await cleanUp();
  }
}
