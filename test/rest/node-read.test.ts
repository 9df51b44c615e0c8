import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NewNode } from '../../src/services/store-nodes.js';
import { zipOf } from '../support/archives.js';
import {
  changeNode,
  makeImportedNode,
  makeNode,
  makeWorld,
  type PublisherWorld,
  setNodeTimes,
  uniqueName,
} from '../support/builders.js';
import { checked, put } from '../support/publishing.js';
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

  it('returns the same record as lists', async () => {
    const id = await makeNode(registry, world.id, { versions: [{ version: '1.0.0' }, { version: '1.1.0' }] });
    const answer = await registry.call('GET', `/nodes/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual((await registry.call('GET', `/nodes?node_id=${id}`)).body.nodes[0]);
    expect(answer.body.latest_version.version).toBe('1.1.0');
  });

  it('reads a node that is not cached once for concurrent requests', async () => {
    const id = await makeNode(registry, world.id, { versions: [{ version: '1.0.0' }] });
    const statements = await registry.statements(() =>
      Promise.all(Array.from({ length: 8 }, (_, index) => registry.call('GET', `/nodes/${id}?caller=${index}`))),
    );
    // The node, then its version; its publisher may be cached already.
    expect(statements.length).toBeLessThanOrEqual(3);
  });

  it('redirects another spelling to the stored one, with its query string', async () => {
    const id = await makeNode(registry, world.id, { id: `Spelled_${uniqueName('x')}` });
    const other = id.toLowerCase().replaceAll('_', '.');
    const answer = await registry.call('GET', `/nodes/${other}?include_translations=true`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/nodes/${id}?include_translations=true`]);
  });

  it('returns translations on request, the publisher’s separate from the community’s', async () => {
    const id = await makeNode(registry, world.id);
    await registry.call('POST', `/nodes/${id}/translations`, {
      body: { data: { de: { name: 'Fremd', description: 'Von Fremden.' }, fr: { name: 'Nœud' } } },
    });
    await registry.call('POST', `/nodes/${id}/translations`, {
      as: world.callers.member,
      body: { data: { de: { name: 'Knoten' } } },
    });
    const answer = await registry.call('GET', `/nodes/${id}?include_translations=true`);
    expect(answer.body.translations).toEqual({ de: { name: 'Knoten' } });
    expect(answer.body.community_translations).toEqual({
      de: { name: 'Fremd', description: 'Von Fremden.' },
      fr: { name: 'Nœud' },
    });
    const plain = (await registry.call('GET', `/nodes/${id}`)).body;
    expect(plain).not.toHaveProperty('translations');
    expect(plain).not.toHaveProperty('community_translations');
  });

  it('refuses a banned node to all callers except admins, and responds with 404 for a deleted one', async () => {
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

  it('reports if the caller may update it, in both transports', async () => {
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

  it('returns the node that best provides a core-node', async () => {
    const name = `${uniqueName('Core')} with //two /slashes`;
    const id = await makeNode(registry, world.id, { versions: [{ version: '1.0.0', coreNodes: [{ name }] }] });
    // Clients do not always encode slashes. Express handles requests with a foreign Origin, the fast path the others.
    for (const inPath of [encodeURIComponent(name), name.replaceAll(' ', '%20'), `${encodeURIComponent(name)}/`])
      for (const headers of [undefined, { origin: 'https://elsewhere.example' }]) {
        const definition = await registry.call(
          'GET',
          `/nodes/${id}/versions/1.0.0/core-nodes/${inPath}`,
          headers && { headers },
        );
        expect(definition.body).toMatchObject({ core_node_name: name, node_id: id, node_version: '1.0.0' });
        if (inPath.endsWith('/')) continue;
        const provider = await registry.call('GET', `/core-nodes/${inPath}/node`, headers && { headers });
        expect([inPath, provider.body.id]).toEqual([inPath, id]);
      }
    const ending = `${name}/`;
    const other = await makeNode(registry, world.id, {
      versions: [{ version: '1.0.0', coreNodes: [{ name: ending }] }],
    });
    for (const headers of [undefined, { origin: 'https://elsewhere.example' }]) {
      const path = `/core-nodes/${encodeURIComponent(ending)}/node`;
      expect((await registry.call('GET', path, headers && { headers })).body.id).toBe(other);
      const inVersion = `/nodes/${other}/versions/1.0.0/core-nodes/${encodeURIComponent(ending)}`;
      expect((await registry.call('GET', inVersion, headers && { headers })).body.core_node_name).toBe(ending);
    }
    const providers = await registry.call('GET', `/core-nodes/${name.replaceAll(' ', '%20')}/providers`);
    expect(providers.body.total).toBe(1);
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

  it('ranks the providers of a core-node by reserved names, ranking, downloads, stars and age', async () => {
    const name = uniqueName('KSampler');
    const versions = [{ version: '1.0.0', coreNodes: [{ name }] }];
    // Each is better than the previous ones in one property, and worse in all less important ones. Ids don't decide.
    const worse: Partial<NewNode>[] = [
      { downloads: 5, repoHostStars: 16 },
      { downloads: 5, repoHostStars: 16 },
      { downloads: 5, repoHostStars: 1487 },
      { downloads: 6, repoHostStars: 2 },
      { downloads: 1, searchRanking: 3 },
      { downloads: 0, searchRanking: 2 },
      { searchRanking: 9, preemptedCoreNodeNames: [name] },
    ];
    const bestFirst: string[] = [];
    for (const [index, fields] of worse.entries()) {
      const id = await makeNode(registry, world.id, { id: `${'zyxwvut'[index]}-${name}`, versions, ...fields });
      await setNodeTimes(registry, id, `2026-01-0${index === 1 ? 1 : index + 2}T00:00:00Z`);
      expect((await registry.call('GET', `/core-nodes/${name}/node`)).body.id).toBe(id);
      const { data } = await registry.graph(`{ coreNode(name: "${name}") { nodeVersion { node { id } } } }`);
      expect(data.coreNode.nodeVersion.node.id).toBe(id);
      bestFirst.unshift(id);
    }
    // The order in memory.
    const { body } = await registry.call('GET', `/core-nodes/${name}/providers`);
    expect(body.providers.map(({ node }: { node: { id: string } }) => node.id)).toEqual(bestFirst);
  });

  it('stores names of core-nodes unchanged, however they were added', async () => {
    const names = [' leading', 'trailing ', '\tboth  ', ' '];
    const ids = new Map<string, string>();
    ids.set('import', await makeImportedNode(registry, { coreNodes: names.map((name) => ({ name })) }));
    const node = await makeNode(registry, world.id, { versions: [{ version: '1.0.0' }] });
    const answer = await registry.call('POST', `/nodes/${node}/versions/1.0.0/core-nodes`, {
      as: world.callers.admin,
      body: { core_nodes: names.map((name) => ({ core_node_name: name })) },
    });
    expect(answer.status).toBe(201);
    ids.set('endpoint', node);
    const archived = uniqueName('archived');
    const published = await registry.call('POST', `/publishers/${world.id}/nodes/${archived}/versions`, {
      as: world.callers.token,
      body: { node: { name: archived }, node_version: { version: '1.0.0' } },
    });
    const mappings = names.map((name) => `${JSON.stringify(name)}: Any`).join(', ');
    const source = `class Any:\n    FUNCTION = "run"\n\nNODE_CLASS_MAPPINGS = {${mappings}}\n`;
    await put(registry, published.body.signedUrl, await zipOf({ '__init__.py': source }));
    await checked(registry, archived, '1.0.0', world.callers.owner);
    ids.set('archive', archived);

    for (const [way, id] of ids) {
      const { body } = await registry.call('GET', `/core-nodes?node_id=${id}`);
      const stored = body.core_nodes.map((one: { core_node_name: string }) => one.core_node_name);
      expect([way, stored.sort()]).toEqual([way, [...names].sort()]);
      for (const name of names) {
        const query = new URLSearchParams({ node_id: id, core_node_name: name }).toString();
        expect((await registry.call('GET', `/core-nodes?${query}`)).body.total).toBe(1);
        const version = way === 'import' ? '0.0.0' : '1.0.0';
        const path = `/nodes/${id}/versions/${version}/core-nodes/${encodeURIComponent(name)}`;
        expect((await registry.call('GET', path)).body.core_node_name).toBe(name);
      }
    }
  });
});
