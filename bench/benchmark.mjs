// One run: opens the database, starts the servers, compares their responses, measures the rows and prints the report.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { assertSame, etagsOf } from './compare.mjs';
import { openDatabase } from './database/open.mjs';
import { sendOnce } from './load/connection.mjs';
import { LoadGenerator } from './load/generator.mjs';
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
import { totalsOf } from './rows/workloads.mjs';
import { ROWS, serversOf } from './rows/rows.mjs';
import { startServer } from './servers.mjs';
import { countStatements } from './statements.mjs';

const DATABASE_STOP_SECONDS = 20;

const log = (line) => void process.stderr.write(`${line}\n`);

/** Words that the search index and (a) both find in Active nodes, in pseudo-random order. */
const WORDS = `select word from (
    select distinct word, md5(word) from node_words s join nodes n on n.id = s.node_id cross join regexp_split_to_table(s.words, '\\s') as word
    where n.status = 'NodeStatusActive' and length(word) between 5 and 14 and word ~ '^[a-z]+$' order by md5(word) limit 1500) w
  where exists (select 1 from bench_search b join nodes n on n.id = b.node_id where n.status = 'NodeStatusActive' and b.text like '%' || word || '%')`;

/** The values from which workloads draw: ids, search words, totals of lists and cursors of PostGraphile. */
async function dataOf({ client }, servers) {
  const server = servers.get('ours');
  const rows = async (sql) => (await client.query(sql)).rows;
  const totals = await totalsOf(async (path) => JSON.parse((await sendOnce(server.port, { path })).body).total);
  const ids = (await rows(`select id from nodes where status = 'NodeStatusActive' order by id`)).map(({ id }) => id);
  const words = await rows(WORDS);
  const postgraphile = servers.get('postgraphile');
  const post = async (body) =>
    JSON.parse(
      (await sendOnce(postgraphile.port, { method: 'POST', path: '/graphql', body: JSON.stringify(body) })).body,
    );
  return {
    nodes: totals[0],
    totals,
    ids,
    words: words.map(({ word }) => word),
    cursors: postgraphile ? await cursorsOf(post) : [],
  };
}

/** The job that the load generator runs against one server. */
async function jobOf(row, server, workload, data, { connections }) {
  const requests = workload.distinct.map((params) => row.request(server.name, params, data));
  if (row.conditional)
    for (const [index, etag] of (await etagsOf(server, row, workload)).entries())
      requests[index].headers = { ...row.headers, 'If-None-Match': etag };
  return { kind: 'closedLoop', requests, order: workload.order, expected: row.conditional ? 304 : 200, connections };
}

