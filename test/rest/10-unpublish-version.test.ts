import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NodeVersionStatus } from '../../src/values/states.js';
import {
  auditRows,
  type Callers,
  changeNode,
  changePublisher,
  changeRows,
  makeNode,
  makePublisher,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  userId,
  versionId,
} from '../support/builders.js';
import { expectError, expectNoContent, expectValidationError } from '../support/refusals.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';

describe('DELETE /publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const unpublish = (as: string | undefined, nodeId: string, id: string, publisherId = world.id) =>
    registry.call('DELETE', `/publishers/${publisherId}/nodes/${nodeId}/versions/${id}`, { as });
  const read = async (id: string) => (await registry.call('GET', `/nodes?node_id=${id}`)).body.nodes[0];
  const twoVersions = () => makeNode(registry, world.id, { versions: [{ version: '1.0.9' }, { version: '1.0.10' }] });

  it('sets the status to Deleted, and keeps the row and its number', async () => {
    const node = await twoVersions();
    const id = await versionId(registry, node, '1.0.10');
    expectNoContent(await unpublish(world.callers.member, node, id));
    expect(await registry.database.query('select version, status from node_versions where id = $1', [id])).toEqual([
      { version: '1.0.10', status: 'NodeVersionStatusDeleted' },
    ]);
    expect(await changeRows(registry, 'version', id)).toMatchObject([
      { change: 'created' },
      { change: 'status', node_id: node, actor: `user:${await userId(registry, world.callers.member)}` },
    ]);
    expect(await auditRows(registry, 'version.unpublish', id)).toMatchObject([
      {
        subject_kind: 'version',
        publisher_id: world.id,
        from_state: 'NodeVersionStatusActive',
        to_state: 'NodeVersionStatusDeleted',
        reason: expect.any(String),
      },
    ]);
  });

  it('hides its texts in lists from callers outside the publisher', async () => {
    const node = await twoVersions();
    await unpublish(world.callers.owner, node, await versionId(registry, node, '1.0.10'));
    const paths = [
      `/nodes/${node}/versions?statuses=NodeVersionStatusDeleted&statuses=NodeVersionStatusActive`,
      `/versions?nodeId=${node}&statuses=NodeVersionStatusDeleted&statuses=NodeVersionStatusActive`,
    ];
    const listed = async (path: string, as: string | undefined) => {
      const { body } = await registry.call('GET', path, { as });
      return ((body.versions ?? body) as { version: string }[]).map(({ version }) => version).sort();
    };
    const graph = async (as: string | undefined) => {
      const { data } = await registry.graph(
        'query ($id: ID!) { node(id: $id) { versions(statuses: [NodeVersionStatusDeleted, NodeVersionStatusActive]) { nodes { version } } } }',
        { id: node },
        { as },
      );
      return (data.node.versions.nodes as { version: string }[]).map(({ version }) => version).sort();
    };
    for (const as of [undefined, world.callers.outsider]) {
      for (const path of paths) expect(await listed(path, as)).toEqual(['1.0.9']);
      expect(await graph(as)).toEqual(['1.0.9']);
    }
    for (const as of [world.callers.member, world.callers.admin]) {
      for (const path of paths) expect(await listed(path, as)).toEqual(['1.0.10', '1.0.9']);
      expect(await graph(as)).toEqual(['1.0.10', '1.0.9']);
    }
  });

  it('makes the next version the latest one, until there is none', async () => {
    const node = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.9' },
        { version: '1.0.10' },
        { version: '2.0.0-rc.1' },
        { version: '0.9.0', status: NodeVersionStatus.Flagged },
      ],
    });
    const latest: (string | undefined)[] = [(await read(node)).latest_version.version];
    for (const version of ['1.0.10', '1.0.9', '2.0.0-rc.1']) {
      expectNoContent(await unpublish(world.callers.member, node, await versionId(registry, node, version)));
      latest.push((await read(node)).latest_version?.version);
    }
    expect(latest).toEqual(['1.0.10', '1.0.9', '2.0.0-rc.1', undefined]);
    expect(await read(node)).not.toHaveProperty('latest_version');
  });

  it('removes what only this version provides from search and lists', async () => {
    const word = uniqueName('Tool').replaceAll('-', '');
    const node = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: [{ name: `Old${word}` }] },
        { version: '2.0.0', coreNodes: [{ name: `New${word}` }] },
      ],
    });
    const found = async (query: string) =>
      (await registry.call('GET', `/nodes/search?${query}`)).body.nodes.map((hit: { id: string }) => hit.id);
    const coreNodes = async () =>
      (await registry.call('GET', `/core-nodes?node_id=${node}`)).body.core_nodes.map(
        (one: { core_node_name: string }) => one.core_node_name,
      );
    expect(await found(`core_node_search=New${word}`)).toEqual([node]);
    expect(await found(`core_node_search=Old${word}`)).toEqual([]);
    expect(await coreNodes()).toEqual([`New${word}`]);
    await unpublish(world.callers.member, node, await versionId(registry, node, '2.0.0'));
    expect(await found(`core_node_search=New${word}`)).toEqual([]);
    expect(await found(`search=New${word}`)).toEqual([]);
    expect(await found(`core_node_search=Old${word}`)).toEqual([node]);
    expect(await found(`search=Old${word}`)).toEqual([node]);
    expect(await coreNodes()).toEqual([`Old${word}`]);
    expect((await registry.call('GET', `/nodes/${node}/versions/2.0.0/core-nodes`)).status).toBe(404);
    expect(
      (await registry.call('GET', `/nodes/${node}/versions/2.0.0/core-nodes`, { as: world.callers.member })).status,
    ).toBe(200);
  });

  it('succeeds when repeated, without a write', async () => {
    const node = await twoVersions();
    const id = await versionId(registry, node, '1.0.9');
    for (let time = 0; time < 3; time++) expectNoContent(await unpublish(world.callers.member, node, id));
    expect(await changeRows(registry, 'version', id)).toHaveLength(2);
    expect(await auditRows(registry, 'version.unpublish', id)).toHaveLength(1);
  });

  it('writes once for concurrent requests', async () => {
    const node = await twoVersions();
    const id = await versionId(registry, node, '1.0.9');
    const answers = await Promise.all(
      [world.callers.owner, world.callers.member, world.callers.token, world.callers.admin].map((as) =>
        unpublish(as, node, id),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(await auditRows(registry, 'version.unpublish', id)).toHaveLength(1);
  });

  it('leaves no latest version when all are unpublished concurrently', async () => {
    const versions = ['1.0.0', '1.1.0', '1.2.0', '2.0.0'];
    const node = await makeNode(registry, world.id, { versions: versions.map((version) => ({ version })) });
    const ids = await Promise.all(versions.map((version) => versionId(registry, node, version)));
    await Promise.all(ids.map((id) => unpublish(world.callers.member, node, id)));
    expect(await registry.database.query('select latest_version_id from nodes where id = $1', [node])).toEqual([
      { latest_version_id: null },
    ]);
    expect(await read(node)).not.toHaveProperty('latest_version');
  });

  it('accepts any spelling of the node’s id and of the version’s id', async () => {
    const id = uniqueName('Some_Node');
    const node = await makeNode(registry, world.id, { id });
    expectNoContent(
      await unpublish(
        world.callers.member,
        node.toLowerCase().replace('_', '.'),
        (await versionId(registry, node)).toUpperCase(),
      ),
    );
    expect(await read(node)).not.toHaveProperty('latest_version');
  });

  it.each([NodeVersionStatus.Pending, NodeVersionStatus.Flagged])(
    'unpublishes a version that is %s',
    async (status) => {
      const node = await makeNode(registry, world.id, {
        versions: [{ version: '1.0.0', status, statusReason: 'checks' }],
      });
      const id = await versionId(registry, node);
      expectNoContent(await unpublish(world.callers.member, node, id));
      expect(await auditRows(registry, 'version.unpublish', id)).toMatchObject([{ from_state: status }]);
    },
  );

  it.each<keyof Callers>(['owner', 'member', 'token', 'admin'])('allows a caller who is %s', async (caller) => {
    const node = await twoVersions();
    expectNoContent(await unpublish(world.callers[caller], node, await versionId(registry, node, '1.0.9')));
  });

  it('requires a valid credential', async () => {
    const node = await twoVersions();
    const id = await versionId(registry, node, '1.0.9');
    expectError(await unpublish(undefined, node, id), 401, 'UNAUTHENTICATED');
    expectError(await unpublish('not-a-token', node, id), 401, 'UNAUTHENTICATED');
  });

  it.each<keyof Callers>(['outsider', 'foreignToken'])(
    'responds alike to a caller who is %s, whether or not the version exists',
    async (caller) => {
      const node = await twoVersions();
      const id = await versionId(registry, node, '1.0.9');
      const there = await unpublish(world.callers[caller], node, id);
      expectError(there, 403, 'FORBIDDEN');
      expect((await unpublish(world.callers[caller], node, randomUUID())).body).toEqual(there.body);
      expect((await unpublish(world.callers[caller], 'no-such-node', id)).body).toEqual(there.body);
      expect(await auditRows(registry, 'version.unpublish', id)).toHaveLength(0);
    },
  );

  it.each(['not-a-uuid', '1.0.9', '00000000-0000-4000-8000-000000000000', '%F0%9F%98%80'])(
    'responds with 404 for the version %s',
    async (id) => {
      expectValidationError(await unpublish(world.callers.member, await twoVersions(), id), 404);
    },
  );

  it('responds with 404 for a version of another node, a node of another publisher, a deleted node, and an unknown publisher', async () => {
    const [node, other, foreign, deleted] = await Promise.all([
      twoVersions(),
      twoVersions(),
      makeNode(registry, world.foreignId),
      twoVersions(),
    ]);
    await changeNode(registry, deleted, `status = 'NodeStatusDeleted'`);
    const id = await versionId(registry, node, '1.0.9');
    const foreignId = await versionId(registry, foreign);
    expectValidationError(await unpublish(world.callers.member, other, id), 404);
    expectValidationError(await unpublish(world.callers.member, 'no-such-node', id), 404);
    expectValidationError(await unpublish(world.callers.member, node, foreignId), 404);
    expectValidationError(await unpublish(world.callers.member, foreign, foreignId), 404);
    expectValidationError(await unpublish(world.callers.admin, foreign, foreignId), 404);
    expectValidationError(
      await unpublish(world.callers.member, deleted, await versionId(registry, deleted, '1.0.9')),
      404,
    );
    expectValidationError(await unpublish(world.callers.member, node, id, 'no-such-publisher'), 404);
    for (const untouched of [id, foreignId])
      expect(await auditRows(registry, 'version.unpublish', untouched)).toHaveLength(0);
  });

  it('refuses a banned node, except for admins', async () => {
    const node = await twoVersions();
    const id = await versionId(registry, node, '1.0.9');
    await changeNode(registry, node, `status = 'NodeStatusBanned'`);
    for (const caller of ['owner', 'member', 'token'] as const)
      expectError(await unpublish(world.callers[caller], node, id), 403, 'NODE_BANNED');
    expectNoContent(await unpublish(world.callers.admin, node, id));
  });

  it('refuses a banned publisher, except for admins', async () => {
    const publisherId = await makePublisher(registry, await userId(registry, world.callers.owner));
    const node = await makeNode(registry, publisherId);
    const id = await versionId(registry, node);
    await changePublisher(registry, publisherId, `status = 'PublisherStatusBanned'`);
    expectError(await unpublish(world.callers.owner, node, id, publisherId), 403, 'PUBLISHER_BANNED');
    expectNoContent(await unpublish(world.callers.admin, node, id, publisherId));
  });

  it('hides the details of an internal error', async () => {
    const original = registry.services.versions.unpublish;
    registry.services.versions.unpublish = () => Promise.reject(new Error('vault'));
    try {
      const answer = await unpublish(world.callers.member, 'some-node', randomUUID());
      expectError(answer, 500, 'INTERNAL_ERROR');
      expect(answer.text).not.toContain('vault');
    } finally {
      registry.services.versions.unpublish = original;
    }
  });
});
