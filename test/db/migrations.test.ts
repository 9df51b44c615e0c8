import { describe, expect, it } from '@jest/globals';
import { MIGRATIONS } from '../../migrations/all.js';
import type { SqlRunner } from '../../src/db/database.js';
import { precedenceKey } from '../../src/values/semver.js';
import { tablesOf } from '../support/checksums.js';
import { bounded } from '../support/faults.js';
import { columnsOf, releasedDatabase, RENDERED, seed } from '../support/releases.js';
import { startTestRegistry } from '../support/registry.js';

type Row = Record<string, unknown>;

/** Returns all rows of all tables, in any order. */
async function rowsOf(runner: SqlRunner): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>();
  for (const table of await tablesOf(runner)) {
    if (table !== 'mikro_orm_migrations')
      found.set(
        table,
        (await runner.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t`)).map(({ row }) => row),
      );
  }
  return found;
}

/** Converts rows to strings. Removes nulls from arrays, which older versions allowed and a migration removes. */
const textsOf = (rows: readonly Row[], columns: readonly string[]): string[] =>
  rows
    .map((row) =>
      JSON.stringify(
        columns.map((column) =>
          Array.isArray(row[column]) ? row[column].filter((item) => item !== null) : row[column],
        ),
      ),
    )
    .sort();

/**
 * The number of migrations of each version to test: the first; in the long form all; on a server also one in between
 * and the last but one.
 */
const ALL = MIGRATIONS.map((_, index) => index + 1);
const FEW = globalThis.DATABASE_KIND === 'postgres' ? [1, Math.ceil(ALL.length / 2), ALL.length - 1] : [1];
const RELEASES = ALL.filter((count) => bounded({ usual: FEW.includes(count) ? 1 : 0, long: 1 }));

/** Tables that a migration replaces with `node_words`. */
const DROPPED = ['node_search', 'search_words'];

describe('migrations', () => {
  it.each(RELEASES)(
    'go up from a release with the first %i of them: no row and no value is lost, and the registry answers',
    async (count) => {
      const released = await releasedDatabase(count);
      try {
        const old = await released.open();
        const hadArchives = (await columnsOf(old.database)).get('node_versions')!.includes('archive_size');
        const empty = await seed(old.database, precedenceKey);
        // A table or column of a new migration needs rows in test/support/releases.ts.
        expect(empty).toEqual([]);
        const before = await rowsOf(old.database);
        expect([...before].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([]);
        await old.close();

        const registry = await startTestRegistry({}, await released.open());
        try {
          expect(await registry.database.isMigrated()).toBe(true);
          const after = await rowsOf(registry.database);
          for (const [table, rows] of before) {
            if (DROPPED.includes(table)) continue;
            // A version without an archive is no longer the latest one of its node.
            const changed = hadArchives ? RENDERED : [...RENDERED, 'latest_version_id'];
            const columns = Object.keys(rows[0]!).filter((column) => !changed.includes(column));
            const now = after.get(table)!;
            // Rows that a migration inserts are not rows of the version.
            const kept = table === 'meta' ? now.filter(({ name }) => rows.some((row) => row['name'] === name)) : now;
            expect({ table, rows: textsOf(kept, columns) }).toEqual({ table, rows: textsOf(rows, columns) });
          }
          // Migrations derive these rows from existing ones.
          expect(await registry.database.query('select distinct publisher_id from changes')).toEqual([
            { publisher_id: 'ada-team' },
          ]);
          expect(
            await registry.database.query(
              'select id from node_versions where (archive_key is null) <> (archive_sha256 is null)',
            ),
          ).toEqual([]);
          expect(await registry.database.query(`select value from meta where name = 'active_nodes'`)).toEqual([
            { value: '1' },
          ]);

          const list = (await registry.call('GET', '/nodes?include_banned=true')).body;
          expect([list.total, list.nodes.map(({ id }: { id: string }) => id).sort()]).toEqual([
            2,
            ['Full-Node', 'bare'],
          ]);
          const node = (await registry.call('GET', '/nodes/full_node?include_translations=true')).headers.get(
            'location',
          );
          expect(node).toBe('/nodes/Full-Node?include_translations=true');
          const full = (await registry.call('GET', node!)).body;
          expect(full).toMatchObject({
            name: 'Full',
            tags: ['a', 'b,c'],
            downloads: 7,
            rating: 4.5,
            publisher: { id: 'ada-team' },
            ...(hadArchives ? { latest_version: { version: '1.2.3', dependencies: ['numpy'] } } : {}),
            translations: { de: { name: 'Voll' } },
          });
          expect((await registry.call('GET', '/nodes/search?search=sharpans')).body.total).toBe(1);
          expect((await registry.call('GET', '/core-nodes')).body.core_nodes).toMatchObject([
            { core_node_name: 'Core', output_is_list: [true, false] },
          ]);
          expect((await registry.call('GET', '/changes')).body.changes).toHaveLength(3);
          const { data, errors } = await registry.graph(
            '{ publisher(id: "ada-team") { nodes { nodes { id versions(statuses: [NodeVersionStatusActive, NodeVersionStatusFlagged]) { nodes { version } } } } members { role } } }',
          );
          expect([errors, data.publisher]).toEqual([
            undefined,
            {
              nodes: {
                nodes: [
                  {
                    id: 'Full-Node',
                    versions: { nodes: hadArchives ? [{ version: '1.2.3' }] : [] },
                  },
                ],
              },
              members: [{ role: 'owner' }, { role: 'member' }],
            },
          ]);
          const admin = await registry.signIn('admin', { admin: true });
          expect(
            (await registry.call('PUT', '/admin/nodes/Full-Node', { as: admin, body: { name: 'Fuller' } })).body.name,
          ).toBe('Fuller');
          const tables = [...before.values()];
          process.stdout.write(
            `migrations: ${tables.reduce((sum, rows) => sum + rows.length, 0)} rows in ${tables.length} tables went from ${count} to ${MIGRATIONS.length}\n`,
          );
        } finally {
          await registry.close();
        }
      } finally {
        await released.remove();
      }
    },
    300_000,
  );
});
