// Runs once before all tests: builds the programs that tests of the command line run, creates the template databases,
// and unpacks the browser, which two workers must not do at the same time.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import chromium from '@sparticuz/chromium';
import { postgresSource, startPostgres } from './postgres-server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

export default async function setUp() {
  const build = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--if-changed'], { stdio: 'inherit' });
  if (build.status !== 0) throw new Error('The build failed.');
  const { Database } = await import(pathToFileURL(join(root, 'dist', 'src', 'db', 'database.js')).href);

  const folder = mkdtempSync(join(tmpdir(), 'registry-tests-'));
  globalThis.testFolder = folder;
  process.env.TEST_COMPARISONS = join(folder, 'comparisons.jsonl');
  process.env.TEST_COMPILE_CACHE = join(folder, 'compiled');
  await Promise.all([makeEmbedded(Database, folder), makeOnServer(Database), chromium.executablePath()]);
}

/** Creates the data directory from which embedded databases are copied, and the dump of its database. */
async function makeEmbedded(Database, folder) {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const embedded = await Database.embedded({ directory: join(dataDir, 'database') });
  await embedded.migrate();
  const dump = await embedded.dump();
  writeFileSync(join(folder, 'embedded.tar'), Buffer.from(await dump.arrayBuffer()));
  await embedded.close();
  process.env.TEST_DATA_DIR = dataDir;
  process.env.TEST_EMBEDDED_DUMP = join(folder, 'embedded.tar');
}

/** Starts a server if one is available, and creates its template database. */
async function makeOnServer(Database) {
  if (!postgresSource()) return;
  globalThis.testPostgres = await startPostgres();
  process.env.TEST_POSTGRES_URL = globalThis.testPostgres.url;
  const { default: pg } = await import('pg');
  const admin = new pg.Client(process.env.TEST_POSTGRES_URL);
  await admin.connect();
  const { rows } = await admin.query('show server_version');
  process.env.TEST_POSTGRES_VERSION = rows[0].server_version;
  await admin.query('drop database if exists registry_template');
  await admin.query('create database registry_template');
  await admin.end();
  const template = new URL(process.env.TEST_POSTGRES_URL);
  template.pathname = '/registry_template';
  const server = await Database.server({ url: template.href, poolSize: 2, timeoutMs: 60_000 });
  await server.migrate();
  await server.close();
}
