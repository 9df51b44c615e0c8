import { createHash } from 'node:crypto';
import type { SqlRunner } from '../../src/db/database.js';

/** The data to compare: every row of every table of the schema, without the excluded columns. */
export interface Compared {
  readonly schema?: string;
  /** Columns that are excluded because they may differ, as `table.column`. */
  readonly but?: readonly string[];
}

/** The names of a schema's tables in order. Unlogged tables are left out, because a restored copy has empty ones. */
export async function tablesOf(runner: SqlRunner, schema = 'public'): Promise<string[]> {
  const rows = await runner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relkind in ('r', 'p') and c.relpersistence = 'p' order by 1`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

/**
 * Returns, for each table, the number of its rows and an MD5 over all rows. It does not depend on the order of rows.
 */
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
