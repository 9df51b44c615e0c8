import { createHash } from 'node:crypto';
import type { SqlRunner } from '../../src/db/database.js';

/** The compared data: every row of every table of the schema, or those of its columns that don't change. */
export interface Compared {
  readonly schema?: string;
  /** Columns that may differ, as `table.column`. */
  readonly but?: readonly string[];
}

/** The tables of a schema, by name, without the unlogged ones, which a restored copy has empty. */
export async function tablesOf(runner: SqlRunner, schema = 'public'): Promise<string[]> {
  const rows = await runner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relkind in ('r', 'p') and c.relpersistence = 'p' order by 1`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

/** For each table how many rows it has, and an MD5 over all of them, in an order that follows from what they hold. */
export async function checksums(
  runner: SqlRunner,
  { schema = 'public', but = [] }: Compared = {},
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of await tablesOf(runner, schema)) {
    const left = but.filter((column) => column.startsWith(`${table}.`)).map((column) => column.slice(table.length + 1));
    const rows = await runner.query<{ row: string }>(
      `select row from (select (to_jsonb(t) - $1::text[])::text as row from ${schema}.${table} t) as rows order by row collate "C"`,
      [left],
    );
    const hash = createHash('md5');
    for (const { row } of rows) hash.update(`${row}\n`);
    found[table] = `${rows.length} rows, ${hash.digest('hex')}`;
  }
  return found;
}
