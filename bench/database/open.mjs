// Opens the database of the benchmark: starts a PostgreSQL server, applies the migrations and loads the data set.
import { spawnSync } from 'node:child_process';
import { cli } from '../paths.mjs';
import { registryEnvironment } from '../servers.mjs';
import { fillDatabase } from './fill.mjs';
import { SEARCH_TABLE } from '../peers/bare-statements.mjs';

const NAME = 'bench';

function registry(args, folder, url) {
  const { status, stderr } = spawnSync(process.execPath, [cli, ...args], {
    env: registryEnvironment(folder, url),
    cwd: folder,
    encoding: 'utf8',
    timeout: 30 * 60_000,
  });
  if (status !== 0) throw new Error(`registry ${args[0]} failed: ${stderr}`);
}

async function connect(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  // When the run is interrupted, the server may stop before its clients disconnect.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Starts the server and fills the database.
 * @param onStarted called with a function that stops the server, as soon as it runs
 * @returns its URL, a client and its version
 */
export async function openDatabase({ scale, catalogue }, folder, log, onStarted) {
  const { startPostgres } = await import('../../test/support/postgres-server.mjs');
  const server = await startPostgres();
  const clients = [];
  const open = async (url) => {
    const client = await connect(url);
    clients.push(client);
    return client;
  };
  onStarted(async () => {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
    await server.stop();
  });
  const admin = await open(server.url);
  await admin.query(`drop database if exists ${NAME}`);
  await admin.query(`create database ${NAME}`);
  // JIT compilation multiplies the time of statements that take a few milliseconds. Tuned servers disable it.
  await admin.query(`alter database ${NAME} set jit = off`);
  const address = new URL(server.url);
  address.pathname = `/${NAME}`;
  registry(['migrate'], folder, address.href);
  const client = await open(address.href);
  if (catalogue === undefined) await fillDatabase(client, scale, log);
  else registry(['import', catalogue], folder, address.href);
  for (const statement of SEARCH_TABLE) await client.query(statement);
  await client.query('vacuum analyze');
  const { rows } = await client.query('show server_version');
  return { url: address.href, client, version: rows[0].server_version };
}
