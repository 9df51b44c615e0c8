import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeNode, makeWorld, type PublisherWorld, versionId } from '../support/builders.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';

interface Answer {
  readonly data: Record<string, never> | null;
  readonly errors?: readonly { readonly path?: readonly unknown[]; readonly extensions: { readonly code: string } }[];
}

describe('an operation with fields that fail', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let node: string;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
    node = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', coreNodes: [{ name: 'Alpha', inputTypes: '{"required":{"n":["INT",{"max":7}]}}' }] },
        { version: '2.0.0', coreNodes: [{ name: 'Alpha' }, { name: 'Beta' }] },
      ],
    });
  });
  afterAll(() => registry.close());

  const ask = async (query: string, variables: object = {}, as?: string): Promise<Answer> =>
    (await registry.graph(query, variables, { as })) as Answer;
  const codesOf = ({ errors }: Answer): unknown[] =>
    (errors ?? []).map(({ path, extensions }) => [path?.join('.'), extensions.code]);

  it.each([
    'deadJobs { id }',
    'auditLog { total }',
    'moderationQueue { total }',
    'users { total }',
    'webhooks { id }',
    'publisherTrust(publisherId: "x") { trusted }',
    'me { id }',
    'invitations { id }',
  ])('returns the other fields, although the caller may not read %s', async (field) => {
    const [name] = field.split(/\W/);
    const answer = await ask(`query ($id: ID!) { node(id: $id) { id } ${field} }`, { id: node });
    expect(answer.data).toEqual({ node: { id: node }, [name!]: null });
    expect(codesOf(answer)).toEqual([[name, 'UNAUTHENTICATED']]);
  });

  it.each([
    'versions(first: 101) { totalCount }',
    'versions(after: "x") { totalCount }',
    'coreNodes(first: 0) { totalCount }',
    'downloadStatistics(from: "tomorrow") { day }',
    'latestVersion { coreNodes(first: 101) { totalCount } }',
    'publisher { nodes(first: 101) { totalCount } }',
  ])('returns the other fields, although an argument of %s is invalid', async (field) => {
    const answer = await ask(`query ($id: ID!) { node(id: $id) { id ${field} } }`, { id: node });
    expect(answer.data).toMatchObject({ node: { id: node } });
    expect(codesOf(answer).map((error) => (error as string[])[1])).toEqual(['INVALID_INPUT']);
  });

  it('refuses a page size above the maximum, like such a slice', async () => {
    const answer = await ask(
      '{ nodes(limit: 101) { total } publishers(limit: 101) { total } changes(limit: 1001) { next } }',
    );
    expect(answer.data).toEqual({ nodes: null, publishers: null, changes: null });
    expect(codesOf(answer)).toEqual([
      ['nodes', 'INVALID_INPUT'],
      ['publishers', 'INVALID_INPUT'],
      ['changes', 'INVALID_INPUT'],
    ]);
  });

  it('reports on each page whether more pages follow', async () => {
    await makeNode(registry, world.id);
    const { data } = await ask(
      'query ($f: NodeFilter) { one: nodes(filter: $f) { hasNextPage } many: nodes(limit: 1) { hasNextPage } }',
      {
        f: { nodeIds: [node] },
      },
    );
    expect(data).toMatchObject({ one: { hasNextPage: false }, many: { hasNextPage: true } });
  });

  it('has a unique id for each core-node, and JSON values instead of strings', async () => {
    const { data } = await ask(
      'query ($id: ID!) { node(id: $id) { one: version(number: "1.0.0") { ...C } two: version(number: "2.0.0") { ...C } } } fragment C on NodeVersion { coreNodes { nodes { id coreNodeName inputTypes } } }',
      { id: node },
    );
    const { one, two } = (data as unknown as { node: Record<string, { coreNodes: { nodes: { id: string }[] } }> }).node;
    const all = [...one!.coreNodes.nodes, ...two!.coreNodes.nodes];
    expect(new Set(all.map(({ id }) => id)).size).toBe(3);
    expect(all[0]).toMatchObject({ coreNodeName: 'Alpha', inputTypes: { required: { n: ['INT', { max: 7 }] } } });
  });

  it('stores the JSON values of definitions', async () => {
    const inputTypes = { required: { mode: [['a', 'b']] } };
    const as = world.callers.admin;
    const { data } = await ask(
      'mutation ($n: ID!, $i: JSON) { updateCoreNode(nodeId: $n, version: "1.0.0", name: "Alpha", input: { inputTypes: $i, returnTypes: ["IMAGE", 1] }) { inputTypes returnTypes } }',
      { n: node, i: inputTypes },
      as,
    );
    expect(data).toEqual({ updateCoreNode: { inputTypes, returnTypes: ['IMAGE', 1] } });
    const rest = await registry.call('GET', `/nodes/${node}/versions/1.0.0/core-nodes/Alpha`);
    expect(rest.body).toMatchObject({ input_types: JSON.stringify(inputTypes), return_types: '["IMAGE",1]' });
  });

  it('identifies a version by its id, or by its node and number', async () => {
    const id = await versionId(registry, node);
    const { data } = await ask(
      'query ($id: ID!, $n: ID!) { a: nodeVersion(id: $id) { id } b: nodeVersion(nodeId: $n, version: "1.0.0") { id } node(id: $n) { version(number: "1.0.0") { id } none: version(number: "9.0.0") { id } } }',
      { id, n: node },
    );
    expect(data).toEqual({ a: { id }, b: { id }, node: { version: { id }, none: null } });
    for (const args of ['', `id: "${id}", version: "1.0.0"`, `nodeId: "${node}"`])
      expect(codesOf(await ask(`{ nodeVersion${args && `(${args})`} { id } }`))).toEqual([
        ['nodeVersion', 'INVALID_INPUT'],
      ]);
    const as = world.callers.owner;
    for (const args of [`versionId: "${id}"`, `nodeId: "${node}", version: "1.0.0"`])
      expect(
        await ask(
          `mutation { updateNodeVersion(${args}, input: { changelog: "${args.length}" }) { changelog } }`,
          {},
          as,
        ),
      ).toMatchObject({ data: { updateNodeVersion: { changelog: String(args.length) } } });
  });

  it('shows private fields of a user to that user and to admins, wherever the user appears', async () => {
    const query =
      'query ($p: ID!) { publisher(id: $p) { members { role user { id name email isAdmin createdAt publishers { id } } } } }';
    const owner = async (as?: string): Promise<Record<string, unknown>> => {
      const { data } = await ask(query, { p: world.id }, as);
      const { members } = (data as unknown as { publisher: { members: { role: string; user: never }[] } }).publisher;
      return members.find(({ role }) => role === 'owner')!.user;
    };
    const told = {
      email: expect.any(String),
      isAdmin: false,
      createdAt: expect.any(String),
      publishers: [{ id: world.id }],
    };
    const untold = { email: null, isAdmin: null, createdAt: null, publishers: null };
    const { callers } = world;
    expect(await owner(callers.owner)).toMatchObject(told);
    expect(await owner(callers.admin)).toMatchObject(told);
    for (const as of [undefined, callers.member, callers.outsider, callers.token])
      expect(await owner(as)).toMatchObject(untold);
  });

  it('filters nodes by tag, category and publisher, and publishers by name, alike in memory and in the database', async () => {
    const tagged = await makeNode(registry, world.foreignId, { tags: ['Tag "one"', 'two'], category: 'Cat' });
    const idsOf = async (filter: object): Promise<string[]> => {
      const { data, errors } = await ask(
        'query ($f: NodeFilter) { nodes(filter: $f, limit: 100) { nodes { id } } searchNodes(filter: $f, limit: 100) { nodes { id } } }',
        { f: filter },
      );
      expect(errors).toBeUndefined();
      const { nodes, searchNodes } = data as unknown as Record<string, { nodes: { id: string }[] }>;
      // The database executes searches.
      const listed = nodes!.nodes.map(({ id }) => id).sort();
      expect(searchNodes!.nodes.map(({ id }) => id).sort()).toEqual(listed);
      return listed;
    };
    expect(await idsOf({ tag: 'Tag "one"', publisherId: world.foreignId })).toEqual([tagged]);
    expect(await idsOf({ tag: 'Tag "one"', category: 'Cat', nodeIds: [tagged, node] })).toEqual([tagged]);
    expect(await idsOf({ tag: 'tag "one"', nodeIds: [tagged] })).toEqual([]);
    expect(await idsOf({ tag: 'two', nodeIds: [tagged] })).toEqual([tagged]);
    expect(await idsOf({ publisherId: world.id })).toContain(node);
    const part = world.id.slice(1).toUpperCase();
    expect((await ask(`{ publishers(name: "${part}") { total nodes { id } } }`)).data).toEqual({
      publishers: { total: 1, nodes: [{ id: world.id }] },
    });
    expect((await ask('{ publishers(name: "100%_") { total } }')).data).toEqual({ publishers: { total: 0 } });
  });

  it('counts the reviews of a node', async () => {
    const reviewed = await makeNode(registry, world.id);
    const count = async (): Promise<unknown> =>
      (await ask('query ($id: ID!) { node(id: $id) { reviewCount rating } }', { id: reviewed })).data;
    expect(await count()).toEqual({ node: { reviewCount: 0, rating: null } });
    for (const [as, star] of [
      [world.callers.owner, 2],
      [world.callers.outsider, 5],
      [world.callers.outsider, 4],
    ] as const)
      await registry.call('POST', `/nodes/${reviewed}/reviews?star=${star}`, { as });
    expect(await count()).toEqual({ node: { reviewCount: 2, rating: 3 } });
  });
});
