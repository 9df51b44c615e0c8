import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getNamedType, getOperationAST, type GraphQLObjectType, isLeafType, parse } from 'graphql';
import { ShapedPage } from '../../src/graphql/shaped-page.js';
import { buildGraph } from '../../src/graphql/schema.js';
import {
  changeNode,
  changePublisher,
  makeNode,
  makeNodes,
  makeWorld,
  type PublisherWorld,
  uniqueName,
} from '../support/builders.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';

const schema = buildGraph();
/** A document is compiled when it is received for the third time. */
const TIMES = 3;
const ODD =
  'quote " backslash \\ slash / new\nline \t tab \u0001\u001e\u001f ends, \u2028 ä 🙂 {"json": [null, true]} </script>';

/** True if a shape covers a document. */
const isShaped = (query: string, variables: Record<string, unknown> = {}): boolean =>
  ShapedPage.of(schema, parse(query), getOperationAST(parse(query))!)?.plan(variables) !== undefined;

/** Returns all leaf fields of a type that have no resolver. */
function leavesOf(type: string): string {
  const fields = Object.values((schema.getType(type) as GraphQLObjectType).getFields());
  return fields
    .filter(({ resolve, type: of }) => resolve === undefined && isLeafType(getNamedType(of)))
    .map(({ name }) => name)
    .join(' ');
}

const NODE = leavesOf('Node');
const PUBLISHER = leavesOf('Publisher');
const VERSION = leavesOf('NodeVersion');

