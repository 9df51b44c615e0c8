// State that all test files of a Jest worker share. environment.mjs and shared-modules.mjs ensure that there is one
// instance of this module per worker. It opens databases and starts registries, among them one per kind of database for
// the files that use default settings.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { Database } from '../../dist/src/db/database.js';
import { CompiledGraph } from '../../dist/src/graphql/compiled-graph.js';
import { Allowance } from '../../dist/src/limits/allowance.js';
import { NO_LIMITS } from '../../dist/src/limits/rate-limits.js';
import { Scope } from '../../dist/src/request/scope.js';
import { startRegistry } from '../../dist/src/server/registry.js';
import { readSettings } from '../../dist/src/settings.js';
import { compareCompiledAnswers } from './differential.mjs';

export { isComparing } from './differential.mjs';

/** A document is compiled when it is received for the third time. */
const TIMES_UNTIL_COMPILED = 3;

/** Contexts of tests that compare responses themselves. */
const ownContexts = new WeakSet();

/** Returns the context of an anonymous GraphQL request without limits. Its responses are not compared. */
export function anonymousContext(services) {
  const scope = new Scope(services, {
    requestId: 'test',
    address: '',
    authorization: undefined,
    allowance: new Allowance(NO_LIMITS, { address: '', authorization: undefined }),
  });
  const context = { scope, log: { error: () => undefined } };
  ownContexts.add(context);
  return context;
}

/** Services of the registries whose compiled responses are compared with graphql-js. */
const compared = new WeakSet();

compareCompiledAnswers(CompiledGraph, {
  timesUntilCompiled: TIMES_UNTIL_COMPILED,
  contextOf: anonymousContext,
  isCompared: (context) => compared.has(context.scope.services) && !ownContexts.has(context),
});

async function asAdmin(server, work) {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

export async function createDatabase(server = process.env.TEST_POSTGRES_URL, template = 'template1') {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(server, (client) => client.query(`create database ${name} template ${template}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = () => asAdmin(server, (client) => client.query(`drop database ${name} with (force)`));
  return { url: url.href, drop };
}

export async function openAgain(url, { poolSize = 5, timeoutMs = 60_000 } = {}) {
  const database = await Database.server({ url, poolSize, timeoutMs });
  return { database, kind: 'postgres', url, close: () => database.close() };
}

async function openPostgres() {
  const { url, drop } = await createDatabase(process.env.TEST_POSTGRES_URL, 'registry_template');
  const opened = await openAgain(url, { poolSize: 10 });
  const close = async () => {
    await opened.close();
    await drop();
  };
  return { ...opened, close };
}

/** The dump from which embedded databases are created. */
let embeddedDump;

async function openEmbedded() {
  embeddedDump ??= new Blob([new Uint8Array(readFileSync(process.env.TEST_EMBEDDED_DUMP))]);
  const database = await Database.embedded({ dump: embeddedDump });
  return { database, kind: 'embedded', url: undefined, close: () => database.close() };
}

export async function openTestDatabase(kind) {
  const opened = await (kind === 'postgres' ? openPostgres() : openEmbedded());
  // Gives the copy its own database id instead of that of the template.
  await opened.database.transaction(async ({ query }) => {
    await query(`update meta set value = $1 where name = 'database_id'`, [randomUUID()]);
  });
  return opened;
}

export async function launchRegistry(testDatabase, variables = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'registry-data-'));
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: directory,
    DEMO: 'false',
    PUBLIC_URL: 'http://registry.test',
    RATE_LIMIT: 'off',
    MAX_NEW_PUBLISHERS_PER_DAY: '100000',
    MAX_NEW_NODES_PER_DAY: '100000',
    ...variables,
  });
  const logs = new Set();
  const write = (line) => logs.forEach((log) => log.push(line));
  const { database, close } = testDatabase;
  const registry = await startRegistry(settings, { database, close }, pino({ level: 'info' }, { write }));
  // It would run a minute after the start, while other tests count statements. Tests of it ask for it.
  await registry.services.retentionJobs.stop();
  if (database.isEmbedded) compared.add(registry.services);
  return {
    ...registry,
    settings,
    testDatabase,
    logs,
    close: async () => {
      await registry.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const shared = new Map();

export function sharedRegistry(kind) {
  if (!shared.has(kind))
    shared.set(
      kind,
      openTestDatabase(kind).then((database) => launchRegistry(database)),
    );
  return shared.get(kind);
}

async function closeSharedRegistries() {
  const registries = await Promise.allSettled(shared.values());
  shared.clear();
  await Promise.allSettled(registries.map(({ value }) => value?.close()));
}

// With a single worker, the tests run in the process of Jest, where global-teardown.mjs calls this.
globalThis.closeSharedRegistries = closeSharedRegistries;

// Jest sends this message to end a worker, and kills it half a second later.
const JEST_WORKER_END = 2;
process.on('message', ([type]) => {
  if (type === JEST_WORKER_END) void closeSharedRegistries().finally(() => process.exit());
});
