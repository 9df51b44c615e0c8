import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getNamedType, getOperationAST, type GraphQLObjectType, isLeafType, parse } from 'graphql';
import { PageOfTexts } from '../../src/graphql/page-texts.js';
import { buildGraph } from '../../src/graphql/schema.js';
import {
  NODE_FIELDS,
  nodeRecord,
  PUBLISHER_FIELDS,
  textsOf,
  VERSION_FIELDS,
  versionRecord,
} from '../../src/catalogue/rows.js';
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
/** Documents are compiled when they come for the third time. */
const TIMES = 3;
const ODD =
  'quote " backslash \\ slash / new\nline \t tab \u0001\u001e\u001f ends, \u2028 ä 🙂 {"json": [null, true]} </script>';

const isWritten = (query: string): boolean =>
  PageOfTexts.compile(schema, parse(query), getOperationAST(parse(query))!) !== undefined;

/** All leaves of a type that no resolver stands before. */
function leavesOf(type: string): string {
  const fields = Object.values((schema.getType(type) as GraphQLObjectType).getFields());
  return fields
    .filter(({ resolve, type: of }) => resolve === undefined && isLeafType(getNamedType(of)))
    .map(({ name }) => name)
    .join(' ');
}

const NODE = leavesOf('Node');
const PUBLISHER = leavesOf('Publisher');
const VERSION = leavesOf('NodeVersion').replace('downloadUrl', '');