describe.each([
  ['caches off', { CACHE_MEGABYTES: '0' }, 1],
  ['caches on', {}, 0],
] as const)('a page of nodes that is written by a shape, %s', (_name, settings, expectedStatements) => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let ids: string[];

  beforeAll(async () => {
    registry = await startTestRegistry(settings);
    world = await makeWorld(registry);
    await registry.call('PUT', `/publishers/${world.id}`, {
      as: world.callers.owner,
      body: { name: ODD.slice(0, 40).replaceAll(/\p{Cc}/gu, ''), description: ODD },
    });
    const versions = ['1.0.0', '1.1.0-rc.1', '1.10.0', '1.9.0'].map((version, at) => ({
      version,
      changelog: at % 2 === 0 ? ODD : '',
      dependencies: at === 2 ? ['a "b"', '{c}', 'null', ''] : [],
      supportedOs: ['Linux', ODD],
    }));
    ids = [
      await makeNode(registry, world.id, {
        name: 'Texts',
        description: ODD,
        tags: ['null', '"', 'a,b', '{}'],
        author: ODD,
        versions,
      }),
      await makeNode(registry, world.id, { name: 'Without versions', description: '', versions: [] }),
      await makeNode(registry, world.id, { name: 'Odd values', versions: versions.slice(0, 1) }),
    ];
    await registry.database.query(
      `update node_versions set status_reason = 'Nobody’s business.', archive_size = 5000000000, archive_sha256 = 'abc', archive_key = 'secret/key', archive_stored_at = now(), created_at = '2026-01-02T03:04:05.678Z' where node_id = $1`,
      [ids[2]],
    );
    await changeNode(
      registry,
      ids[2]!,
      `rating = 4.3333335, downloads = 2147483647, search_ranking = -1, status_detail = 'said', created_at = '2026-01-02T03:04:05Z'`,
    );
  });
  afterAll(() => registry.close());

  const ask = (query: string, variables: object = {}, as?: string): Promise<Answer> =>
    registry.call('POST', '/graphql', { as, body: { query, variables } });
  /** Returns the response of the compiled document, with its statements. */
  const compiled = async (query: string, variables: object = {}): Promise<{ answer: Answer; statements: string[] }> => {
    for (let turn = 0; turn < TIMES; turn++) await ask(query, variables);
    let answer: Answer;
    const statements = await registry.statements(async () => void (answer = await ask(query, variables)));
    return { answer: answer!, statements };
  };
  const filter = (): object => ({ nodeIds: ids });
  /** Compares the response with that of Apollo, which handles requests with a credential. */
  const expectSame = async (query: string, variables: object = { f: filter() }): Promise<Answer> => {
    const whole = await ask(query, variables, world.callers.outsider);
    expect(whole.body.errors).toBeUndefined();
    const { answer, statements } = await compiled(query, variables);
    expect(answer.body).toEqual(whole.body);
    expect(JSON.stringify(answer.body.data)).toBe(JSON.stringify(whole.body.data));
    expect(statements).toHaveLength(expectedStatements);
    expect(isShaped(query, variables as Record<string, unknown>)).toBe(true);
    return answer;
  };

  it('has the same values in all fields as the response of Apollo', async () => {
    const all = `query ($f: NodeFilter) { nodes(filter: $f, orderBy: [{ field: id }]) { page limit total totalPages nodes { ${NODE} publisher { ${PUBLISHER} } latestVersion { ${VERSION} } versions(first: 3) { nodes { ${VERSION} } } } } }`;
    const { body } = await expectSame(all);
    const [first] = body.data.nodes.nodes.filter(({ id }: { id: string }) => id === ids[0]);
    expect(first.versions.nodes.map(({ version }: { version: string }) => version)).toEqual([
      '1.10.0',
      '1.9.0',
      '1.1.0-rc.1',
    ]);
    expect(first.latestVersion).toMatchObject({ changelog: ODD, dependencies: ['a "b"', '{c}', 'null', ''] });
    expect(JSON.stringify(body)).not.toMatch(/business|secret/);
    expect(body.data.nodes.nodes.find(({ id }: { id: string }) => id === ids[1])).toMatchObject({
      latestVersion: null,
      versions: { nodes: [] },
    });
  });

  it.each<[string, string, object?]>([
    [
      'aliases',
      `query Mine($f: NodeFilter) { list: nodes(filter: $f) { __typename all: total things: nodes { __typename key: id by: publisher { __typename who: name } v: versions { list: nodes { __typename no: version } } } } }`,
    ],
    [
      'fragments',
      `query ($f: NodeFilter) { nodes(filter: $f) { nodes { ...N ... on Node { tags latestVersion { ...V } } } } } fragment N on Node { id versions(first: 1) { nodes { ...V } } } fragment V on NodeVersion { version status }`,
    ],
    ['nothing but a number', `query ($f: NodeFilter) { nodes(filter: $f) { nodes { downloads } } }`],
    [
      'a page beyond the end',
      `query ($f: NodeFilter) { nodes(filter: $f, page: 9) { total nodes { id publisher { id } versions { nodes { id } } } } }`,
    ],
    [
      'states and numbers as variables',
      `query ($f: NodeFilter, $n: Int = 2, $s: [NodeVersionStatus!]) { nodes(filter: $f) { nodes { versions(first: $n, statuses: $s) { nodes { id changelog } } } } }`,
    ],
    [
      'null for a variable',
      `query ($f: NodeFilter, $n: Int) { nodes(filter: $f, page: $n, limit: $n) { limit nodes { versions(first: $n) { nodes { id } } } } }`,
    ],
    [
      'a field in two places',
      'query ($f: NodeFilter) { nodes(filter: $f) { nodes { id publisher { id } versions(first: 1) { nodes { id } } ... on Node { id publisher { name } versions(first: 1) { nodes { version } } } } } }',
    ],
    [
      'conditions',
      'query ($f: NodeFilter, $no: Boolean = false) { nodes(filter: $f) { nodes { id name @skip(if: true) ...F @include(if: $no) latestVersion { id version @include(if: true) } } } } fragment F on Node { coreNodes { nodes { coreNodeName } } }',
    ],
    [
      'edges and cursors',
      'query ($f: NodeFilter) { nodes(filter: $f) { nodes { versions(first: 1) { edges { cursor node { version downloadUrl } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }',
    ],
    [
      'orders and other filters',
      `query ($f: NodeFilter) { nodes(filter: $f, orderBy: [{ field: downloads, direction: desc }, { field: name }], limit: 2) { totalPages nodes { name createdAt } } }`,
    ],
  ])('supports %s', async (_what, query) => {
    await expectSame(query);
    await expectSame(query, { f: { nodeIds: ids, supportedOs: 'Linux' } });
  });

  it('continues after a cursor', async () => {
    const query = `query ($f: NodeFilter, $after: String) { nodes(filter: $f) { nodes { versions(first: 2, after: $after) { nodes { version } } } } }`;
    const { body } = await ask(
      `query ($f: NodeFilter) { nodes(filter: $f) { nodes { versions(first: 1) { pageInfo { endCursor } } } } }`,
      { f: { nodeIds: [ids[0]] } },
    );
    const after = body.data.nodes.nodes[0].versions.pageInfo.endCursor as string;
    const next = await expectSame(query, { f: { nodeIds: [ids[0]] }, after });
    expect(next.body.data.nodes.nodes[0].versions.nodes).toEqual([{ version: '1.9.0' }, { version: '1.1.0-rc.1' }]);
  });

  it.each<[string, string]>([
    ['the number of versions', 'versions { totalCount nodes { id } }'],
    ['two lists of versions', 'a: versions(first: 1) { nodes { id } } b: versions(first: 2) { nodes { id } }'],
    ['lists below lists', 'publisher { nodes { nodes { id } } }'],
    ['what has its own way', 'latestVersion { node { id } } coreNodes { nodes { coreNodeName } }'],
    [
      'what not everybody may read',
      'versions(statuses: [NodeVersionStatusActive, NodeVersionStatusBanned]) { nodes { status statusReason } }',
    ],
  ])('leaves %s to the other executors', async (_what, fields) => {
    const query = `query ($f: NodeFilter) { nodes(filter: $f) { nodes { ${fields} } } }`;
    const whole = await ask(query, { f: filter() }, world.callers.outsider);
    expect(whole.body.errors).toBeUndefined();
    const { answer } = await compiled(query, { f: filter() });
    expect(answer.body).toEqual(whole.body);
    expect(isShaped(query)).toBe(false);
  });

  it('has no shape for long values of variables, because callers can invent any number of them', async () => {
    const query = `query ($f: NodeFilter, $s: [NodeVersionStatus!]) { nodes(filter: $f) { nodes { id versions(statuses: $s) { nodes { id } } } } }`;
    const withStatuses = (times: number): Record<string, unknown> => ({
      f: filter(),
      s: Array.from({ length: times }, () => 'NodeVersionStatusActive'),
    });
    const [few, many] = [await compiled(query, withStatuses(2)), await compiled(query, withStatuses(50))];
    expect(many.answer.body.data).toEqual(few.answer.body.data);
    expect([isShaped(query, withStatuses(2)), isShaped(query, withStatuses(50))]).toEqual([true, false]);
  });

  it('leaves duplicate fields to the other executors, which merge them', async () => {
    const query = `query ($f: NodeFilter) { nodes(filter: $f) { total total nodes { id } } }`;
    expect((await compiled(query, { f: filter() })).answer.body.data).toEqual({
      nodes: { total: 3, nodes: ids.map(() => ({ id: expect.any(String) })) },
    });
    expect(isShaped(query)).toBe(false);
  });

  it.each<[string, string, object]>([
    ['a page of the wrong kind', `query ($p: Int) { nodes(page: $p) { nodes { id } } }`, { p: 'one' }],
    ['no such page', `query ($p: Int) { nodes(page: $p) { nodes { id } } }`, { p: 0 }],
    [
      'an order by nothing',
      `query ($o: [NodeOrder!]) { nodes(orderBy: $o) { nodes { id } } }`,
      { o: [{ field: 'nothing' }] },
    ],
    ['too large a page', `query ($l: Int) { nodes(limit: $l) { nodes { id } } }`, { l: 101 }],
    [
      'a cursor of nowhere',
      `query ($a: String) { nodes() { nodes { versions(after: $a) { nodes { id } } } } }`.replace('()', ''),
      { a: 'nowhere' },
    ],
    [
      'too many',
      `query ($n: Int) { nodes() { nodes { versions(first: $n) { nodes { id } } } } }`.replace('()', ''),
      { n: 101 },
    ],
  ])('refuses %s with the same error as Apollo', async (_what, query, variables) => {
    const whole = await ask(query, variables, world.callers.outsider);
    const { answer } = await compiled(query, variables);
    expect(isShaped(query)).toBe(true);
    expect(whole.body.errors[0].message).toEqual(expect.any(String));
    expect([answer.status, answer.body]).toEqual([whole.status, whole.body]);
  });

  it('respects the size limit of responses', async () => {
    const many = Array.from({ length: 100 }, () => ({
      id: uniqueName('long'),
      publisherId: world.id,
      name: 'Long',
      versions: [],
    }));
    await makeNodes(registry, many);
    await registry.database.query(`update nodes set license = repeat('x', 100001) where name = 'Long'`);
    const query = `query ($f: NodeFilter) { nodes(limit: 100, filter: $f) { nodes { license } } }`;
    expect(isShaped(query)).toBe(true);
    for (let turn = 0; turn <= TIMES; turn++)
      expect((await ask(query, { f: { nodeIds: many.map(({ id }) => id) } })).body.errors[0].extensions.code).toBe(
        'QUERY_TOO_COSTLY',
      );
    await registry.database.query(`update nodes set license = null where name = 'Long'`);
  });

  it('selects only the columns that it needs', async () => {
    const query =
      'query ($f: NodeFilter) { nodes(filter: $f) { nodes { id versions(first: 2) { nodes { version } } } } }';
    for (let turn = 0; turn < TIMES; turn++) await ask(query, { f: filter() });
    await changeNode(registry, ids[0]!, 'downloads = downloads + 1');
    const { statements } = await compiled(query, { f: { nodeIds: [ids[0]] } });
    expect(statements.filter((sql) => sql.includes('changelog') || sql.includes('description'))).toEqual([]);
  });

  it('has short and long values of text fields, and selects only the requested ones', async () => {
    const [id] = ids;
    const every = `query ($f: NodeFilter) { nodes(filter: $f) { nodes { ${NODE} latestVersion { ${VERSION} } versions(first: 2) { nodes { ${VERSION} } } } } }`;
    const some = `query ($f: NodeFilter) { nodes(filter: $f) { nodes { description latestVersion { dependencies } versions(first: 2) { nodes { changelog } } } } }`;
    const lengths = async (): Promise<number[]> => {
      const { body } = await expectSame(every, { f: { nodeIds: [id] } });
      const [short] = (await expectSame(some, { f: { nodeIds: [id] } })).body.data.nodes.nodes;
      const [node] = body.data.nodes.nodes;
      const { changelog } = node.versions.nodes[0];
      expect(short).toEqual({
        description: node.description,
        latestVersion: { dependencies: node.latestVersion.dependencies },
        versions: { nodes: [{ changelog }, { changelog: node.versions.nodes[1].changelog }] },
      });
      return [node.description.length, node.license?.length ?? 0, changelog.length];
    };
    const changeLogs = (text: string): Promise<void> =>
      registry.services.writer.run(
        { viewer: { kind: 'system', name: 'test' }, requestId: 'test', address: '' },
        async (write) => {
          const [version] = await write.query<{ id: string }>(
            `update node_versions set changelog = ${text} where node_id = $1 returning id`,
            [id],
          );
          write.changed({ kind: 'version', id: version!.id, nodeId: id!, change: 'updated' });
        },
      );
    await changeNode(registry, id!, `description = repeat('ä"', 600), license = repeat('x', 5000)`);
    await changeLogs(`repeat('ö\\', 700)`);
    expect(await lengths()).toEqual([1200, 5000, 1400]);
    await changeNode(registry, id!, `description = repeat('ä"', 60), license = null, downloads = downloads + 1`);
    await changeLogs(`repeat('ö\\', 70)`);
    expect(await lengths()).toEqual([120, 0, 140]);
  });

  it('reports a missing publisher to callers that select it', async () => {
    const gone = await makeWorld(registry);
    const node = await makeNode(registry, gone.id);
    await changePublisher(registry, gone.id, 'deleted_at = now()');
    const query = `query ($f: NodeFilter) { nodes(filter: $f) { nodes { id publisher { id } } } }`;
    const { answer } = await compiled(query, { f: { nodeIds: [node] } });
    expect(isShaped(query)).toBe(true);
    expect(answer.body.errors[0].extensions.code).toEqual(expect.any(String));
    await expectSame(`query ($f: NodeFilter) { nodes(filter: $f) { nodes { id } } }`, {
      f: { nodeIds: [node] },
    });
  });
});
