import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NODE_FIELDS, nodeRecord, PUBLISHER_FIELDS, VERSION_FIELDS, versionRecord } from '../../src/catalogue/rows.js';
import { changeNode, makeNode, makeWorld } from '../support/builders.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

const ODD =
  'quote " backslash \\ slash / new\nline \t tab \u0001\u001e\u001f ends, \u2028 ä 🙂 {"json": [null, true]} </script>';
/** The values of a record, each as JSON. */
const textsOf = (record: string): string[] => record.split('\x1f');

describe('the texts that the database keeps', () => {
  let registry: TestRegistry;
  const TABLES = [
    ['nodes', NODE_FIELDS],
    ['node_versions', VERSION_FIELDS],
    ['publishers', PUBLISHER_FIELDS],
  ] as const;
  const record = (table: (typeof TABLES)[number][0]): string =>
    ({ nodes: nodeRecord('t'), node_versions: versionRecord('t'), publishers: 't.record' })[table];
  const column = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const shown = (field: string): string =>
    field.endsWith('At')
      ? `to_json(to_char(t.${column(field)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
      : `to_json(t.${column(field)})`;

  beforeAll(async () => {
    registry = await startTestRegistry();
    const world = await makeWorld(registry);
    const node = await makeNode(registry, world.id, {
      name: 'Kept',
      description: ODD,
      license: '{"file": "LICENSE"}',
      tags: ['a', 'b'],
      versions: [{ version: '1.0.0', changelog: ODD, dependencies: ['a'] }],
    });
    await changeNode(
      registry,
      node,
      `category = 'c', icon = 'i', banner_url = 'b', repository = 'r', status_detail = 's', rating = 4.25, search_ranking = 3, tags_admin = '{x,"y z"}', preempted_core_node_names = '{P}',
      supported_accelerators = '{g}', supported_coreui_frontend_version = '>=1', supported_coreui_version = '<2', supported_os = '{o}', created_at = '2026-01-02T03:04:05.607Z'`,
    );
    await registry.database.query(
      `update node_versions set archive_size = 1234567890123, archive_sha256 = 'h', archive_key = 'k', archive_stored_at = now(), status_reason = 'why', supported_os = '{o}', tags = '{t}', tags_admin = '{u}',
      supported_accelerators = '{g}', supported_coreui_frontend_version = '>=3', supported_coreui_version = '<4', deprecated = true where node_id = $1`,
      [node],
    );
    await registry.database.query(
      `update publishers set logo = 'l', website = 'w', support = 's', source_code_repo = 'r', description = 'd' where id = $1`,
      [world.id],
    );
  });
  afterAll(() => registry.close());

  it.each(TABLES)('are the columns of %s, in the order in which they are read', async (table, fields) => {
    const rows = await registry.database.lists(
      `select ${record(table)}, ${fields.map((field) => `coalesce(${shown(field)}::text, 'null')`).join(', ')} from ${table} t`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const [kept, ...values] of rows as string[][]) expect(textsOf(kept!)).toEqual(values);
    // Some row has a value of its own in every column, so that no two of them could be taken for each other.
    expect(
      Math.max(...rows.map(([, ...values]) => new Set(values.filter((value) => value !== 'null')).size)),
    ).toBeGreaterThanOrEqual(fields.length - 2);
  });

  it('are made of rows that had none when the column came, the next time the schema is looked after', async () => {
    const kept = TABLES.flatMap(([table]) =>
      ['record', ...(table === 'publishers' ? [] : ['record_rest'])].map((column) => ({ table, column })),
    );
    const all = async (): Promise<unknown[]> =>
      Promise.all(
        kept.map(({ table, column }) =>
          registry.database.lists(`select id, ${column} from ${table} order by id::text`),
        ),
      );
    const before = await all();
    for (const { table, column } of kept) {
      await registry.database.query(`alter table ${table} disable trigger user`);
      await registry.database.query(`update ${table} set ${column} = null`);
      await registry.database.query(`alter table ${table} enable trigger user`);
    }
    await registry.database.migrate();
    expect(await all()).not.toEqual(before);
    await registry.database.query(`delete from meta where name = 'records'`);
    // Processes may start together; the embedded database has one only.
    await Promise.all(Array.from({ length: registry.database.isEmbedded ? 1 : 3 }, () => registry.database.migrate()));
    expect(await all()).toEqual(before);
  });
});
