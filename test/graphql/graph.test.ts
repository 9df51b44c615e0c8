import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  changeNode,
  makeNode,
  makeNodes,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  versionId,
} from '../support/builders.js';
import { sharedTestRegistry, startUncachedRegistry, type TestRegistry } from '../support/registry.js';

const NESTED = `query ($limit: Int!, $ids: [ID!]) {
  nodes(limit: $limit, filter: { nodeIds: $ids }) {
    total
    nodes { id name publisher { id name } latestVersion { version dependencies } versions(first: 5) { nodes { version } } }
  }
}`;

describe('the GraphQL API', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const codes = (answer: { errors?: { extensions: { code: string } }[] }): string[] =>
    (answer.errors ?? []).map(({ extensions }) => extensions.code);

  it('runs the same number of statements for 1 node and for 100', async () => {
    const nodes = Array.from({ length: 100 }, () => ({
      id: uniqueName('many'),
      publisherId: world.id,
      name: 'Many',
      versions: Array.from({ length: 7 }, (_, patch) => ({ version: `1.0.${patch}` })),
    }));
    await makeNodes(registry, nodes);
    const ids = nodes.map(({ id }) => id);
    const uncached = await startUncachedRegistry(registry);
    const cost = async (count: number): Promise<string[]> =>
      uncached.statements(async () => {
        const { data } = await uncached.graph(NESTED, { limit: 100, ids: ids.slice(0, count) });
        expect(data.nodes.nodes).toHaveLength(count);
        expect(data.nodes.nodes[0].versions.nodes.map(({ version }: { version: string }) => version)).toEqual([
          '1.0.6',
          '1.0.5',
          '1.0.4',
          '1.0.3',
          '1.0.2',
        ]);
      });
    // One statement each for ids, nodes, publishers, latest versions and first versions; one for all after compilation.
    for (const statements of [5, 1]) {
      expect(await cost(1)).toHaveLength(statements);
      expect(await cost(100)).toHaveLength(statements);
    }
    await uncached.close();
  });

  it('treats null as the default page size, and refuses long aliases', async () => {
    const cost = async (document: string): Promise<number> =>
      (await registry.graph(document)).extensions.cost.requested;
    const nested = (args: string): string =>
      `{ node(id: "x") { versions${args} { nodes { node { versions${args} { nodes { id } } } } } } }`;
    expect(await cost(nested('(first: null)'))).toBe(await cost(nested('')));
    expect(await cost('{ nodes(limit: null) { nodes { id } } }')).toBe(await cost('{ nodes { nodes { id } } }'));
    const long = await registry.graph(`{ nodes(limit: 1) { nodes { ${'x'.repeat(101)}: id } } }`);
    expect(codes(long)).toEqual(['INVALID_INPUT']);
  });

  it('reports no previous page if the cursor is an empty string, which means the beginning of the list', async () => {
    const node = await makeNode(registry, world.id, { versions: [{ version: '1.0.0' }] });
    const { data } = await registry.graph(
      `{ node(id: "${node}") { versions(after: "") { nodes { version } pageInfo { hasPreviousPage } } coreNodes(after: "") { pageInfo { hasPreviousPage } } } }`,
    );
    expect(data.node).toEqual({
      versions: { nodes: [{ version: '1.0.0' }], pageInfo: { hasPreviousPage: false } },
      coreNodes: { pageInfo: { hasPreviousPage: false } },
    });
  });

  it('pages through versions by cursor, highest first, and counts them only if `totalCount` is selected', async () => {
    const node = await makeNode(registry, world.id, {
      versions: ['1.0.9', '1.0.10', '1.0.10-rc.1', '2.0.0-alpha', '0.9.0', '1.1.0+build.7'].map((version) => ({
        version,
      })),
    });
    const query = `query ($id: ID!, $after: String) { node(id: $id) { versions(first: 2, after: $after) { nodes { version } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage endCursor } } } }`;
    const seen: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 3; page++) {
      const { data } = await registry.graph(query, { id: node, after });
      const { nodes, pageInfo, edges } = data.node.versions;
      seen.push(...nodes.map(({ version }: { version: string }) => version));
      expect(pageInfo.hasNextPage).toBe(page < 2);
      expect(pageInfo.hasPreviousPage).toBe(page > 0);
      expect(edges.at(-1).cursor).toBe(pageInfo.endCursor);
      after = pageInfo.endCursor;
    }
    expect(seen).toEqual(['2.0.0-alpha', '1.1.0+build.7', '1.0.10', '1.0.10-rc.1', '1.0.9', '0.9.0']);
    const without = await registry.statements(() =>
      registry.graph(`{ node(id: "${node}") { versions { nodes { id } } } }`),
    );
    expect(without.filter((sql) => sql.includes('count('))).toEqual([]);
    expect(
      (await registry.graph(`{ node(id: "${node}") { versions { totalCount } } }`)).data.node.versions.totalCount,
    ).toBe(6);
  });

  it('lists versions with the requested statuses, by default Active ones', async () => {
    const node = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0' },
        { version: '1.1.0', status: 'NodeVersionStatusFlagged' as never, statusReason: 'calls eval' },
        { version: '1.2.0', status: 'NodeVersionStatusPending' as never },
      ],
    });
    const list = async (statuses: string, as?: string) =>
      (
        await registry.graph(
          `{ node(id: "${node}") { latestVersion { version } versions${statuses} { nodes { version statusReason } } } }`,
          {},
          { as },
        )
      ).data.node;
    expect((await list('')).versions.nodes).toEqual([{ version: '1.0.0', statusReason: null }]);
    expect((await list('')).latestVersion.version).toBe('1.0.0');
    const flagged = '(statuses: [NodeVersionStatusFlagged, NodeVersionStatusPending])';
    for (const as of [undefined, world.callers.outsider])
      expect((await list(flagged, as)).versions.nodes).toEqual([{ version: '1.2.0', statusReason: null }]);
    for (const as of [world.callers.member, world.callers.token, world.callers.admin])
      expect((await list(flagged, as)).versions.nodes[1].statusReason).toBe('calls eval');
  });

  it('has fields from each object to its related objects', async () => {
    const node = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: [{ name: 'Alpha' }, { name: 'Beta', category: 'x' }, { name: 'Gamma' }] },
      ],
    });
    const own = await makeNode(registry, world.foreignId);
    const { data, errors } = await registry.graph(
      `query ($id: ID!, $publisher: ID!, $other: ID!) {
        node(id: $id) {
          coreNodes(first: 2) { totalCount nodes { coreNodeName nodeVersion { version node { id } } } pageInfo { endCursor hasNextPage } }
          latestVersion { node { publisher { id } } coreNodes { nodes { coreNodeName } } }
        }
        other: publisher(id: $other) { nodes { totalCount nodes { id } } }
        publisher(id: $publisher) { members { role email user { name } } }
      }`,
      { id: node, publisher: world.id, other: world.foreignId },
    );
    expect(errors).toBeUndefined();
    expect(data.node.coreNodes).toMatchObject({
      totalCount: 3,
      nodes: [
        { coreNodeName: 'Alpha', nodeVersion: { version: '1.0.0', node: { id: node } } },
        { coreNodeName: 'Beta' },
      ],
      pageInfo: { hasNextPage: true },
    });
    expect(data.node.latestVersion).toEqual({
      node: { publisher: { id: world.id } },
      coreNodes: { nodes: [{ coreNodeName: 'Alpha' }, { coreNodeName: 'Beta' }, { coreNodeName: 'Gamma' }] },
    });
    expect(data.other.nodes).toEqual({ totalCount: 1, nodes: [{ id: own }] });
    expect(data.publisher.members).toEqual([
      { role: 'owner', email: null, user: { name: 'Olga Owner' } },
      { role: 'member', email: null, user: { name: 'Max Member' } },
    ]);
    const after = data.node.coreNodes.pageInfo.endCursor;
    const rest = await registry.graph(
      `query ($id: ID!, $after: String) { node(id: $id) { coreNodes(first: 2, after: $after) { nodes { coreNodeName } } } }`,
      { id: node, after },
    );
    expect(rest.data.node.coreNodes.nodes).toEqual([{ coreNodeName: 'Gamma' }]);
  });

  it('refuses cursors of other lists and sizes out of bounds', async () => {
    const node = await makeNode(registry, world.id);
    for (const args of ['first: 0', 'first: 101', 'after: "nonsense"', 'after: "WyJhIiwiYiJd"'])
      expect(codes(await registry.graph(`{ node(id: "${node}") { versions(${args}) { nodes { id } } } }`))).toEqual([
        'INVALID_INPUT',
      ]);
    expect(
      codes(await registry.graph(`{ node(id: "${node}") { coreNodes(after: "x") { nodes { coreNodeName } } } }`)),
    ).toEqual(['INVALID_INPUT']);
  });

  it('returns null for absent objects, and an error for banned ones', async () => {
    const banned = await makeNode(registry, world.id);
    const deleted = await makeNode(registry, world.id);
    await changeNode(registry, banned, `status = 'NodeStatusBanned'`);
    await changeNode(registry, deleted, `status = 'NodeStatusDeleted'`);
    const ask = (id: string, as?: string) =>
      registry.graph('query ($id: ID!) { node(id: $id) { id } }', { id }, { as });
    expect(await ask('nothing-here')).toMatchObject({ data: { node: null } });
    expect(await ask(deleted)).toMatchObject({ data: { node: null } });
    const answer = await ask(banned);
    expect([answer.data, codes(answer)]).toEqual([{ node: null }, ['NODE_BANNED']]);
    expect((await ask(banned, world.callers.admin)).data.node.id).toBe(banned);
    expect(
      (
        await registry.graph(
          '{ publisher(id: "nobody") { id } coreNode(name: "nothing") { coreNodeName } videoTask(id: "x") { id } }',
        )
      ).data,
    ).toEqual({ publisher: null, coreNode: null, videoTask: null });
  });

  it('finds a node by any spelling of its id', async () => {
    const id = await makeNode(registry, world.id, { id: `Spelled_${uniqueName('x')}` });
    expect(
      (await registry.graph('query ($id: ID!) { node(id: $id) { id } }', { id: id.toLowerCase().replaceAll('_', '.') }))
        .data.node.id,
    ).toBe(id);
  });

  it('returns the core-node definition of the node that best provides a name', async () => {
    const name = uniqueName('Shared');
    const versions = [{ version: '1.0.0', coreNodes: [{ name }] }];
    const first = await makeNode(registry, world.id, { versions, downloads: 10 });
    const best = async (): Promise<string> =>
      (await registry.graph(`{ coreNode(name: "${name}") { nodeVersion { node { id } } } }`)).data.coreNode.nodeVersion
        .node.id;
    expect(await best()).toBe(first);
    const popular = await makeNode(registry, world.id, { versions, downloads: 1000 });
    expect(await best()).toBe(popular);
    const ranked = await makeNode(registry, world.id, { versions, searchRanking: 1 });
    expect(await best()).toBe(ranked);
    const preempting = await makeNode(registry, world.id, { versions, preemptedCoreNodeNames: [name] });
    expect(await best()).toBe(preempting);
  });

  it('shows tokens to members only', async () => {
    const ask = (as?: string) =>
      registry.graph(
        'query ($id: ID!) { publisher(id: $id) { id tokens { id name lastFour token } } }',
        { id: world.id },
        { as },
      );
    for (const as of [world.callers.owner, world.callers.member, world.callers.admin]) {
      const { data } = await ask(as);
      expect(data.publisher.tokens).toEqual([
        { id: expect.any(String), name: 'test token', lastFour: world.callers.token.slice(-4), token: null },
      ]);
    }
    for (const [as, code] of [
      [undefined, 'UNAUTHENTICATED'],
      [world.callers.outsider, 'FORBIDDEN'],
      [world.callers.token, 'FORBIDDEN'],
    ] as const) {
      const answer = await ask(as);
      expect([answer.data.publisher.tokens, codes(answer)]).toEqual([null, [code]]);
    }
  });

  it('has fields from the calling user to their publishers', async () => {
    const { data } = await registry.graph(
      '{ me { name isAdmin publishers { id nodes { totalCount } } } }',
      {},
      { as: world.callers.member },
    );
    expect(data.me).toMatchObject({ name: 'Max Member', isAdmin: false, publishers: [{ id: world.id }] });
  });

  it('unpublishes a version by its id', async () => {
    const node = await makeNode(registry, world.id);
    const id = await versionId(registry, node);
    const run = (as?: string) =>
      registry.graph(
        'mutation ($id: ID!) { unpublishNodeVersion(versionId: $id) { id status node { latestVersion { id } } } }',
        { id },
        { as },
      );
    expect(codes(await run())).toEqual(['UNAUTHENTICATED']);
    expect(codes(await run(world.callers.foreignToken))).toEqual(['FORBIDDEN']);
    expect((await run(world.callers.token)).data.unpublishNodeVersion).toEqual({
      id,
      status: 'NodeVersionStatusDeleted',
      node: { latestVersion: null },
    });
    expect(
      codes(
        await registry.graph(
          'mutation { unpublishNodeVersion(versionId: "x") { id } }',
          {},
          { as: world.callers.owner },
        ),
      ),
    ).toEqual(['NODE_VERSION_NOT_FOUND']);
  });
});
