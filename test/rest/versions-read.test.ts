import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NodeVersionStatus } from '../../src/values/states.js';
import { changeNode, makeNode, makeWorld, type PublisherWorld } from '../support/builders.js';
import { expectError } from '../support/refusals.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

describe('reading versions', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let node: string;

  beforeAll(async () => {
    registry = await startTestRegistry();
    world = await makeWorld(registry);
    node = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.9' },
        { version: '1.0.10' },
        { version: '2.0.0', status: NodeVersionStatus.Flagged, statusReason: 'calls eval' },
        { version: '3.0.0', status: NodeVersionStatus.Deleted, statusReason: 'unpublished' },
      ],
    });
  });
  afterAll(() => registry.close());

  const numbers = (versions: { version: string }[]): string[] => versions.map(({ version }) => version);

  it('lists the Active ones of a node, highest first', async () => {
    const answer = await registry.call('GET', `/nodes/${node}/versions`);
    expect([answer.status, numbers(answer.body)]).toEqual([200, ['1.0.10', '1.0.9']]);
  });

  it('lists those with the requested statuses, with reasons for callers who may read them', async () => {
    const path = `/nodes/${node}/versions?statuses=NodeVersionStatusFlagged&statuses=NodeVersionStatusActive`;
    const plain = await registry.call('GET', path, { as: world.callers.member });
    expect(numbers(plain.body)).toEqual(['2.0.0', '1.0.10', '1.0.9']);
    expect(plain.body[0]).not.toHaveProperty('status_reason');
    const asked = `${path}&include_status_reason=true`;
    for (const as of [world.callers.member, world.callers.token, world.callers.admin])
      expect((await registry.call('GET', asked, { as })).body[0].status_reason).toBe('calls eval');
    for (const as of [undefined, world.callers.outsider, world.callers.foreignToken])
      expect((await registry.call('GET', asked, { as })).body[0]).not.toHaveProperty('status_reason');
    expectError(await registry.call('GET', `/nodes/${node}/versions?statuses=Active`), 400, 'INVALID_INPUT');
  });

  it('returns one by its number, and shows outsiders only the status of one that is not Active', async () => {
    expect((await registry.call('GET', `/nodes/${node}/versions/1.0.9`)).body.version).toBe('1.0.9');
    const refused = await registry.call('GET', `/nodes/${node}/versions/2.0.0`);
    expectError(refused, 404, 'NODE_VERSION_NOT_FOUND');
    expect(refused.body.message).toContain('NodeVersionStatusFlagged');
    expect(
      (await registry.call('GET', `/nodes/${node}/versions/2.0.0`, { as: world.callers.token })).body.status_reason,
    ).toBe('calls eval');
    expectError(await registry.call('GET', `/nodes/${node}/versions/9.9.9`), 404, 'NODE_VERSION_NOT_FOUND');
    expectError(await registry.call('GET', '/nodes/no-such-node/versions/1.0.0'), 404, 'NODE_NOT_FOUND');
    expectError(await registry.call('GET', '/nodes/no-such-node/versions'), 404, 'NODE_NOT_FOUND');
    const graph = await registry.graph(
      `{ there: nodeVersion(nodeId: "${node}", version: "1.0.9") { version } hidden: nodeVersion(nodeId: "${node}", version: "2.0.0") { version } }`,
    );
    expect(graph).toMatchObject({ data: { there: { version: '1.0.9' }, hidden: null } });
  });

  it('lists those of all nodes in pages, newest first', async () => {
    const other = await makeNode(registry, world.id, { versions: [{ version: '0.1.0' }] });
    const all = await registry.call('GET', '/versions?pageSize=100');
    expect(all.body).toMatchObject({ page: 1, pageSize: 100, total: 3, totalPages: 1 });
    expect(all.body.versions[0].node_id).toBe(other);
    const paged = [];
    for (let page = 1; page <= 3; page++)
      paged.push(...(await registry.call('GET', `/versions?pageSize=1&page=${page}`)).body.versions);
    expect(paged).toEqual(all.body.versions);
    expect(numbers((await registry.call('GET', `/versions?nodeId=${other}`)).body.versions)).toEqual(['0.1.0']);
    expect((await registry.call('GET', '/versions?nodeId=no-such-node')).body.total).toBe(0);
    expect((await registry.call('GET', '/versions?pageSize=1000')).body.pageSize).toBe(100);
    const graph = await registry.graph('{ nodeVersions(limit: 100) { total totalPages nodes { id } } }');
    expect(graph.data.nodeVersions).toEqual({
      total: 3,
      totalPages: 1,
      nodes: all.body.versions.map(({ id }: { id: string }) => ({ id })),
    });
    await changeNode(registry, other, `status = 'NodeStatusBanned'`);
    expect((await registry.call('GET', '/versions')).body.total).toBe(2);
    expectError(await registry.call('GET', `/versions?nodeId=${other}`), 403, 'NODE_BANNED');
  });

  it('returns many by node and number, with two statements for any number of them', async () => {
    const refs = [
      { node_id: node.toUpperCase(), version: '1.0.9' },
      { node_id: node, version: '2.0.0' },
      { node_id: 'nothing', version: '1.0.0' },
      { node_id: node, version: '1.0.9' },
    ];
    const statements = await registry.statements(async () => {
      const { status, body } = await registry.call('POST', '/bulk/nodes/versions', { body: { node_versions: refs } });
      expect(status).toBe(200);
      expect(body.node_versions.map((item: { status: string }) => item.status)).toEqual([
        'success',
        'not_found',
        'not_found',
        'success',
      ]);
      expect(body.node_versions[0]).toMatchObject({
        identifier: refs[0],
        node_version: { node_id: node, version: '1.0.9' },
      });
      expect(body.node_versions[1].error_message).toBe(
        `Version 2.0.0 of "${node}" is not available (status: NodeVersionStatusFlagged).`,
      );
      expect(body.node_versions[2].error_message).toBe('There is no version 1.0.0 of nothing.');
    });
    expect(statements.length).toBeLessThanOrEqual(2);
    const graph = await registry.graph(
      'query ($refs: [NodeVersionRefInput!]!) { nodeVersionsByNumber(refs: $refs) { version } }',
      { refs: refs.map(({ node_id: nodeId, version }) => ({ nodeId, version })) },
    );
    expect(graph.data.nodeVersionsByNumber).toEqual([{ version: '1.0.9' }, null, null, { version: '1.0.9' }]);
    const many = Array.from({ length: 501 }, () => refs[0]);
    expectError(
      await registry.call('POST', '/bulk/nodes/versions', { body: { node_versions: many } }),
      400,
      'INVALID_INPUT',
    );
    expectError(await registry.call('POST', '/bulk/nodes/versions', { body: {} }), 400, 'INVALID_INPUT');
  });
});
