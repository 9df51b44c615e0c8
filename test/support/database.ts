import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { Database } from '../../src/db/database.js';

declare global {
  // Set by jest.config.mjs: which database this project's tests run on.
  var DATABASE_KIND: 'embedded' | 'postgres' | undefined;
}

/** A migrated database of its own for one test file. */
export interface TestDatabase {
  readonly database: Database;
  readonly kind: 'embedded' | 'postgres';
  /** The address of the server's database, to reach it from a second process. */
  readonly url: string | undefined;
  readonly close: () => Promise<void>;
}

async function asAdmin(
  work: (client: pg.Client) => Promise<unknown>,
  server = process.env['TEST_POSTGRES_URL'],
): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Creates a database on a server: an empty one, or a copy of another. @returns its address, and what drops it */
export async function createDatabase(
  server = process.env['TEST_POSTGRES_URL']!,
  template = 'template1',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin((client) => client.query(`create database ${name} template ${template}`), server);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin((client) => client.query(`drop database ${name} with (force)`), server) };
}

async function openPostgres(): Promise<TestDatabase> {
  const { url, drop } = await createDatabase(undefined, 'registry_template');
  const database = await Database.server({ url, poolSize: 10, timeoutMs: 15_000 });
  return {
    database,
    kind: 'postgres',
    url,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** A copy has the id of what it was copied from; a database has one of its own. */
async function giveOwnId(database: Database): Promise<void> {
  await database.transaction(
    async ({ query }) => void (await query(`update meta set value = $1 where name = 'database_id'`, [randomUUID()])),
  );
}

/** Another connection to a server's database, as another process has one. */
export async function openAgain(url: string, { poolSize = 5, timeoutMs = 15_000 } = {}): Promise<TestDatabase> {
  const database = await Database.server({ url, poolSize, timeoutMs });
  return { database, kind: 'postgres', url, close: () => database.close() };
}

/** Opens a database of the kind that this project's tests are for. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const opened = await (globalThis.DATABASE_KIND === 'postgres' ? openPostgres() : openEmbedded());
  await giveOwnId(opened.database);
  return opened;
}

/** Opens a database on the PostgreSQL server; undefined where there is none for tests. */
export async function openOnServer(): Promise<TestDatabase | undefined> {
  if (process.env['TEST_POSTGRES_URL'] === undefined) return undefined;
  const opened = await openPostgres();
  await giveOwnId(opened.database);
  return opened;
}

async function openEmbedded(): Promise<TestDatabase> {
  const dump = new Blob([new Uint8Array(await readFile(process.env['TEST_EMBEDDED_DUMP']!))]);
  const database = await Database.embedded({ dump });
  return { database, kind: 'embedded', url: undefined, close: () => database.close() };
}
