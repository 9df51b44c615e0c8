/** Runs a statement by itself. */
type Run = (sql: string, parameters: readonly unknown[]) => Promise<{ rows: unknown[] }>;

const BATCH = 1000;
/** The tables whose rows keep their record, with the types of their keys. */
const TABLES = { publishers: 'text', nodes: 'text', node_versions: 'uuid' };

/**
 * Has the database render the records of rows that are older than the column they are kept in, a batch at a time, so that nobody waits
 * long for a row: processes of an older build may be at work. What was begun and ended early is gone on with at the next start.
 */
export async function fillRecords(run: Run): Promise<void> {
  const known = await run(`select 1 from meta where name = 'records'`, []);
  if (known.rows.length > 0) return;
  let isFilled = false;
  for (const [table, key] of Object.entries(TABLES)) {
    let last: unknown = null;
    for (;;) {
      const { rows } = await run(
        `with batch as materialized (select id from ${table} where $1::${key} is null or id > $1::${key} order by id limit ${BATCH} for update),
              filled as (update ${table} t set record = null from batch where t.id = batch.id and t.record is null)
         select id from batch order by id desc limit 1`,
        [last],
      );
      const [row] = rows as { id: string }[];
      if (!row) break;
      last = row.id;
      isFilled = true;
    }
  }
  // Otherwise it would be done some day; whoever may not, or has no time for it, waits for that.
  if (isFilled) await run('vacuum (analyze) publishers, nodes, node_versions', []).catch(() => undefined);
  await run(`insert into meta (name, value) values ('records', 'rendered') on conflict do nothing`, []);
}
