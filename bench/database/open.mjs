// The database of the benchmark: a PostgreSQL server of its own, the registry's schema, and the data set.
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
  // The server ends before its clients where the run is broken off.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Starts the server and fills the database.
 * @param started is given what stops it, as soon as it runs
 * @returns its address, a client and its version
 */
export async function openDatabase({ scale, catalogue }, folder, told, started) {
  const { startPostgres } = await import('../../test/support/postgres-server.mjs');
  const server = await startPostgres();
  const clients = [];
  const open = async (url) => {
    const client = await connect(url);
    clients.push(client);
    return client;
  };
  started(async () => {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
    await server.stop();
  });
  const admin = await open(server.url);
  await admin.query(`drop database if exists ${NAME}`);
  await admin.query(`create database ${NAME}`);
  // Compiling statements at run time makes those that take milliseconds take many times as long; a hand-tuned server
  // has it off.
  await admin.query(`alter database ${NAME} set jit = off`);
  const address = new URL(server.url);
  address.pathname = `/${NAME}`;
  registry(['migrate'], folder, address.href);
  const client = await open(address.href);
  if (catalogue === undefined) await fillDatabase(client, scale, told);
  else registry(['import', catalogue], folder, address.href);
  for (const statement of SEARCH_TABLE) await client.query(statement);
  await client.query('vacuum analyze');
  const { rows } = await client.query('show server_version');
  return { url: address.href, client, version: rows[0].server_version };
}
