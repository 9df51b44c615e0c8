import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeNode, makeNode, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { expectError } from '../support/refusals.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';

describe('reading one node', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  it('gives it as the lists do', async () => {
    const id = await makeNode(registry, world.id, { versions: [{ version: '1.0.0' }, { version: '1.1.0' }] });
    const answer = await registry.call('GET', `/nodes/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual((await registry.call('GET', `/nodes?node_id=${id}`)).body.nodes[0]);
    expect(answer.body.latest_version.version).toBe('1.1.0');
  });

  it('sends another spelling on to the stored one, with its question', async () => {
    const id = await makeNode(registry, world.id, { id: `Spelled_${uniqueName('x')}` });
    const other = id.toLowerCase().replaceAll('_', '.');
    const answer = await registry.call('GET', `/nodes/${other}?include_translations=true`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/nodes/${id}?include_translations=true`]);
  });

  it('gives translations where they are asked for, the publisher’s words before the community’s', async () => {
    const id = await makeNode(registry, world.id);
    await registry.call('POST', `/nodes/${id}/translations`, {
      body: { data: { de: { name: 'Fremd', description: 'Von Fremden.' }, fr: { name: 'Nœud' } } },
    });
    await registry.call('POST', `/nodes/${id}/translations`, {
      as: world.callers.member,
      body: { data: { de: { name: 'Knoten' } } },
    });
    const answer = await registry.call('GET', `/nodes/${id}?include_translations=true`);
    expect(answer.body.translations).toEqual({
      de: { name: 'Knoten', description: 'Von Fremden.' },
      fr: { name: 'Nœud' },
    });
    expect((await registry.call('GET', `/nodes/${id}`)).body).not.toHaveProperty('translations');
  });

  it('refuses a banned one to all but admins, and knows nothing of a deleted one', async () => {
    const id = await makeNode(registry, world.id);
    await changeNode(registry, id, `status = 'NodeStatusBanned'`);
    for (const as of [undefined, 'nonsense', world.callers.owner, world.callers.token])
      expectError(await registry.call('GET', `/nodes/${id}`, { as }), 403, 'NODE_BANNED');
    expect((await registry.call('GET', `/nodes/${id}`, { as: world.callers.admin })).status).toBe(200);
    await changeNode(registry, id, `status = 'NodeStatusDeleted'`);
    expectError(await registry.call('GET', `/nodes/${id}`), 404, 'NODE_NOT_FOUND');
    expectError(await registry.call('GET', '/nodes/no-such-node'), 404, 'NODE_NOT_FOUND');
    expectError(await registry.call('GET', `/nodes/${id}?include_translations=maybe`), 400, 'INVALID_INPUT');
  });

  it('tells who may change it, through both transports', async () => {
    const id = await makeNode(registry, world.id);
    const { owner, member, token, outsider, foreignToken, admin } = world.callers;
    for (const [as, canEdit] of [
      [owner, true],
      [member, true],
      [token, true],
      [admin, true],
      [outsider, false],
      [foreignToken, false],
    ] as const) {
      expect((await registry.call('GET', `/publishers/${world.id}/nodes/${id}/permissions`, { as })).body).toEqual({
        canEdit,
      });
      expect(
        (await registry.graph(`{ node(id: "${id}") { viewerCanEdit } }`, {}, { as })).data.node.viewerCanEdit,
      ).toBe(canEdit);
    }
    expectError(await registry.call('GET', `/publishers/${world.id}/nodes/${id}/permissions`), 401, 'UNAUTHENTICATED');
    expectError(
      await registry.call('GET', `/publishers/${world.foreignId}/nodes/${id}/permissions`, { as: owner }),
      404,
      'NODE_NOT_FOUND',
    );
    expectError(
      await registry.call('GET', `/publishers/nobody-here/nodes/${id}/permissions`, { as: owner }),
      404,
      'PUBLISHER_NOT_FOUND',
    );
  });

  it('gives the node that best provides a core-node', async () => {
    const name = `${uniqueName('Core')} with / slash`;
    const id = await makeNode(registry, world.id, { versions: [{ version: '1.0.0', coreNodes: [{ name }] }] });
    expect((await registry.call('GET', `/core-nodes/${encodeURIComponent(name)}/node`)).body.id).toBe(id);
    const definition = await registry.call('GET', `/nodes/${id}/versions/1.0.0/core-nodes/${encodeURIComponent(name)}`);
    expect(definition.body).toMatchObject({ core_node_name: name, node_id: id, node_version: '1.0.0' });
    expectError(await registry.call('GET', '/core-nodes/Nothing/node'), 404, 'CORE_NODE_NOT_FOUND');
    expectError(
      await registry.call('GET', `/nodes/${id}/versions/1.0.0/core-nodes/Nothing`),
      404,
      'CORE_NODE_NOT_FOUND',
    );
    const graph = await registry.graph(
      `query ($name: String!) { node(id: "${id}") { latestVersion { coreNode(name: $name) { coreNodeName } nothing: coreNode(name: "x") { coreNodeName } } } }`,
      { name },
    );
    expect(graph.data.node.latestVersion).toEqual({ coreNode: { coreNodeName: name }, nothing: null });
  });
});