describe.each([
  ['caches off', '', { CACHE_MEGABYTES: '0' }],
  ['latest: true', 'latest: true, ', {}],
] as const)('a page that is put together of texts, %s', (_name, past, settings) => {
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
  /** What it answers when the document was seen often enough, with the statements for that. */
  const compiled = async (query: string, variables: object = {}): Promise<{ answer: Answer; statements: string[] }> => {
    for (let turn = 0; turn < TIMES; turn++) await ask(query, variables);
    let answer: Answer;
    const statements = await registry.statements(async () => void (answer = await ask(query, variables)));
    return { answer: answer!, statements };
  };
  const filter = (): object => ({ nodeIds: ids });
  /** Past the caches, whatever the settings: what is asked with a credential is the whole graph's. */
  const expectSame = async (query: string, variables: object = { f: filter() }): Promise<Answer> => {
    const whole = await ask(query, variables, world.callers.outsider);
    expect(whole.body.errors).toBeUndefined();
    const { answer, statements } = await compiled(query, variables);
    expect(answer.body).toEqual(whole.body);
    expect(JSON.stringify(answer.body.data)).toBe(JSON.stringify(whole.body.data));
    expect(statements).toHaveLength(1);
    expect(isWritten(query)).toBe(true);
    return answer;
  };

  it('has every value of every field as the whole graph has it', async () => {
    const all = `query ($f: NodeFilter) { nodes(${past}filter: $f, sort: ["id"]) { page limit total totalPages nodes { ${NODE} publisher { ${PUBLISHER} } latestVersion { ${VERSION} } versions(first: 3) { nodes { ${VERSION} } } } } }`;
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
      'names of its own',
      `query Mine($f: NodeFilter) { list: nodes(${past}filter: $f) { __typename all: total things: nodes { __typename key: id by: publisher { __typename who: name } v: versions { list: nodes { __typename no: version } } } } }`,
    ],
    [
      'fragments',
      `query ($f: NodeFilter) { nodes(${past}filter: $f) { nodes { ...N ... on Node { tags latestVersion { ...V } } } } } fragment N on Node { id versions(first: 1) { nodes { ...V } } } fragment V on NodeVersion { version status }`,
    ],
    ['nothing but a number', `query ($f: NodeFilter) { nodes(${past}filter: $f) { nodes { downloads } } }`],
    [
      'a page beyond the end',
      `query ($f: NodeFilter) { nodes(${past}filter: $f, page: 9) { total nodes { id publisher { id } versions { nodes { id } } } } }`,
    ],
    [
      'states and numbers as variables',
      `query ($f: NodeFilter, $n: Int = 2, $s: [NodeVersionStatus!]) { nodes(${past}filter: $f) { nodes { versions(first: $n, statuses: $s) { nodes { id changelog } } } } }`,
    ],
    [
      'null for a variable',
      `query ($f: NodeFilter, $n: Int) { nodes(${past}filter: $f, page: $n, limit: $n) { limit nodes { versions(first: $n) { nodes { id } } } } }`,
    ],
    [
      'orders and other filters',
      `query ($f: NodeFilter) { nodes(${past}filter: $f, sort: ["downloads;desc", "name"], limit: 2) { totalPages nodes { name createdAt } } }`,
    ],
  ])('takes %s', async (_what, query) => {
    await expectSame(query);
    await expectSame(query, { f: { nodeIds: ids, supportedOs: 'Linux' } });
  });

  it('goes on after a cursor', async () => {
    const query = `query ($f: NodeFilter, $after: String) { nodes(${past}filter: $f) { nodes { versions(first: 2, after: $after) { nodes { version } } } } }`;
    const { body } = await ask(
      `query ($f: NodeFilter) { nodes(filter: $f) { nodes { versions(first: 1) { pageInfo { endCursor } } } } }`,
      { f: { nodeIds: [ids[0]] } },
    );
    const after = body.data.nodes.nodes[0].versions.pageInfo.endCursor as string;
    const next = await expectSame(query, { f: { nodeIds: [ids[0]] }, after });
    expect(next.body.data.nodes.nodes[0].versions.nodes).toEqual([{ version: '1.9.0' }, { version: '1.1.0-rc.1' }]);
  });

  it.each<[string, string]>([
    ['what is made of several values', 'latestVersion { downloadUrl }'],
    ['more of a list than its items', 'versions { totalCount nodes { id } }'],
    ['a field in two places', 'id versions(first: 1) { nodes { id } } ... on Node { id }'],
    ['lists below lists', 'publisher { nodes { nodes { id } } }'],
    ['what has its own way', 'latestVersion { node { id } } coreNodes { nodes { coreNodeName } }'],
    ['conditions', 'id name @skip(if: true)'],
    [
      'what not everybody may read',
      'versions(statuses: [NodeVersionStatusActive, NodeVersionStatusBanned]) { nodes { status statusReason } }',
    ],
  ])('leaves %s to others, who answer it', async (_what, fields) => {
    const query = `query ($f: NodeFilter) { nodes(${past}filter: $f) { nodes { ${fields} } } }`;
    const whole = await ask(query, { f: filter() }, world.callers.outsider);
    expect(whole.body.errors).toBeUndefined();
    const { answer } = await compiled(query, { f: filter() });
    expect(answer.body).toEqual(whole.body);
    expect(isWritten(query)).toBe(false);
  });

  it('leaves a number that is asked for twice to others, who say it once', async () => {
    const query = `query ($f: NodeFilter) { nodes(${past}filter: $f) { total total nodes { id } } }`;
    expect((await compiled(query, { f: filter() })).answer.body.data).toEqual({
      nodes: { total: 3, nodes: ids.map(() => ({ id: expect.any(String) })) },
    });
    expect(isWritten(query)).toBe(false);
  });

  it.each<[string, string, object]>([
    ['a page of the wrong kind', `query ($p: Int) { nodes(${past}page: $p) { nodes { id } } }`, { p: 'one' }],
    ['no such page', `query ($p: Int) { nodes(${past}page: $p) { nodes { id } } }`, { p: 0 }],
    ['an order by nothing', `query ($s: [String!]) { nodes(${past}sort: $s) { nodes { id } } }`, { s: ['nothing'] }],
    [
      'a cursor of nowhere',
      `query ($a: String) { nodes(${past}) { nodes { versions(after: $a) { nodes { id } } } } }`.replace('()', ''),
      { a: 'nowhere' },
    ],
    [
      'too many',
      `query ($n: Int) { nodes(${past}) { nodes { versions(first: $n) { nodes { id } } } } }`.replace('()', ''),
      { n: 101 },
    ],
  ])('refuses %s as the whole graph does', async (_what, query, variables) => {
    const whole = await ask(query, variables, world.callers.outsider);
    const { answer } = await compiled(query, variables);
    expect(isWritten(query)).toBe(true);
    expect(whole.body.errors[0].message).toEqual(expect.any(String));
    expect([answer.status, answer.body]).toEqual([whole.status, whole.body]);
  });

  it('is no longer than answers may be', async () => {
    const many = Array.from({ length: 100 }, () => ({
      id: uniqueName('long'),
      publisherId: world.id,
      name: 'Long',
      versions: [],
    }));
    await makeNodes(registry, many);
    await registry.database.query(`update nodes set license = repeat('x', 100001) where name = 'Long'`);
    const query = `query ($f: NodeFilter) { nodes(${past}limit: 100, filter: $f) { nodes { license } } }`;
    expect(isWritten(query)).toBe(true);
    for (let turn = 0; turn <= TIMES; turn++)
      expect((await ask(query, { f: { nodeIds: many.map(({ id }) => id) } })).body.errors[0].extensions.code).toBe(
        'QUERY_TOO_COSTLY',
      );
    await registry.database.query(`update nodes set license = null where name = 'Long'`);
  });

  it('reads what was written by whomever, at once', async () => {
    const query = `query ($f: NodeFilter) { nodes(${past}filter: $f) { nodes { id description publisher { name } latestVersion { deprecated } } } }`;
    const shown = async (): Promise<unknown> =>
      (await compiled(query, { f: { nodeIds: [ids[0]] } })).answer.body.data.nodes.nodes[0];
    const name = uniqueName('Renamed');
    // Past the registry, so that nobody tells it.
    await changeNode(registry, ids[0]!, `description = 'By hand.'`);
    await changePublisher(registry, world.id, `name = '${name}'`);
    await registry.database.query('update node_versions set deprecated = true where node_id = $1', [ids[0]]);
    expect(await shown()).toEqual({
      id: ids[0],
      description: 'By hand.',
      publisher: { name },
      latestVersion: { deprecated: true },
    });
  });

  it('has texts of any length, whether they are kept beside the record or too long for that, and only those that are asked for', async () => {
    const [id] = ids;
    const every = `query ($f: NodeFilter) { nodes(${past}filter: $f) { nodes { ${NODE} latestVersion { ${VERSION} } versions(first: 2) { nodes { ${VERSION} } } } } }`;
    const some = `query ($f: NodeFilter) { nodes(${past}filter: $f) { nodes { description latestVersion { dependencies } versions(first: 2) { nodes { changelog } } } } }`;
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
    const kept = async (): Promise<boolean[]> =>
      (
        await registry.database.query<{ kept: boolean }>(
          `select record_rest is not null as kept from nodes where id = $1 union all select bool_and(record_rest is not null) from node_versions where node_id = $1`,
          [id],
        )
      ).map((row) => row.kept);
    await changeNode(registry, id!, `description = repeat('ä"', 600), license = repeat('x', 5000)`);
    await registry.database.query(`update node_versions set changelog = repeat('ö\\', 700) where node_id = $1`, [id]);
    expect(await lengths()).toEqual([1200, 5000, 1400]);
    expect(await kept()).toEqual([false, false]);
    await changeNode(registry, id!, `description = repeat('ä"', 60), license = null, downloads = downloads + 1`);
    await registry.database.query(`update node_versions set changelog = repeat('ö\\', 70) where node_id = $1`, [id]);
    expect(await lengths()).toEqual([120, 0, 140]);
    expect(await kept()).toEqual([true, true]);
    await changeNode(registry, id!, 'downloads = downloads + 1');
    expect(await kept()).toEqual([true, true]);
  });

  it('says what is wrong where a publisher is gone, to those who ask for it', async () => {
    const gone = await makeWorld(registry);
    const node = await makeNode(registry, gone.id);
    await changePublisher(registry, gone.id, 'deleted_at = now()');
    const query = `query ($f: NodeFilter) { nodes(${past}filter: $f) { nodes { id publisher { id } } } }`;
    const { answer } = await compiled(query, { f: { nodeIds: [node] } });
    expect(isWritten(query)).toBe(true);
    expect(answer.body.errors[0].extensions.code).toEqual(expect.any(String));
    await expectSame(`query ($f: NodeFilter) { nodes(${past}filter: $f) { nodes { id } } }`, {
      f: { nodeIds: [node] },
    });
  });
});

