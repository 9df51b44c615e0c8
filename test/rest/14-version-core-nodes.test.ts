import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NewCoreNode } from '../../src/services/store-nodes.js';
import { NodeVersionStatus } from '../../src/values/states.js';
import { changeNode, makeNode, makeWorld, type PublisherWorld, uniqueName, versionId } from '../support/builders.js';
import { expectError } from '../support/refusals.js';
import { type Answer, sharedTestRegistry, type TestRegistry } from '../support/registry.js';

const namesOf = (answer: Answer): string[] =>
  answer.body.core_nodes.map((definition: { core_node_name: string }) => definition.core_node_name);
const named = (...names: string[]): NewCoreNode[] => names.map((name) => ({ name }));

describe('GET /nodes/{nodeId}/versions/{version}/core-nodes', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let id: string;
  const MANY = Array.from({ length: 1001 }, (_, place) => `Many${String(place).padStart(4, '0')}`);
  const HIDDEN = {
    '4.0.0': NodeVersionStatus.Pending,
    '5.0.0': NodeVersionStatus.Flagged,
    '6.0.0': NodeVersionStatus.Banned,
    '7.0.0': NodeVersionStatus.Deleted,
  };

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
    id = await makeNode(registry, world.id, {
      id: uniqueName('Read.Node'),
      versions: [
        {
          version: '1.0.0',
          coreNodes: [{ name: 'b', category: 'image', inputTypes: '{}', outputIsList: [true] }, ...named('a', 'C')],
        },
        { version: '2.0.0' },
        { version: '3.0.0-rc.1+build.7', coreNodes: named(...MANY) },
        ...Object.entries(HIDDEN).map(([version, status]) => ({
          version,
          status,
          statusReason: 'secret reason',
          coreNodes: named(`Of ${version}`),
        })),
      ],
    });
  });
  afterAll(() => registry.close());

  const list = (
    nodeId: string,
    version: string,
    { as, query = '' }: { as?: string | undefined; query?: string } = {},
  ) =>
    registry.call(
      'GET',
      `/nodes/${encodeURIComponent(nodeId)}/versions/${encodeURIComponent(version)}/core-nodes${query}`,
      { as },
    );

  it('returns the definitions of the version by name, with every field under its wire name', async () => {
    const answer = await list(id, '1.0.0');
    const plain = {
      node_id: id,
      node_version: '1.0.0',
      output_is_list: [],
      deprecated: false,
      experimental: false,
      policy: 'CoreNodePolicyActive',
    };
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        core_nodes: [
          { ...plain, core_node_name: 'C' },
          { ...plain, core_node_name: 'a' },
          { ...plain, core_node_name: 'b', category: 'image', input_types: '{}', output_is_list: [true] },
        ],
        totalNumberOfPages: 1,
      },
    ]);
  });

  it('responds alike to all callers for an Active version, also with an invalid credential', async () => {
    const anonymous = await list(id, '1.0.0');
    const expired = await registry.signIn(uniqueName('late'), { ttlSeconds: -3600 });
    for (const as of ['not-a-token', expired, ...Object.values(world.callers)]) {
      const answer = await list(id, '1.0.0', { as });
      expect([answer.status, answer.body]).toEqual([200, anonymous.body]);
    }
  });

  it('accepts any spelling of the node’s id, and a number with a pre-release and a build', async () => {
    for (const spelling of [id.toUpperCase(), id.toLowerCase().replaceAll(/[.-]/g, '_')])
      expect(namesOf(await list(spelling, '1.0.0'))).toEqual(['C', 'a', 'b']);
    expect(namesOf(await list(id, '3.0.0-rc.1+build.7'))).toEqual(MANY.slice(0, 10));
    expect(namesOf(await registry.call('GET', `/nodes/${id}/versions/3.0.0-rc.1+build.7/core-nodes`))).toEqual(
      MANY.slice(0, 10),
    );
  });

  it('is empty for a version without definitions', async () => {
    expect((await list(id, '2.0.0')).body).toEqual({ core_nodes: [], totalNumberOfPages: 0 });
  });

  it('has pages of ten by default and at most a thousand, and empty ones beyond the end', async () => {
    const version = '3.0.0-rc.1+build.7';
    expect((await list(id, version)).body.totalNumberOfPages).toBe(101);
    const third = await list(id, version, { query: '?page=3&limit=4' });
    expect([namesOf(third), third.body.totalNumberOfPages]).toEqual([MANY.slice(8, 12), 251]);
    const capped = await list(id, version, { query: '?limit=5000' });
    expect([namesOf(capped), capped.body.totalNumberOfPages]).toEqual([MANY.slice(0, 1000), 2]);
    expect(namesOf(await list(id, version, { query: '?limit=5000&page=2' }))).toEqual(MANY.slice(1000));
    for (const page of [102, 1_000_000_000])
      expect((await list(id, version, { query: `?page=${page}` })).body).toEqual({
        core_nodes: [],
        totalNumberOfPages: 101,
      });
  });

  it.each(Object.entries(HIDDEN))(
    'hides %s, which is %s, from outsiders and says why, but never the reason',
    async (version, status) => {
      const { owner, member, token, admin, outsider, foreignToken } = world.callers;
      for (const as of [undefined, 'not-a-token', outsider, foreignToken]) {
        const answer = await list(id, version, { as });
        expectError(answer, 404, 'NODE_VERSION_NOT_FOUND');
        expect(answer.body.message).toContain(status);
        expect(answer.text).not.toContain('secret reason');
      }
      for (const as of [owner, member, token, admin])
        expect(namesOf(await list(id, version, { as }))).toEqual([`Of ${version}`]);
    },
  );

  it('is 404 if the node or the version does not exist', async () => {
    const deleted = await makeNode(registry, world.id);
    await changeNode(registry, deleted, `status = 'NodeStatusDeleted'`);
    for (const nodeId of ['no-such-node', deleted, '..', 'a b', 'x'.repeat(500), '图']) {
      // Clients resolve "..", so the server never receives it as a node id.
      if (nodeId !== '..') expectError(await list(nodeId, '1.0.0', { as: world.callers.admin }), 404, 'NODE_NOT_FOUND');
    }
    const uuid = await versionId(registry, id);
    for (const version of ['9.9.9', '1.0', 'latest', 'v1.0.0', uuid, `1.0.0'--`, 'x'.repeat(500)])
      expectError(await list(id, version), 404, 'NODE_VERSION_NOT_FOUND');
  });

  it('is 404 for a version of another node', async () => {
    const other = await makeNode(registry, world.id, { versions: [{ version: '8.0.0', coreNodes: named('Other') }] });
    expectError(await list(id, '8.0.0'), 404, 'NODE_VERSION_NOT_FOUND');
    expect(namesOf(await list(other, '8.0.0'))).toEqual(['Other']);
  });

  it('is 403 for a banned node, except for admins', async () => {
    const banned = await makeNode(registry, world.id, { versions: [{ version: '1.0.0', coreNodes: named('Kept') }] });
    await changeNode(registry, banned, `status = 'NodeStatusBanned'`);
    const { admin, ...others } = world.callers;
    for (const as of [undefined, 'not-a-token', ...Object.values(others)]) {
      expectError(await list(banned, '1.0.0', { as }), 403, 'NODE_BANNED');
      expectError(await list(banned, '9.9.9', { as }), 403, 'NODE_BANNED');
    }
    expect(namesOf(await list(banned, '1.0.0', { as: admin }))).toEqual(['Kept']);
  });

  it('reflects at once that a version was unpublished', async () => {
    const node = await makeNode(registry, world.id, { versions: [{ version: '1.0.0', coreNodes: named('Here') }] });
    expect(namesOf(await list(node, '1.0.0'))).toEqual(['Here']);
    await registry.call('DELETE', `/publishers/${world.id}/nodes/${node}/versions/${await versionId(registry, node)}`, {
      as: world.callers.member,
    });
    expectError(await list(node, '1.0.0'), 404, 'NODE_VERSION_NOT_FOUND');
  });

  it.each([
    'page=0',
    'page=abc',
    'page=1.5',
    'limit=0',
    'limit=-1',
    'limit=abc',
    'limit=1&limit=2',
    'page=%00',
    'page=1000000001',
  ])('%s is refused', async (query) => {
    expectError(await list(id, '1.0.0', { query: `?${query}` }), 400, 'INVALID_INPUT');
  });

  it('treats empty values as absent and ignores unknown parameters', async () => {
    const answer = await list(id, '3.0.0-rc.1+build.7', { query: '?page=&limit=&pageSize=abc' });
    expect([answer.status, answer.body.core_nodes.length]).toEqual([200, 10]);
  });

  it('runs two statements for one definition or a thousand, once the node is cached', async () => {
    const cost = async (version: string, limit: number) =>
      (await registry.statements(() => list(id, version, { query: `?limit=${limit}&page=1&fresh` }))).length;
    await list(id, '2.0.0');
    expect(await cost('1.0.0', 1)).toBe(2);
    expect(await cost('3.0.0-rc.1+build.7', 1000)).toBe(2);
  });

  it('refuses other methods and media types, and hides the details of an internal error', async () => {
    const path = `/nodes/${id}/versions/1.0.0/core-nodes`;
    expectError(await registry.call('PATCH', path, { as: world.callers.admin, body: {} }), 405, 'METHOD_NOT_ALLOWED');
    expectError(await registry.call('GET', path, { headers: { accept: 'text/html' } }), 406, 'NOT_ACCEPTABLE');
    const original = registry.services.nodes.coreNodes;
    registry.services.nodes.coreNodes = () => Promise.reject(new Error('select secret from vault'));
    try {
      const answer = await registry.call('GET', `${path}?page=77`);
      expectError(answer, 500, 'INTERNAL_ERROR');
      expect(answer.text).not.toContain('vault');
    } finally {
      registry.services.nodes.coreNodes = original;
    }
  });
});
