import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/db/database.js';
import { openDatabase } from '../../src/db/open.js';
import { readSettings } from '../../src/settings.js';
import { checksums, tablesOf } from './checksums.js';
import { createDatabase, openAgain, openTestDatabase, type TestDatabase } from './database.js';
import { hasDumpTools, startPostgres } from './postgres-server.mjs';

const SCHEMAS = ['public', 'jobs'];

/** Checksums of all tables, including those of background jobs. */
export async function checksumsOfAll(database: Database): Promise<Record<string, Record<string, string>>> {
  return Object.fromEntries(
    await Promise.all(SCHEMAS.map(async (schema) => [schema, await checksums(database, { schema })] as const)),
  );
}

/** The data of a registry on one machine: a folder and, in tests on PostgreSQL, the database on the server. */
export interface Data {
  readonly folder: string;
  /** The settings for a registry that uses this data. */
  readonly variables: Record<string, string>;
  readonly open: () => Promise<TestDatabase>;
  readonly remove: () => Promise<void>;
}

/** The machine that the data is moved to. */
export interface OtherMachine {
  readonly restore: (from: Data, way: Way) => Promise<Data>;
  readonly stop: () => Promise<void>;
}

/** How the database is moved. The folder is always copied. */
export type Way = 'a copy of the folder' | 'pg_dump' | 'a copy by statements';

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'registry-data-'));
}

function inFolder(folder: string): Data {
  const variables = { DATA_DIR: folder };
  const open = async (): Promise<TestDatabase> => ({
    ...(await openDatabase(readSettings(variables))),
    kind: 'embedded',
    url: undefined,
  });
  return { folder, variables, open, remove: async () => rmSync(folder, { recursive: true, force: true }) };
}

function onServer(folder: string, url: string, drop: () => Promise<void>): Data {
  const variables = { DATA_DIR: folder, DATABASE_URL: url };
  const remove = async (): Promise<void> => {
    await drop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, variables, open: () => openAgain(url), remove };
}

/** Creates the data of a new registry: a migrated database without rows. */
export async function newData(): Promise<Data> {
  if (globalThis.DATABASE_KIND !== 'postgres') {
    const data = inFolder(newFolder());
    const { database, close } = await data.open();
    await database.migrate();
    await close();
    return data;
  }
  const { url, close } = await openTestDatabase();
  return onServer(newFolder(), url!, close);
}

/** Returns the ways that this machine supports. */
export function ways(): readonly Way[] {
  if (globalThis.DATABASE_KIND !== 'postgres') return ['a copy of the folder'];
  return hasDumpTools() ? ['pg_dump', 'a copy by statements'] : ['a copy by statements'];
}

/** Follows the instructions of docs/operations.md. */
function dumpAndRestore(from: string, to: string): void {
  const folder = newFolder();
  const file = join(folder, 'registry.dump');
  execFileSync('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`, from], { stdio: 'pipe' });
  execFileSync('pg_restore', ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${to}`, file], {
    stdio: 'pipe',
  });
  rmSync(folder, { recursive: true, force: true });
}

/** Replaces the partitions of background jobs, which are named after days, with those of the source. */
async function copyPartitions(from: Database, to: Database): Promise<void> {
  const ofJobs = `from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'jobs.queue_stats'::regclass`;
  for (const { name } of await to.query<{ name: string }>(`select c.relname as name ${ofJobs}`))
    await to.query(`drop table jobs.${name}`);
  const partitions = await from.query<{ name: string; bound: string }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound ${ofJobs}`,
  );
  for (const { name, bound } of partitions)
    await to.query(`create table jobs.${name} partition of jobs.queue_stats ${bound}`);
}

/** Copies all rows as text into tables that the migrations created. For machines without pg_dump and pg_restore. */
async function copyByStatements(from: Database, to: Database): Promise<void> {
  await to.migrate();
  await copyPartitions(from, to);
  for (const schema of SCHEMAS) {
    const tables = (await tablesOf(from, schema)).map((name) => `${schema}.${name}`);
    const contents = await Promise.all(
      tables.map(async (table) =>
        (await from.query<{ row: string }>(`select t::text as row from only ${table} t`)).map(({ row }) => row),
      ),
    );
    const sequences = await from.query<{ name: string; last: string }>(
      `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences where schemaname = $1 and last_value is not null`,
      [schema],
    );
    await to.transaction(async ({ query }) => {
      // The order of the tables does not follow their foreign keys.
      await query('set local session_replication_role = replica');
      await query(`truncate ${tables.join(', ')}`);
      for (const [index, table] of tables.entries()) {
        if (contents[index]!.length > 0)
          await query(
            `insert into ${table} overriding system value select (r.row).* from (select unnest($1::text[])::${table} as row) as r`,
            [contents[index]],
          );
      }
      for (const { name, last } of sequences) await query('select setval($1::regclass, $2::bigint)', [name, last]);
    });
  }
}

/** Returns another server with a separate data directory, in tests on PostgreSQL; otherwise another folder. */
export async function otherMachine(): Promise<OtherMachine> {
  const server = globalThis.DATABASE_KIND === 'postgres' ? await startPostgres() : undefined;
  return {
    restore: async (from, way) => {
      const folder = newFolder();
      cpSync(from.folder, folder, { recursive: true });
      if (server === undefined) return inFolder(folder);
      const { url, drop } = await createDatabase(server.url);
      if (way === 'pg_dump') {
        dumpAndRestore(from.variables['DATABASE_URL']!, url);
      } else {
        const [source, target] = [await from.open(), await openAgain(url)];
        await copyByStatements(source.database, target.database);
        await Promise.all([source.close(), target.close()]);
      }
      return onServer(folder, url, drop);
    },
    stop: async () => server?.stop(),
  };
}
