import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeNode, makeNode, makeWorld } from '../support/builders.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

const ODD =
  'quote " backslash \\ slash / new\nline \t tab \u0001\u001e\u001f ends, \u2028 ä 🙂 {"json": [null, true]} </script>';

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('records', () => {
  let registry: TestRegistry;
  let publisherId: string;
  let nodeId: string;
  let versionId: string;

  beforeAll(async () => {
    registry = await startTestRegistry();
    publisherId = (await makeWorld(registry)).id;
    nodeId = await makeNode(registry, publisherId, {
      name: 'Read from columns',
      description: ODD,
      author: 'an author',
      license: '{"file": "LICENSE"}',
      downloads: 7,
      repoHostStars: 8,
      tags: ['a', 'b, "c"', ''],
      versions: [{ version: '1.0.0-rc.1+a', changelog: ODD, dependencies: ['a', 'null', '{'] }],
    });
    await registry.database.query(
      `update node_versions set archive_size = 1234567890123, archive_sha256 = 'h', archive_key = 'k', archive_stored_at = now(), status_reason = 'why', supported_os = '{o}', tags = '{t}', tags_admin = '{u}',
      supported_accelerators = '{g}', supported_coreui_frontend_version = '>=3', supported_coreui_version = '<4', deprecated = true, created_at = '2026-01-02T03:04:05.6079Z' where node_id = $1`,
      [nodeId],
    );
    await registry.database.query(
      `update publishers set logo = 'l', website = 'w', support = 's', source_code_repo = 'r', description = 'd' where id = $1`,
      [publisherId],
    );
    await changeNode(
      registry,
      nodeId,
      `category = 'c', icon = 'i', banner_url = 'b', repository = 'r', status_detail = 's', rating = 4.3333335, search_ranking = 3, tags_admin = '{x,"y z"}', preempted_core_node_names = '{P}',
      supported_accelerators = '{g}', supported_coreui_frontend_version = '>=1', supported_coreui_version = '<2', supported_os = '{o,NULL_}', created_at = '2026-01-02T03:04:05.607Z'`,
    );
    const [version] = await registry.database.query<{ id: string }>('select id from node_versions where node_id = $1', [
      nodeId,
    ]);
    versionId = version!.id;
  });
  afterAll(() => registry.close());

  it.each([
    ['nodes', () => [nodeId, registry.services.catalogue.nodes.one(nodeId)] as const, []],
    ['publishers', () => [publisherId, registry.services.catalogue.publishers.one(publisherId)] as const, []],
    ['node_versions', () => [versionId, registry.services.catalogue.versions.one(versionId)] as const, ['downloadUrl']],
  ])('of %s have the column’s value in every field', async (table, find, derived) => {
    const [id, found] = find();
    const record = { ...(await found) } as Record<string, unknown>;
    const fields = Object.keys(record).filter((field) => !(derived as string[]).includes(field));
    const shown = fields.map((field) =>
      field.endsWith('At')
        ? `to_json(to_char(t.${snake(field)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
        : `to_json(t.${snake(field)})`,
    );
    const [row] = await registry.database.lists(
      `select ${shown.map((value) => `${value}::text`).join(', ')} from ${table} t where t.id::text = $1`,
      [id],
    );
    expect(fields.map((field) => [field, record[field]])).toEqual(
      fields.map((field, at) => [field, row![at] === null ? null : JSON.parse(row![at] as string)]),
    );
    // Nearly all values are distinct, so that swapped columns are detected.
    expect(new Set(row).size).toBeGreaterThanOrEqual(fields.length - 3);
  });

  it('are read by processes of this build while the tables have an additional column', async () => {
    await registry.database.transaction(async ({ query }) => {
      await query('alter table nodes add column homepage text');
      await query('alter table node_versions add column homepage text');
    });
    await changeNode(registry, nodeId, `homepage = 'https://example.org', name = 'After the upgrade'`);
    const { body } = await registry.call('GET', `/nodes?node_id=${nodeId}&latest=true`);
    expect(body.nodes[0]).toMatchObject({
      name: 'After the upgrade',
      description: ODD,
      license: '{"file": "LICENSE"}',
    });
    const { data } = await registry.graph(
      'query ($ids: [ID!]) { nodes(filter: { nodeIds: $ids }) { nodes { name description license versions { nodes { changelog } } } } }',
      { ids: [nodeId] },
    );
    expect(data.nodes.nodes[0]).toMatchObject({
      name: 'After the upgrade',
      description: ODD,
      license: '{"file": "LICENSE"}',
      versions: { nodes: [{ changelog: ODD }] },
    });
  });
});