describe('the texts that the database keeps', () => {
  let registry: TestRegistry;
  const TABLES = [
    ['nodes', NODE_FIELDS],
    ['node_versions', VERSION_FIELDS],
    ['publishers', PUBLISHER_FIELDS],
  ] as const;
  const record = (table: (typeof TABLES)[number][0]): string =>
    ({ nodes: nodeRecord('t'), node_versions: versionRecord('t'), publishers: 't.record' })[table];
  const column = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const shown = (field: string): string =>
    field.endsWith('At')
      ? `to_json(to_char(t.${column(field)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
      : `to_json(t.${column(field)})`;

  beforeAll(async () => {
    registry = await startTestRegistry();
    const world = await makeWorld(registry);
    const node = await makeNode(registry, world.id, {
      name: 'Kept',
      description: ODD,
      license: '{"file": "LICENSE"}',
      tags: ['a', 'b'],
      versions: [{ version: '1.0.0', changelog: ODD, dependencies: ['a'] }],
    });
    await changeNode(
      registry,
      node,
      `category = 'c', icon = 'i', banner_url = 'b', repository = 'r', status_detail = 's', rating = 4.25, search_ranking = 3, tags_admin = '{x,"y z"}', preempted_core_node_names = '{P}',
      supported_accelerators = '{g}', supported_coreui_frontend_version = '>=1', supported_coreui_version = '<2', supported_os = '{o}', created_at = '2026-01-02T03:04:05.607Z'`,
    );
    await registry.database.query(
      `update node_versions set archive_size = 1234567890123, archive_sha256 = 'h', archive_key = 'k', archive_stored_at = now(), status_reason = 'why', supported_os = '{o}', tags = '{t}', tags_admin = '{u}',
      supported_accelerators = '{g}', supported_coreui_frontend_version = '>=3', supported_coreui_version = '<4', deprecated = true where node_id = $1`,
      [node],
    );
    await registry.database.query(
      `update publishers set logo = 'l', website = 'w', support = 's', source_code_repo = 'r', description = 'd' where id = $1`,
      [world.id],
    );
  });
  afterAll(() => registry.close());

  it.each(TABLES)('are the columns of %s, in the order in which they are read', async (table, fields) => {
    const rows = await registry.database.lists(
      `select ${record(table)}, ${fields.map((field) => `coalesce(${shown(field)}::text, 'null')`).join(', ')} from ${table} t`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const [kept, ...values] of rows as string[][]) expect(textsOf(kept!)).toEqual(values);
    // Some row has a value of its own in every column, so that no two of them could be taken for each other.
    expect(
      Math.max(...rows.map(([, ...values]) => new Set(values.filter((value) => value !== 'null')).size)),
    ).toBeGreaterThanOrEqual(fields.length - 2);
  });

  it('are made of rows that had none when the column came, the next time the schema is looked after', async () => {
    const kept = TABLES.flatMap(([table]) =>
      ['record', ...(table === 'publishers' ? [] : ['record_rest'])].map((column) => ({ table, column })),
    );
    const all = async (): Promise<unknown[]> =>
      Promise.all(
        kept.map(({ table, column }) =>
          registry.database.lists(`select id, ${column} from ${table} order by id::text`),
        ),
      );
    const before = await all();
    for (const { table, column } of kept) {
      await registry.database.query(`alter table ${table} disable trigger user`);
      await registry.database.query(`update ${table} set ${column} = null`);
      await registry.database.query(`alter table ${table} enable trigger user`);
    }
    await registry.database.migrate();
    expect(await all()).not.toEqual(before);
    await registry.database.query(`delete from meta where name = 'records'`);
    // Processes may start together; the embedded database has one only.
    await Promise.all(Array.from({ length: registry.database.isEmbedded ? 1 : 3 }, () => registry.database.migrate()));
    expect(await all()).toEqual(before);
  });
});
