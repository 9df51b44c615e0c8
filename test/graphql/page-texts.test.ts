import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getNamedType, getOperationAST, type GraphQLObjectType, isLeafType, parse } from 'graphql';
import { PageOfTexts } from '../../src/graphql/page-texts.js';
import { buildGraph } from '../../src/graphql/schema.js';
import { NODE_FIELDS, PUBLISHER_FIELDS, VERSION_FIELDS } from '../../src/catalogue/rows.js';
import { changeNode, changePublisher, makeNode, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';

const schema = buildGraph();
/** Documents are compiled when they come for the third time. */
const TIMES = 3;
const ODD = 'quote " backslash \\ slash / new\nline \t tab \u0001\u001e\u001f ends, \u2028 ä 🙂 {"json": [null, true]} </script>';

const isWritten = (query: string): boolean => PageOfTexts.compile(schema, parse(query), getOperationAST(parse(query))!) !== undefined;

/** All leaves of a type that no resolver stands before. */
function leavesOf(type: string): string {
  const fields = Object.values((schema.getType(type) as GraphQLObjectType).getFields());
  return fields.filter(({ resolve, type: of }) => resolve === undefined && isLeafType(getNamedType(of))).map(({ name }) => name).join(' ');
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
    await registry.call('PUT', `/publishers/${world.id}`, { as: world.callers.owner, body: { name: ODD.slice(0, 40).replaceAll(/\p{Cc}/gu, ''), description: ODD } });
    const versions = ['1.0.0', '1.1.0-rc.1', '1.10.0', '1.9.0'].map((version, at) => ({ version, changelog: at % 2 === 0 ? ODD : '', dependencies: at === 2 ? ['a "b"', '{c}', 'null', ''] : [], supportedOs: ['Linux', ODD] }));
    ids = [
      await makeNode(registry, world.id, { name: 'Texts', description: ODD, tags: ['null', '"', 'a,b', '{}'], author: ODD, versions }),
      await makeNode(registry, world.id, { name: 'Without versions', description: '', versions: [] }),
      await makeNode(registry, world.id, { name: 'Odd values', versions: versions.slice(0, 1) }),
    ];
    await changeNode(registry, ids[2]!, `rating = 4.3333335, downloads = 2147483647, search_ranking = -1, status_detail = 'said', created_at = '2026-01-02T03:04:05Z'`);
  });
  afterAll(() => registry.close());

  const ask = (query: string, variables: object = {}, as?: string): Promise<Answer> => registry.call('POST', '/graphql', { as, body: { query, variables } });
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
    expect(first.versions.nodes.map(({ version }: { version: string }) => version)).toEqual(['1.10.0', '1.9.0', '1.1.0-rc.1']);
    expect(first.latestVersion).toMatchObject({ changelog: ODD, dependencies: ['a "b"', '{c}', 'null', ''] });
    expect(body.data.nodes.nodes.find(({ id }: { id: string }) => id === ids[1])).toMatchObject({ latestVersion: null, versions: { nodes: [] } });
  });

  it.each<[string, string, object?]>([
    ['names of its own', `query Mine($f: NodeFilter) { list: nodes(${past}filter: $f) { __typename all: total things: nodes { __typename key: id by: publisher { __typename who: name } v: versions { list: nodes { __typename no: version } } } } }`],
    ['fragments', `query ($f: NodeFilter) { nodes(${past}filter: $f) { nodes { ...N ... on Node { tags latestVersion { ...V } } } } } fragment N on Node { id versions(first: 1) { nodes { ...V } } } fragment V on NodeVersion { version status }`],
    ['nothing but a number', `query ($f: NodeFilter) { nodes(${past}filter: $f) { nodes { downloads } } }`],
    ['a page beyond the end', `query ($f: NodeFilter) { nodes(${past}filter: $f, page: 9) { total nodes { id publisher { id } versions { nodes { id } } } } }`],
    ['states and numbers as variables', `query ($f: NodeFilter, $n: Int = 2, $s: [NodeVersionStatus!]) { nodes(${past}filter: $f) { nodes { versions(first: $n, statuses: $s) { nodes { id changelog } } } } }`],
    ['null for a variable', `query ($f: NodeFilter, $n: Int) { nodes(${past}filter: $f, page: $n, limit: $n) { limit nodes { versions(first: $n) { nodes { id } } } } }`],
    ['orders and other filters', `query ($f: NodeFilter) { nodes(${past}filter: $f, sort: ["downloads;desc", "name"], limit: 2) { totalPages nodes { name createdAt } } }`],
  ])('takes %s', async (_what, query) => {
    await expectSame(query);
    await expectSame(query, { f: { nodeIds: ids, supportedOs: 'Linux' } });
  });

  it('goes on after a cursor', async () => {
    const query = `query ($f: NodeFilter, $after: String) { nodes(${past}filter: $f) { nodes { versions(first: 2, after: $after) { nodes { version } } } } }`;
    const { body } = await ask(`query ($f: NodeFilter) { nodes(filter: $f) { nodes { versions(first: 1) { pageInfo { endCursor } } } } }`, { f: { nodeIds: [ids[0]] } });
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
    expect((await compiled(query, { f: filter() })).answer.body.data).toEqual({ nodes: { total: 3, nodes: ids.map(() => ({ id: expect.any(String) })) } });
    expect(isWritten(query)).toBe(false);
  });

  it.each<[string, string, object]>([
    ['a page of the wrong kind', `query ($p: Int) { nodes(${past}page: $p) { nodes { id } } }`, { p: 'one' }],
    ['no such page', `query ($p: Int) { nodes(${past}page: $p) { nodes { id } } }`, { p: 0 }],
    ['an order by nothing', `query ($s: [String!]) { nodes(${past}sort: $s) { nodes { id } } }`, { s: ['nothing'] }],
    ['a cursor of nowhere', `query ($a: String) { nodes(${past}) { nodes { versions(after: $a) { nodes { id } } } } }`.replace('()', ''), { a: 'nowhere' }],
    ['too many', `query ($n: Int) { nodes(${past}) { nodes { versions(first: $n) { nodes { id } } } } }`.replace('()', ''), { n: 101 }],
  ])('refuses %s as the whole graph does', async (_what, query, variables) => {
    const whole = await ask(query, variables, world.callers.outsider);
    const { answer } = await compiled(query, variables);
    expect(whole.body.errors[0].message).toEqual(expect.any(String));
    expect([answer.status, answer.body]).toEqual([whole.status, whole.body]);
  });

  it('reads what was written by whomever, at once', async () => {
    const query = `query ($f: NodeFilter) { nodes(${past}filter: $f) { nodes { id description publisher { name } latestVersion { deprecated } } } }`;
    const shown = async (): Promise<unknown> => (await compiled(query, { f: { nodeIds: [ids[0]] } })).answer.body.data.nodes.nodes[0];
    const name = uniqueName('Renamed');
    // Past the registry, so that nobody tells it.
    await changeNode(registry, ids[0]!, `description = 'By hand.'`);
    await changePublisher(registry, world.id, `name = '${name}'`);
    await registry.database.query('update node_versions set deprecated = true where node_id = $1', [ids[0]]);
    expect(await shown()).toEqual({ id: ids[0], description: 'By hand.', publisher: { name }, latestVersion: { deprecated: true } });
  });

  it('says what is wrong where a publisher is gone', async () => {
    const gone = await makeWorld(registry);
    const node = await makeNode(registry, gone.id);
    await changePublisher(registry, gone.id, 'deleted_at = now()');
    const { answer } = await compiled(`query ($f: NodeFilter) { nodes(${past}filter: $f) { nodes { id publisher { id } } } }`, { f: { nodeIds: [node] } });
    expect(answer.body.errors[0].extensions.code).toEqual(expect.any(String));
  });
});

describe('the texts that the database keeps', () => {
  it('are the columns of the tables, in the order that is read', async () => {
    const registry = await startTestRegistry();
    const column = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    for (const [table, fields] of [['nodes', NODE_FIELDS], ['node_versions', VERSION_FIELDS.slice(0, -2)], ['publishers', PUBLISHER_FIELDS]] as const) {
      const [row] = await registry.database.query<{ made: string }>(`select pg_get_expr(d.adbin, d.adrelid) as made from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum where d.adrelid = '${table}'::regclass and a.attname = 'record'`);
      expect(row!.made).toBe(`${table}_record(${fields.map(column).join(', ')})`);
    }
    await registry.close();
  });
});
