import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeNode, makeNode, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { type Answer, startTestRegistry, startUncachedRegistry, type TestRegistry } from '../support/registry.js';
import { until } from '../support/until.js';

/** The header of a page of another origin. Express handles its requests, with the same response headers. */
const STRANGE = { origin: 'https://elsewhere.example' };

describe('responses of the fast path', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let node: string;

  beforeAll(async () => {
    registry = await startTestRegistry({ CORS_ORIGINS: 'https://site.example', METRICS_PORT: '0' });
    world = await makeWorld(registry);
    node = await makeNode(registry, world.id, {
      name: 'Ünïque',
      versions: [
        { version: '1.0.0', coreNodes: [{ name: 'A' }] },
        { version: '2.0.0', coreNodes: [{ name: 'B' }] },
      ],
    });
    for (let index = 0; index < 5; index++) await makeNode(registry, world.id, { description: 'long '.repeat(100) });
  });
  afterAll(() => registry.close());

  const seen = ({ status, headers, text }: Answer) => {
    const kept = Object.fromEntries(
      [...headers].filter(
        ([name]) =>
          !['date', 'x-request-id', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'].includes(name),
      ),
    );
    return { status, headers: { ...kept, vary: (kept['vary'] ?? '').split(/, ?/).sort() }, text };
  };

  const paths = (): string[] => [
    '/nodes',
    '/nodes/',
    '/nodes?limit=2&page=2',
    '/nodes?page=2&limit=2',
    '/nodes?latest=true',
    '/nodes?latest=',
    '/nodes?supported_os=Linux&sort=name;desc&sort=id',
    '/nodes?limit=0',
    '/nodes?page=%00',
    '/nodes?a=%zz',
    '/nodes?x=1&x=2',
    '/nodes/search?search=%C3%BCnique',
    '/nodes/search?search=nothing-like-it',
    `/nodes/${node}`,
    `/nodes/${node.toUpperCase()}`,
    `/nodes/${node}?include_translations=true`,
    '/nodes/nobody',
    '/nodes/%zz',
    `/nodes/${node}/versions`,
    `/nodes/${node}/versions/2.0.0`,
    `/nodes/${node}/versions/9.9.9`,
    `/nodes/${node}/versions/1.0.0/core-nodes`,
    '/versions',
    '/core-nodes',
    '/core-nodes/A/node',
    '/publishers',
    `/publishers/${world.id}`,
    `/publishers/${world.id}/nodes`,
    `/publishers/${world.id}/nodes/v2`,
    '/publishers/nobody',
    '/publishers/validate?username=free-one',
    '/changes?limit=3',
    '/Nodes',
    '/NODES/search?search=x',
    '/nodes//',
    '/nothing',
    '/users',
    '/healthz',
    '/openapi.json',
  ];

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['gzip', { 'accept-encoding': 'gzip' }],
    ['brotli', { 'accept-encoding': 'gzip, deflate, br' }],
    ['nothing packed', { 'accept-encoding': 'identity' }],
    ['no packing at all', { 'accept-encoding': 'identity;q=0' }],
    ['a page of HTML', { accept: 'text/html' }],
    ['a browser', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }],
    ['JSON', { accept: 'application/json' }],
    ['a condition', { 'if-none-match': '*' }],
    ['another condition', { 'if-none-match': '"other", W/"x"' }],
    ['a credential that does not hold', { authorization: 'Bearer nonsense' }],
  ])('equal those of Express for requests with %s', async (_what, headers) => {
    for (const path of paths()) {
      const behind = await registry.call('GET', path, {
        headers: { 'accept-encoding': 'identity', ...headers, ...STRANGE },
      });
      // The first response is computed, the second is cached.
      for (let turn = 0; turn < 2; turn++)
        expect([
          path,
          seen(await registry.call('GET', path, { headers: { 'accept-encoding': 'identity', ...headers } })),
        ]).toEqual([path, seen(behind)]);
    }
  });

  it('are 304 if nothing has changed, with the headers of the full response and without work', async () => {
    const etag = (await registry.call('GET', '/nodes?limit=3')).headers.get('etag')!;
    const behind = await registry.call('GET', '/nodes?limit=3', { headers: { 'if-none-match': etag, ...STRANGE } });
    expect(behind.status).toBe(304);
    // Neither of these was requested before.
    for (const path of ['/nodes?limit=3', '/nodes?limit=3&']) {
      const statements = await registry.statements(async () =>
        expect(seen(await registry.call('GET', path, { headers: { 'if-none-match': etag } }))).toEqual(seen(behind)),
      );
      expect(statements).toEqual([]);
    }
  });

  it('run no statement once they are cached, and reflect a writer’s own writes', async () => {
    for (const path of ['/nodes?limit=4', `/nodes/${node}/versions`, '/core-nodes?name=B']) {
      await registry.call('GET', path);
      expect(await registry.statements(() => registry.call('GET', path))).toEqual([]);
    }
    for (let round = 0; round < 5; round++) {
      const name = `Name ${round}`;
      await registry.call('PUT', `/publishers/${world.id}/nodes/${node}`, { as: world.callers.owner, body: { name } });
      const answers = await Promise.all([1, 2, 3].map(() => registry.call('GET', `/nodes?node_id=${node}`)));
      expect(answers.map(({ body }) => body.nodes[0].name)).toEqual([name, name, name]);
    }
  });

  it('have the request id of the caller, and are logged like all others', async () => {
    await registry.call('GET', '/nodes?page=3');
    registry.log.length = 0;
    for (const headers of [{}, STRANGE]) {
      const answer = await registry.call('GET', '/nodes?page=3', { headers: { 'x-request-id': 'mine:1', ...headers } });
      expect(answer.headers.get('x-request-id')).toBe('mine:1');
    }
    const completed = (): Record<string, unknown>[] =>
      registry.log
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ msg }) => msg === 'request completed');
    await until(() => completed().length >= 2);
    const lines = completed();
    expect(lines).toHaveLength(2);
    expect(Object.keys(lines[0]!)).toEqual(Object.keys(lines[1]!));
    expect({ ...lines[0], time: 0, responseTime: 0 }).toEqual({ ...lines[1], time: 0, responseTime: 0 });
  });

  const DOCUMENT =
    'query Q($page: Int) { nodes(page: $page, limit: 2) { total nodes { id name publisher { id } latestVersion { version } versions(first: 1) { totalCount nodes { version } } } } }';
  const graph = (body: unknown, headers: Record<string, string>) =>
    registry.call('POST', '/graphql', {
      raw: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers },
    });

  it.each<[string, unknown, Record<string, string>]>([
    ['a query', { query: DOCUMENT, variables: { page: 1 } }, {}],
    ['another page', { query: DOCUMENT, variables: { page: 2 }, operationName: 'Q' }, {}],
    ['null for what is not said', { query: DOCUMENT, variables: null, operationName: null }, {}],
    ['a spelled character set', { query: DOCUMENT }, { 'content-type': 'application/json; charset=utf-8' }],
    ['the newer media type', { query: DOCUMENT }, { accept: 'application/graphql-response+json' }],
    ['either media type', { query: DOCUMENT }, { accept: 'application/graphql-response+json, application/json;q=0.9' }],
    ['JSON only', { query: DOCUMENT }, { accept: 'application/json' }],
    ['a page of HTML', { query: DOCUMENT }, { accept: 'text/html' }],
    ['brotli', { query: DOCUMENT }, { 'accept-encoding': 'br' }],
    ['extensions', { query: DOCUMENT, extensions: {} }, {}],
    ['an unknown field', { query: '{ nodes { nothing } }' }, {}],
    ['wrong variables', { query: DOCUMENT, variables: { page: 'x' } }, {}],
    ['variables that are none', { query: DOCUMENT, variables: 5 }, {}],
    ['no document', {}, {}],
    ['a list', [{ query: DOCUMENT }], {}],
    ['an empty list', [], {}],
    ['a mark before it', `\uFEFF${JSON.stringify({ query: DOCUMENT })}`, {}],
    ['no JSON', '{"query": ', {}],
    ['a text', '"x"', {}],
    ['nothing', '', {}],
    ['another media type', { query: DOCUMENT }, { 'content-type': 'text/plain' }],
    ['a broken character set', { query: DOCUMENT }, { 'content-type': 'application/json; charset=latin1' }],
    ['a mutation', { query: 'mutation { deleteNode(nodeId: "x") { id } }' }, {}],
  ])('equal those of Apollo: %s', async (_what, body, headers) => {
    const behind = await graph(body, { ...headers, ...STRANGE });
    for (let turn = 0; turn < 5; turn++) expect(seen(await graph(body, headers))).toEqual(seen(behind));
  });

  it('run no statement for a cached GraphQL response, until something changes', async () => {
    const body = { query: `{ node(id: "${node}") { name versions { nodes { changelog } } } }` };
    for (let turn = 0; turn < 4; turn++) await graph(body, {});
    expect(await registry.statements(() => graph(body, {}))).toEqual([]);
    await registry.call('PUT', `/publishers/${world.id}/nodes/${node}`, {
      as: world.callers.owner,
      body: { name: 'Changed' },
    });
    expect((await graph(body, {})).body.data.node.name).toBe('Changed');
  });

  it('are not cached with latest, in any spelling', async () => {
    const elsewhere = await startUncachedRegistry(registry);
    for (let turn = 0; turn < 2; turn++) {
      const spelled = await registry.call('GET', '/nodes?l%61test=true');
      expect([spelled.headers.get('etag'), spelled.headers.get('cache-control')]).toEqual([null, 'private, no-store']);
    }
    for (const argument of ['\tlatest: true', '\nlatest: true', 'latest:true']) {
      const query = `query ($ids: [ID!]) { nodes(${argument}, filter: { nodeIds: $ids }) { nodes { name } } }`;
      for (let turn = 0; turn < 5; turn++) {
        const name = uniqueName('Elsewhere');
        await changeNode(elsewhere, node, `name = '${name}'`);
        expect((await graph({ query, variables: { ids: [node] } }, {})).body.data.nodes.nodes).toEqual([{ name }]);
      }
    }
    await elsewhere.close();
  });

  it('accept chunked request bodies', async () => {
    const body = Buffer.from(JSON.stringify({ query: DOCUMENT, variables: { page: 1 } }));
    const pieces = new ReadableStream<Uint8Array>({
      async start(controller) {
        for (let at = 0; at < body.length; at += 50) {
          controller.enqueue(new Uint8Array(body.subarray(at, at + 50)));
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
        controller.close();
      },
    });
    for (const headers of [{ 'content-length': String(body.length) }, {}]) {
      const [own, sent] = pieces.locked ? [new Uint8Array(body), false] : [pieces, true];
      const answer = await fetch(`${registry.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: own,
        ...(sent ? { duplex: 'half' } : {}),
      } as RequestInit);
      expect([
        answer.status,
        ((await answer.json()) as { data: { nodes: { total: number } } }).data.nodes.total,
      ]).toEqual([200, 6]);
    }
  });

  /** Returns whether a response was cached, and the response. */
  async function isKept(ask: () => Promise<Answer>): Promise<[boolean, Answer]> {
    const kept = async (): Promise<number> =>
      Number(
        /^http_server_answers\{source="kept"\} (\d+)$/m.exec(await (await fetch(registry.metricsUrl!)).text())?.[1],
      );
    const before = await kept();
    const answer = await ask();
    return [(await kept()) > before, answer];
  }

  it('include pages, also for callers that accept HTML only', async () => {
    const ask = () => registry.call('GET', '/workflow', { headers: { accept: 'text/html' } });
    const first = (await ask()).text;
    const [kept, again] = await isKept(ask);
    expect([kept, again.headers.get('content-type')]).toEqual([true, 'text/html; charset=utf-8']);
    expect(again.text).toBe(first);
  });

  it('of GraphQL are cached until a dependency changes', async () => {
    const mine = await makeWorld(registry);
    const [first, second] = [
      await makeNode(registry, mine.id, { versions: [{ version: '1.0.0', coreNodes: [{ name: 'Kept' }] }] }),
      await makeNode(registry, world.id),
    ];
    const query = `query Kept($limit: Int) { nodes(limit: $limit, orderBy: [{ field: created_at, direction: desc }]) { total nodes { name publisher { name } latestVersion { version deprecated } versions { totalCount nodes { deprecated } } coreNodes { totalCount nodes { category } } } } }`;
    const one = `query One { node(id: "${first}") { name publisher { name } } }`;
    const ask = () => graph({ query, variables: { limit: 2 } }, {});
    const askOne = () => graph({ query: one }, {});
    const put = (path: string, body: object, as = mine.callers.owner) => registry.call('PUT', path, { as, body });
    const fresh = async () =>
      (await graph({ query: query.replace('nodes(', 'nodes(latest: true, '), variables: { limit: 2 } }, {})).body.data;
    const versionId = (await registry.call('GET', `/nodes/${first}/versions/1.0.0`)).body.id as string;
    for (let turn = 0; turn < 4; turn++) await Promise.all([ask(), askOne()]);

    /**
     * Makes a change and reads lists, which reflect it. @returns whether the cached page and the cached node stayed
     * valid
     */
    const outlasts = async (change: () => Promise<{ status: number }>): Promise<[boolean, boolean]> => {
      expect((await change()).status).toBeLessThan(300);
      await registry.call('GET', '/nodes?limit=1');
      const [[page, answer], [single]] = [await isKept(ask), await isKept(askOne)];
      expect(answer.body.data).toEqual(await fresh());
      await Promise.all([ask(), askOne()]);
      expect([(await isKept(ask))[0], (await isKept(askOne))[0]]).toEqual([true, true]);
      return [page, single];
    };
    // Changes of other objects, and of fields that are not selected.
    expect(
      await outlasts(() =>
        put(`/publishers/${world.id}/nodes/${node}`, { description: 'elsewhere' }, world.callers.owner),
      ),
    ).toEqual([true, true]);
    expect(await outlasts(() => makeWorld(registry).then(() => ({ status: 200 })))).toEqual([true, true]);
    expect(
      await outlasts(() => registry.call('POST', `/nodes/${node}/reviews?star=4`, { as: world.callers.outsider })),
    ).toEqual([true, true]);
    // Fields of the listed nodes.
    expect(
      await outlasts(() => put(`/publishers/${world.id}/nodes/${second}`, { name: 'Second' }, world.callers.owner)),
    ).toEqual([false, true]);
    expect(await outlasts(() => put(`/publishers/${mine.id}/nodes/${first}`, { name: 'First' }))).toEqual([
      false,
      false,
    ]);
    expect(await outlasts(() => put(`/publishers/${mine.id}`, { name: 'Mine' }))).toEqual([false, false]);
    expect(
      await outlasts(() => put(`/publishers/${mine.id}/nodes/${first}/versions/${versionId}`, { deprecated: true })),
    ).toEqual([false, false]);
    expect(
      await outlasts(() =>
        put(`/nodes/${first}/versions/1.0.0/core-nodes/Kept`, { category: 'new' }, mine.callers.admin),
      ),
    ).toEqual([false, false]);
    // Changes of the order or the length of lists.
    expect(await outlasts(() => makeNode(registry, world.id).then(() => ({ status: 200 })))).toEqual([false, true]);
    expect(
      await outlasts(() =>
        registry.call('POST', `/publishers/${world.id}/nodes/${second}/ban`, {
          as: world.callers.admin,
          body: { reason: 'x' },
        }),
      ),
    ).toEqual([false, true]);
  });
});
