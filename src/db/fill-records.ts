/** Runs a statement by itself. */
type Run = (sql: string, parameters: readonly unknown[]) => Promise<{ rows: unknown[] }>;

const BATCH = 1000;
/** The tables whose rows keep their record, with the types of their keys, and the columns it is kept in. */
const TABLES = {
  publishers: { key: 'text', columns: ['record'] },
  nodes: { key: 'text', columns: ['record', 'record_rest'] },
  node_versions: { key: 'uuid', columns: ['record', 'record_rest'] },
};
/**
 * Noted when all rows have what the newest migration renders; another is to be thought of for one that renders more.
 */
const RENDERED = 'rendered with the rest';

/**
 * Has the database render the records of rows that are older than the columns they are kept in, a batch at a time, so
 * that nobody waits long for a row: processes of an older build may be at work. What was begun and ended early is gone
 * on with at the next start.
 */
export async function fillRecords(run: Run): Promise<void> {
  const known = await run(`select 1 from meta where name = 'records' and value = $1`, [RENDERED]);
  if (known.rows.length > 0) return;
  let isFilled = false;
  for (const [table, { key, columns }] of Object.entries(TABLES)) {
    let last: unknown = null;
    for (;;) {
      const { rows } = await run(
        `with batch as materialized (select id from ${table} where $1::${key} is null or id > $1::${key} order by id limit ${BATCH} for update),
              filled as (update ${table} t set ${columns.map((column) => `${column} = null`).join(', ')} from batch where t.id = batch.id and (${columns.map((column) => `t.${column} is null`).join(' or ')}))
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
  await run(
    `insert into meta (name, value) values ('records', $1) on conflict (name) do update set value = excluded.value`,
    [RENDERED],
  );
}