/** Runs one row: compares the responses, then measures the servers interleaved, each once per round. */
async function runRow(row, servers, context, options) {
  const workload = row.workload(context.data);
  await assertSame(row, servers, workload, context.data);
  const rounds = Object.fromEntries(servers.map(({ name }) => [name, []]));
  const jobs = new Map();
  for (const server of servers) jobs.set(server, await jobOf(row, server, workload, context.data, options));
  for (let round = 0; round < options.rounds; round++) {
    for (const server of servers) {
      // Servers that cache get every distinct request once before the first round. For the others, some are enough.
      const primeSeconds = server === servers[0] || server.name.startsWith('before') ? 60 : 10;
      const job = { ...jobs.get(server), primeSeconds: round === 0 ? primeSeconds : 0 };
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

const isSelected = ({ only }, { name, work = name }) => !only || only.test(name) || only.test(work);

async function startAll(names, folder, database) {
  const servers = new Map();
  for (const name of names) {
    log(`starting ${name} …`);
    servers.set(name, await startServer(name, folder, database.url));
  }
  return servers;
}

/** SQL statements per request, by server and row. */
async function countAll(rows, { servers, folder, database, data }, { peers }) {
  const counts = {};
  for (const name of servers.keys()) {
    log(`counting the SQL statements of ${name} …`);
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

function logRates({ servers }) {
  for (const [name, { rate, least, most }] of Object.entries(servers))
    log(`  ${name}: ${Math.round(rate)} requests/s (${Math.round(least)}–${Math.round(most)})`);
}

/** Runs the rows that compare servers. */
async function runRows(rows, context, options) {
  const counts = await countAll(rows, context, options);
  const results = [];
  for (const row of rows) {
    log(`${row.name} …`);
    const servers = serversOf(row, options.peers).map((name) => context.servers.get(name));
    const result = await runRow(row, servers, context, options);
    for (const [name, figures] of Object.entries(result.servers)) figures.statements = counts[name][row.name];
    if (row.searches)
      result.quality = await searchQuality(context.database.client, servers, row, row.workload(context.data));
    results.push({ row, ...result });
    logRates(result);
  }
  return results;
}

/** Rows that measure only the registry, against fixed targets. */
const STANDALONE_ROWS = [
  { name: 'deep', run: runDeepPages, scale: 'large' },
  { name: 'resolve', run: runResolve },
  { name: 'pages', run: runPages },
  { name: 'crawl', run: runCrawl },
  { name: 'start', run: runStarts },
  { name: 'workers', run: runWorkers },
];

async function runStandalone(context, options) {
  const rows = [];
  for (const one of STANDALONE_ROWS.filter(
    (row) => isSelected(options, row) && (row.scale ?? options.scale) === options.scale,
  )) {
    log(`${one.name} …`);
    const measured = await one.run(context, options);
    for (const { work, value } of measured) log(`  ${work}: ${value}`);
    rows.push(...measured);
  }
  return rows;
}

async function runAll(options, database, folder, load) {
  const rows = ROWS.filter((row) => isSelected(options, row));
  const withMixed = isSelected(options, MIXED);
  const crawlPeers = isSelected(options, { name: 'crawl' }) && options.peers.includes('bare') ? ['bare'] : [];
  const mixedServers = withMixed ? mixedServersOf(options.peers) : [];
  const servers = await startAll(
    new Set(['ours', ...rows.flatMap((row) => serversOf(row, options.peers)), ...mixedServers, ...crawlPeers]),
    folder,
    database,
  );

  const context = { load, database, folder, servers, data: await dataOf(database, servers) };
  const results = await runRows(rows, context, options);
  const standalone = await runStandalone(context, options);
  if (withMixed) {
    log(`${MIXED.name} …`);
    const result = await runMixed(
      mixedServers.map((name) => servers.get(name)),
      context,
      options,
    );
    results.push({ row: MIXED, ...result });
    logRates(result);
  }
  if (options.scale === 'large')
    standalone.push(...growthRows(results, options.compare), ...(await memoryRow(results)));
  return { results, standalone };
}

/** Runs the benchmark. Stops everything that it started, also after an error or an interrupt. */
export async function benchmark(options) {
  const folder = mkdtempSync(join(tmpdir(), 'registry-bench-'));
  const load = new LoadGenerator();
  // Resolves with the function that stops the database server, or with nothing if the server can't be started.
  const stopping = Promise.withResolvers();
  const cleanUp = async () => {
    load.stop();
    await stopAll();
    const stopDatabase = await Promise.race([
      stopping.promise,
      wait(DATABASE_STOP_SECONDS * 1000, undefined, { ref: false }),
    ]);
    await stopDatabase?.();
    rmSync(folder, { recursive: true, force: true });
  };
  const interrupted = (signal) => void cleanUp().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    log(`filling the database (${options.catalogue ?? options.scale}) …`);
    const opening = openDatabase(options, folder, log, stopping.resolve);
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
        `${JSON.stringify({ about, scale: options.scale, results: found.results.map(({ row, ...rest }) => ({ ...rest, work: row.work })), standalone: found.standalone }, null, 2)}\n`,
      );
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await cleanUp();
  }
}
