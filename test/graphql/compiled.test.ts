import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CompiledGraph, type GraphQuestion } from '../../src/graphql/compiled-graph.js';
import { buildGraph } from '../../src/graphql/schema.js';
import { changeNode, makeNode, makeWorld, type PublisherWorld, versionId } from '../support/builders.js';
import { anonymousContext } from '../support/worker.mjs';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

const schema = buildGraph();

describe('compiled documents', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let nodes: string[];
  let banned: string;

  beforeAll(async () => {
    registry = await startTestRegistry();
    world = await makeWorld(registry);
    nodes = [];
    for (let index = 0; index < 4; index++) {
      const versions = ['1.0.0', '1.1.0', '2.0.0'].map((version) => ({
        version,
        coreNodes: [{ name: `A${index}`, outputIsList: [true, false], inputTypes: '{"a":1}' }, { name: 'B' }],
      }));
      nodes.push(
        await makeNode(registry, world.id, {
          name: `Compiled "${index}"\n`,
          description: index === 1 ? '' : 'ä🙂',
          tags: ['a', 'b'],
          ...(index === 0 ? {} : { icon: 'https://example.org/i.png' }),
          versions,
        }),
      );
    }
    await registry.call('POST', `/nodes/${nodes[0]}/translations`, {
      as: world.callers.owner,
      body: { data: { de: { name: 'Übersetzt', more: [1, { a: null }] } } },
    });
    banned = await makeNode(registry, world.id);
    await changeNode(registry, banned, `status = 'NodeStatusBanned'`);
  });
  afterAll(() => registry.close());

  const contextOf = () => anonymousContext(registry.services);
  const question = (query: string, variables: Record<string, unknown> = {}, operationName?: string): GraphQuestion => ({
    query,
    variables,
    operationName,
  });
  /** Returns the response once the document is compiled. */
  const answer = async (asked: GraphQuestion, graph = new CompiledGraph(schema, 20_000)): Promise<unknown> => {
    for (let turn = 0; turn < 2; turn++) expect(await graph.answer(asked, contextOf())).toBeUndefined();
    const made = await graph.answer(asked, contextOf());
    return made && JSON.parse(String(made.json));
  };

  const PAGE = `query Page($page: Int, $limit: Int = 3, $first: Int!, $statuses: [NodeVersionStatus!], $more: Boolean = true) {
    nodes(page: $page, limit: $limit, orderBy: [{ field: id, direction: desc }]) { page limit total totalPages nodes { ...N } }
  }
  fragment N on Node {
    __typename id nodeName: name description icon tags rating status createdAt supportedOs
    publisher { id name members: status }
    latestVersion { id version status createdAt }
    versions(first: $first, statuses: $statuses) { totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { version changelog } } nodes { id deprecated } }
    coreNodes(first: 1) @include(if: $more) { totalCount nodes { coreNodeName inputTypes outputIsList policy nodeVersion { version node { id } } } }
  }`;

  it.each<[string, () => GraphQuestion]>([
    ['a nested page', () => question(PAGE, { page: 1, first: 2 })],
    ['other variables', () => question(PAGE, { page: 2, limit: 2, first: 1, statuses: [], more: false })],
    ['null for a variable', () => question(PAGE, { page: null, limit: null, first: 100 })],
    [
      'a page by other names',
      () =>
        question(
          'query ($n: Int!) { list: nodes(limit: 2) { __typename count: total things: nodes { key: id v: versions(first: $n) { totalCount } } all: totalPages } }',
          { n: 1 },
        ),
    ],
    ['a page beyond the end', () => question('{ nodes(page: 1000) { nodes { id publisher { id } } total } }')],
    [
      'two pages',
      () => question('{ a: nodes(limit: 1) { nodes { id } } b: nodes(limit: 1, page: 2) { nodes { id } } }'),
    ],
    [
      'a page that is asked for in two places',
      () =>
        question(
          '{ nodes(limit: 2) { nodes { id } nodes { name } ...P } } fragment P on NodePage { nodes { status } limit }',
        ),
    ],
    [
      'a page under a condition',
      () => question('query ($no: Boolean!) { nodes(limit: 2) { total nodes @skip(if: $no) { id } } }', { no: true }),
    ],
    [
      'a page that bypasses the caches',
      () => question('{ nodes(limit: 2, latest: true) { nodes { id publisher { name } } } }'),
    ],
    [
      'a filter',
      () =>
        question('query ($f: NodeFilter) { nodes(filter: $f) { total nodes { id } } }', {
          f: { supportedOs: 'Linux', nodeIds: [nodes[0], 'none'] },
        }),
    ],
    [
      'one node with all that hangs on it',
      () =>
        question(
          'query ($id: ID!) { node(id: $id) { id translations(languages: ["de"]) { language fields source } versions { nodes { version coreNodes { nodes { coreNodeName } } coreNode(name: "B") { coreNodeName } node { id } statusReason: status } } } }',
          { id: nodes[0]!.toUpperCase() },
        ),
    ],
    ['no such node', () => question('{ node(id: "nobody") { id } }')],
    ['a search', () => question('{ searchNodes(search: "compiled") { total nodes { id } } }')],
    [
      'publishers',
      () =>
        question(
          'query A { publishers(limit: 2) { total nodes { id nodes(first: 1) { totalCount pageInfo { endCursor } edges { cursor node { id } } } } } } query B { __typename publisher(id: "x") { id } }',
          {},
          'A',
        ),
    ],
    [
      'the other operation',
      () =>
        question(
          'query A { publishers(limit: 2) { total } } query B { __typename publisher(id: "x") { id } }',
          {},
          'B',
        ),
    ],
    [
      'versions',
      () =>
        question(
          'query ($refs: [NodeVersionRefInput!]!) { nodeVersions(limit: 5) { total nodes { id version } } nodeVersionsByNumber(refs: $refs) { version } coreNode(name: "B") { coreNodeName } coreNodes(limit: 3) { total nodes { coreNodeName } } }',
          {
            refs: [
              { nodeId: nodes[0], version: '1.0.0' },
              { nodeId: 'none', version: '1.0.0' },
            ],
          },
        ),
    ],
  ])('return the same data as Apollo: %s', async (_what, asked) => {
    const { query, variables, operationName } = asked();
    const whole = await registry.call('POST', '/graphql', {
      headers: { origin: 'https://other.example' },
      body: { query, variables, operationName },
    });
    expect(whole.body.errors).toBeUndefined();
    expect(await answer(asked())).toEqual(whole.body);
  });

  it.each<[string, () => GraphQuestion]>([
    ['writes', () => question('mutation { deleteNode(nodeId: "x") { id } }')],
    ['what is about the caller', () => question('{ me { id } }')],
    ['what depends on the day', () => question(`{ node(id: "${nodes[0]}") { downloadStatistics { downloads } } }`)],
    ['what only some may read', () => question(`{ publisher(id: "${world.id}") { tokens { id } } }`)],
    ['the schema', () => question('{ __schema { types { name } } }')],
    ['errors', () => question(`{ node(id: "${banned}") { id } }`)],
    [
      'names that objects have',
      () =>
        question('query ($__proto__: Int) { nodes(limit: $__proto__) { __proto__: total nodes { id } } }', {
          ['__proto__']: 1,
        }),
    ],
    ['wrong documents', () => question('{ nodes { nothing } }')],
    ['broken documents', () => question('{ nodes')],
    ['wrong variables', () => question(PAGE, { page: 'one', first: 2 })],
    ['wrong values', () => question('{ nodes(page: 0) { total } }')],
    ['an operation that is not there', () => question('query A { nodes { total } }', {}, 'B')],
    ['one of two without a name', () => question('query A { nodes { total } } query B { nodes { total } }')],
    ['long texts', () => question('query ($s: String) { searchNodes(search: $s) { total } }', { s: 'x'.repeat(1001) })],
    [
      'what costs too much',
      () =>
        question(
          '{ nodes(limit: 100) { nodes { versions(first: 100) { nodes { coreNodes(first: 100) { nodes { coreNodeName } } } } } } }',
        ),
    ],
  ])('leave %s to Apollo', async (_what, asked) => {
    expect(await answer(asked())).toBeUndefined();
  });

  it('estimate the cost from the variables of the current request, not of the previous one', async () => {
    const graph = new CompiledGraph(schema, 300);
    const query =
      'query ($limit: Int, $page: Int) { nodes(limit: $limit, page: $page) { nodes { id publisher { id } } } }';
    expect(await answer(question(query, { limit: 2 }), graph)).toMatchObject({ extensions: { cost: { limit: 300 } } });
    expect(await graph.answer(question(query, { limit: 100, page: 1 }), contextOf())).toBeUndefined();
    expect(await graph.answer(question(query, { limit: 2, page: 2 }), contextOf())).toBeDefined();
  });

  it('distinguishes absent values from null', async () => {
    const graph = new CompiledGraph(schema, 20_000);
    const query = 'query ($l: Int = 100) { nodes(limit: $l) { nodes { id publisher { id } } } }';
    const cost = (found: unknown): number =>
      (found as { extensions: { cost: { requested: number } } }).extensions.cost.requested;
    const asNull = cost(await answer(question(query, { l: null }), graph));
    const absent = cost(JSON.parse(String((await graph.answer(question(query), contextOf()))!.json)));
    expect(absent).toBeGreaterThan(asNull * 1.5);
  });

  it('are not compiled if they are too large, or if they are after expanding their fragments', async () => {
    const doubling = Array.from(
      { length: 24 },
      (_, index) =>
        `fragment F${index} on Node { a: publisher { nodes(first: 1) { nodes { ...F${index + 1} } } } b: publisher { nodes(first: 1) { nodes { ...F${index + 1} } } } }`,
    ).join(' ');
    const exploding = `{ node(id: "x") { ...F0 } } ${doubling} fragment F24 on Node { id }`;
    expect(await answer(question(exploding))).toBeUndefined();
    const whole = await registry.graph(exploding);
    expect(whole.errors[0].extensions.code).toBe('QUERY_TOO_COSTLY');
    expect(
      await answer(question(`{ ${Array.from({ length: 450 }, (_, index) => `a${index}: __typename`).join(' ')} }`)),
    ).toBeUndefined();
    expect(await answer(question(`# ${'x'.repeat(9000)}\n{ nodes { total } }`))).toBeUndefined();
  });

  it('run no statement if all data is cached', async () => {
    const graph = new CompiledGraph(schema, 20_000);
    const asked = question(PAGE, { page: 1, first: 2 });
    await answer(asked, graph);
    expect(await registry.statements(async () => expect(await graph.answer(asked, contextOf())).toBeDefined())).toEqual(
      [],
    );
    const node = nodes[2]!;
    await registry.call(
      'PUT',
      `/publishers/${world.id}/nodes/${node}/versions/${await versionId(registry, node, '2.0.0')}`,
      { as: world.callers.owner, body: { changelog: 'New.' } },
    );
    const statements = await registry.statements(async () =>
      expect(String((await graph.answer(asked, contextOf()))!.json)).toContain('New.'),
    );
    expect(statements.length).toBeLessThanOrEqual(5);
  });

  it('select only the requested fields of nested versions, per field and per document', async () => {
    const node = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0', changelog: 'First.' },
        { version: '2.0.0', changelog: 'Second.' },
      ],
    });
    const versions = (selection: string, fragments = '') =>
      `query { node(id: "${node}") { ${selection} } } ${fragments}`;
    const [second, first] = [
      { version: '2.0.0', changelog: 'Second.' },
      { version: '1.0.0', changelog: 'First.' },
    ];
    const documents: [string, object][] = [
      [
        versions('versions { nodes { version } }'),
        { versions: { nodes: [{ version: '2.0.0' }, { version: '1.0.0' }] } },
      ],
      [versions('versions { nodes { changelog version } }'), { versions: { nodes: [second, first] } }],
      [
        versions(
          '...A ...B',
          'fragment A on Node { versions { nodes { version } } } fragment B on Node { versions { edges { node { ...V } } } } fragment V on NodeVersion { changelog }',
        ),
        {
          versions: {
            nodes: [{ version: '2.0.0' }, { version: '1.0.0' }],
            edges: [{ node: { changelog: 'Second.' } }, { node: { changelog: 'First.' } }],
          },
        },
      ],
      [
        versions(
          'versions(first: 1) { nodes { version node { versions { nodes { changelog supportedOs } } latestVersion { changelog } } } }',
        ),
        {
          versions: {
            nodes: [
              {
                version: '2.0.0',
                node: {
                  versions: {
                    nodes: [
                      { changelog: 'Second.', supportedOs: [] },
                      { changelog: 'First.', supportedOs: [] },
                    ],
                  },
                  latestVersion: { changelog: 'Second.' },
                },
              },
            ],
          },
        },
      ],
      [
        versions(
          'a: versions { nodes { ... on NodeVersion { status } } } b: versions { nodes { archiveSize statusReason deprecated } }',
        ),
        {
          a: { nodes: [{ status: 'NodeVersionStatusActive' }, { status: 'NodeVersionStatusActive' }] },
          b: {
            nodes: [
              { archiveSize: 1234, statusReason: null, deprecated: false },
              { archiveSize: 1234, statusReason: null, deprecated: false },
            ],
          },
        },
      ],
    ];
    // Repeated, because the documents are compiled by then, and data of one must not be used for the other.
    for (let turn = 0; turn < 4; turn++) {
      for (const [query, expected] of documents)
        expect([query, (await registry.graph(query)).data.node]).toEqual([query, expected]);
    }
  });
});
