import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeNode, makeNode, makeNodes, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { expectError, expectValidationError } from '../support/refusals.js';
import { type Answer, sharedTestRegistry, startTestRegistry, type TestRegistry } from '../support/registry.js';

const VARY = ['accept-encoding', 'authorization', 'origin'];

const listed = (value: string | null): string[] =>
  (value ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .sort();

describe('HTTP, at every endpoint', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let nodeId: string;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
    nodeId = await makeNode(registry, world.id, { versions: [{ version: '1.0.0', coreNodes: [{ name: 'Only' }] }] });
  });
  afterAll(() => registry.close());

  const get = (path: string, headers: Record<string, string> = {}, as?: string): Promise<Answer> =>
    registry.call('GET', path, { headers, as });
  const cached = (): string[] => [
    '/nodes',
    `/nodes?node_id=${nodeId}`,
    '/nodes/search?search=node',
    '/core-nodes',
    `/nodes/${nodeId}/versions/1.0.0/core-nodes`,
  ];

  describe('paths and methods', () => {
    it.each([
      '/nothing',
      '/Nodes',
      '/nodes/search/more',
      '/nodes//',
      '/publishers/a/b/c/d/e',
      '/nodes%2Fa',
      '/.env',
      '/nothing/x%00',
      `/${'x'.repeat(3000)}`,
    ])('%.40s is 404', async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await registry.call(method, path, {
          as: world.callers.admin,
          ...(method === 'GET' ? {} : { body: {} }),
        });
        expectError(answer, 404, 'NOT_FOUND');
        expect([answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual(['no-store', null]);
      }
    });

    it.each([
      '/',
      '/docs',
      '/openapi.json',
      '/schema.graphql',
      '/healthz',
      '/readyz',
      '/.well-known/webhook-keys.json',
    ])('%s can only be read', async (path) => {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await registry.call(method, path);
        expectError(answer, 405, 'METHOD_NOT_ALLOWED');
        expect(answer.headers.get('allow')).toBe('GET, HEAD');
      }
    });

    it('a wrong method is 405, with the methods of the path in Allow', async () => {
      const { body } = await get('/openapi.json');
      const paths = Object.entries(body.paths as Record<string, Record<string, unknown>>);
      expect(paths.length).toBeGreaterThanOrEqual(13);
      for (const [path, operations] of paths) {
        const filled = path.replace(/\{\w+\}/g, 'x');
        // A fixed path can also match one with a parameter: `validate` could be the id of a publisher.
        const matching = paths.filter(([other]) => new RegExp(`^${other.replace(/\{\w+\}/g, '[^/]+')}$`).test(filled));
        const allowed = [
          ...new Set(matching.flatMap(([, methods]) => Object.keys(methods).map((method) => method.toUpperCase()))),
        ];
        expect(Object.keys(operations).length).toBeGreaterThan(0);
        for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'].filter(
          (one) => !allowed.includes(one),
        )) {
          const answer = await registry.call(method, filled);
          expectError(answer, 405, 'METHOD_NOT_ALLOWED');
          expect(listed(answer.headers.get('allow'))).toEqual(
            [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])].map((one) => one.toLowerCase()).sort(),
          );
        }
      }
    });

    it('HEAD has the headers of GET and no body', async () => {
      for (const path of cached()) {
        const [head, whole] = [await registry.call('HEAD', path), await get(path)];
        expect([head.status, head.text]).toEqual([200, '']);
        for (const name of ['content-type', 'etag', 'cache-control', 'vary'])
          expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
      }
      expect((await registry.call('HEAD', '/bulk/nodes/versions')).status).toBe(405);
      expect((await registry.call('HEAD', '/nothing')).status).toBe(404);
      expect((await registry.call('HEAD', '/nodes?page=abc')).status).toBe(400);
    });

    it('a trailing slash is the same path', async () => {
      expect((await get('/nodes/')).status).toBe(200);
    });

    it.each([
      '/%',
      '/nodes/%E0%A4%A',
      '/nodes/%E0%A4%A/versions/1.0.0/core-nodes',
      `/nodes/%ff/versions/1.0.0/core-nodes`,
      '/nodes/x/versions/%/core-nodes',
      '/docs/%E0%A4%A',
      '/graphql-playground/%E0%A4%A',
      '/swagger-ui.css/%',
    ])('%s, which is no valid percent-encoding, is 400', async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.body]).toEqual([
        expect.any(Number),
        { error: expect.stringMatching(/^[A-Z_]+$/), message: expect.any(String) },
      ]);
      expect([400, 404]).toContain(answer.status);
      expect(answer.text).not.toMatch(/URIError|decode|node_modules/);
    });

    it('such a path gets the error shape of its endpoint', async () => {
      expectValidationError(await get('/proxy/video/tasks/%c0%af/creations'), 400);
      expectValidationError(await registry.call('POST', '/nodes/%c0%af/translations', { body: { data: {} } }), 400);
      expectError(
        await registry.call('DELETE', '/publishers/%c0%af', { as: world.callers.admin }),
        400,
        'INVALID_INPUT',
      );
    });

    it('unusual characters in the query string are text', async () => {
      for (const query of [
        '%',
        'search=%',
        'a=%zz&&&==&=b',
        'search=100%',
        '?',
        'search[]=a&search[b]=c',
        'search=%EF%BF%BD',
        'search=%F0%9F%98%80%',
      ]) {
        expect((await get(`/nodes/search?${query}`)).status).toBe(200);
      }
    });

    it('percent-encoded bytes in the query string that are not UTF-8 are refused', async () => {
      for (const query of ['search=%E0%A4%A', 'search=%ff', 'a=%ff', 'search=a%ED%A0%80b', 'search=%c0%af']) {
        expect((await get(`/nodes/search?${query}`)).status).toBe(400);
        expectError(await get(`/nodes?${query}`), 400, 'INVALID_INPUT');
        expectError(await get(`/nodes?${query}`, { authorization: 'Bearer none' }), 400, 'INVALID_INPUT');
      }
    });

    it('static files answer failing ranges with 416 and failing preconditions with 412', async () => {
      for (const [headers, status, code] of [
        [{ range: 'bytes=999999999-' }, 416, 'RANGE_NOT_SATISFIABLE'],
        [{ 'if-match': '"x"' }, 412, 'PRECONDITION_FAILED'],
      ] as const) {
        const answer = await get('/docs/swagger-ui.css', headers);
        expect(answer.headers.get('content-type')).toContain('application/json');
        expectError(answer, status, code);
      }
    });

    it('a NUL in the path or the query is refused', async () => {
      const { admin } = world.callers;
      for (const path of [
        '/nodes/a%00b/versions/1.0.0/core-nodes',
        `/nodes/${nodeId}/versions/%00/core-nodes`,
        '/nodes?colour=%00',
        '/core-nodes?%00',
      ])
        expectError(await get(path, {}, admin), 400, 'INVALID_INPUT');
      expectError(await registry.call('PUT', '/publishers/a%00b', { as: admin, body: {} }), 400, 'INVALID_INPUT');
      expectError(
        await registry.call('PUT', `/publishers/${world.id}/nodes/%00`, { as: admin, body: {} }),
        400,
        'INVALID_INPUT',
      );
    });
  });

  describe('content negotiation', () => {
    it.each([
      '*/*',
      'application/json',
      'application/*',
      'text/html, application/json;q=0.1',
      'text/html, */*;q=0.1',
      'application/json; charset=utf-8',
    ])('%s gets JSON', async (accept) => {
      const answer = await get('/nodes', { accept });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    });

    it.each(['text/html', 'application/xml', 'image/*', 'application/json;q=0'])(
      '%s is 406, before any work',
      async (accept) => {
        for (const path of cached()) expectError(await get(path, { accept }), 406, 'NOT_ACCEPTABLE');
        const id = uniqueName('never');
        expectError(
          await registry.call('POST', '/publishers', { as: world.callers.outsider, body: { id }, headers: { accept } }),
          406,
          'NOT_ACCEPTABLE',
        );
        expect(await registry.database.query('select 1 from publishers where id = $1', [id])).toEqual([]);
      },
    );
  });

  describe('bodies', () => {
    const send = (body: string | Buffer, headers: Record<string, string>): Promise<Response> =>
      fetch(`${registry.url}/publishers`, {
        method: 'POST',
        body: body as never,
        headers: { authorization: `Bearer ${world.callers.owner}`, ...headers },
      });
    const outcome = async (response: Response) => [
      response.status,
      ((await response.json()) as { error?: string }).error,
    ];

    it('may be compressed; the limit applies to the decompressed size', async () => {
      const json = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      expect(await outcome(await send(gzipSync(JSON.stringify({ id: uniqueName('gzip') })), json))).toEqual([
        201,
        undefined,
      ]);
      expect(
        await outcome(
          await send(gzipSync(JSON.stringify({ id: 'some-team', description: 'x'.repeat(3_000_000) })), json),
        ),
      ).toEqual([413, 'BODY_TOO_LARGE']);
      expect(await outcome(await send('not gzip', json))).toEqual([400, 'INVALID_JSON']);
    });

    it.each([
      ['no media type', { 'content-type': '' }],
      ['a form', { 'content-type': 'multipart/form-data; boundary=x' }],
      ['another character set', { 'content-type': 'application/json; charset=latin1' }],
      ['another encoding', { 'content-type': 'application/json', 'content-encoding': 'compress' }],
    ])('with %s are 415', async (_what, headers) => {
      expect(await outcome(await send('{"id": "some-team"}', headers))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    });

    it.each(['{', '{"id": undefined}', '\u0000', `{"id": "a"}}`])('that are no JSON (%j) are 400', async (body) => {
      expect(await outcome(await send(body, { 'content-type': 'application/json' }))).toEqual([400, 'INVALID_JSON']);
    });

    it.each([
      ['nested without end', `${'['.repeat(5000)}${']'.repeat(5000)}`],
      ['of more values than anybody needs', `[${'1,'.repeat(60_000)}1]`],
    ])('%s are 400', async (_what, value) => {
      expect(
        await outcome(await send(`{"id": "some-team", "other": ${value}}`, { 'content-type': 'application/json' })),
      ).toEqual([400, 'INVALID_INPUT']);
    });

    it.each(['null', '5', '"text"', '[]', '{"id": "\\ud800"}', '{"__proto__": {"id": "some-team"}}'])(
      'that are JSON with a wrong type (%s) are 400',
      async (body) => {
        expect(await outcome(await send(body, { 'content-type': 'application/json' }))).toEqual([400, 'INVALID_INPUT']);
      },
    );
  });

  describe('X-Request-Id', () => {
    it.each(['abc-123', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 'a:b/c+d=.'])(
      '%s is returned and logged',
      async (id) => {
        for (const path of ['/nodes', '/nodes?page=abc', '/nothing', '/healthz'])
          expect((await get(path, { 'x-request-id': id })).headers.get('x-request-id')).toBe(id);
        expect(registry.log.filter((line) => line.includes(`"requestId":"${id}"`)).length).toBeGreaterThanOrEqual(3);
      },
    );

    it.each(['', 'with blanks inside', 'x'.repeat(101), '<script>', '"quoted"', 'a,b'])(
      '%.30j is replaced by a new one',
      async (id) => {
        const given = (await get('/nodes', { 'x-request-id': id })).headers.get('x-request-id');
        expect(given).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
        expect(registry.log.some((line) => line.includes(given!))).toBe(true);
      },
    );

    it('is unique for each request, and no log line contains a credential or a search', async () => {
      const ids = await Promise.all(
        [1, 2, 3].map(async () =>
          (await get('/nodes/search?search=verysecretsearch', {}, world.callers.token)).headers.get('x-request-id'),
        ),
      );
      expect(new Set(ids).size).toBe(3);
      for (const secret of [world.callers.token, world.callers.owner, 'verysecretsearch'])
        expect(registry.log.some((line) => line.includes(secret))).toBe(false);
    });
  });

  describe('caching', () => {
    it('an anonymous read has an ETag, and a repetition with it is 304 without a statement', async () => {
      for (const path of cached()) {
        const first = await get(path);
        const etag = first.headers.get('etag')!;
        expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"[^"]+"$/)]);
        expect(first.headers.get('cache-control')).toBe('public, no-cache');
        for (const known of [etag, etag.slice(2), `"other", ${etag}`]) {
          let again: Answer | undefined;
          const statements = await registry.statements(
            async () => void (again = await get(path, { 'if-none-match': known })),
          );
          expect([again!.status, again!.text, statements]).toEqual([304, '', []]);
          expect([
            again!.headers.get('etag'),
            again!.headers.get('cache-control'),
            listed(again!.headers.get('vary')),
          ]).toEqual([etag, 'public, no-cache', VARY]);
        }
        expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
        expect((await get(path, { 'if-none-match': '*' })).status).toBe(304);
        expect((await registry.call('HEAD', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
      }
    });

    it('a write changes every ETag, and the old one gets the new response', async () => {
      const before = await Promise.all(cached().map((path) => get(path)));
      expect(
        (
          await registry.call('PUT', `/publishers/${world.id}/nodes/${nodeId}`, {
            as: world.callers.member,
            body: { description: uniqueName('changed') },
          })
        ).status,
      ).toBe(200);
      for (const [index, path] of cached().entries()) {
        const etag = before[index]!.headers.get('etag')!;
        const after = await get(path, { 'if-none-match': etag });
        expect(after.status).toBe(200);
        expect(after.headers.get('etag')).not.toBe(etag);
      }
    });

    it('a refused write changes no ETag', async () => {
      const etag = (await get('/nodes')).headers.get('etag');
      expect(
        (
          await registry.call('PUT', `/publishers/${world.id}/nodes/${nodeId}`, {
            as: world.callers.outsider,
            body: { name: 'x' },
          })
        ).status,
      ).toBe(403);
      expect(
        (
          await registry.call('PUT', `/publishers/${world.id}/nodes/${nodeId}`, {
            as: world.callers.owner,
            body: { name: 5 },
          })
        ).status,
      ).toBe(400);
      expect((await get('/nodes')).headers.get('etag')).toBe(etag);
    });

    it('an ETag depends on the query; the order of parameters matters', async () => {
      const etagOf = async (path: string) => (await get(path)).headers.get('etag');
      const different = [
        '/nodes',
        '/nodes?page=2',
        '/nodes?limit=2',
        '/nodes?sort=name&sort=id',
        '/nodes?sort=id&sort=name',
        '/core-nodes',
        '/nodes/search',
        '/nodes/search?search=a',
        '/nodes/search?search=A',
        '/nodes/search?search=a?b',
        '/nodes/search?search=a?c',
      ];
      expect(new Set(await Promise.all(different.map(etagOf))).size).toBe(different.length);
      expect(await etagOf('/nodes?page=2&limit=3')).toBe(await etagOf('/nodes?limit=3&page=2'));
    });

    it('an ETag names the database', async () => {
      const other = await startTestRegistry();
      try {
        const theirs = (await other.call('GET', '/nodes')).headers.get('etag')!;
        const ours = (await get('/nodes')).headers.get('etag')!;
        const database = (etag: string) => etag.split('-')[0];
        expect(database(theirs)).not.toBe(database(ours));
      } finally {
        await other.close();
      }
    });

    it('responses to requests with a credential, or with latest, are not cacheable', async () => {
      for (const path of cached()) {
        const etag = (await get(path)).headers.get('etag')!;
        for (const as of [world.callers.owner, world.callers.token, world.callers.admin, 'not-a-token']) {
          const answer = await get(path, { 'if-none-match': etag }, as);
          expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([
            200,
            'private, no-store',
            null,
          ]);
        }
      }
      const latest = await get('/nodes?latest=true');
      expect([latest.headers.get('cache-control'), latest.headers.get('etag')]).toEqual(['private, no-store', null]);
    });

    it('responses to writes are not cacheable', async () => {
      const created = await registry.call('POST', '/publishers', {
        as: world.callers.outsider,
        body: { id: uniqueName('fresh') },
      });
      expect([created.status, created.headers.get('cache-control'), created.headers.get('etag')]).toEqual([
        201,
        'private, no-store',
        null,
      ]);
      expect((await registry.call('GET', '/users', { as: world.callers.owner })).headers.get('cache-control')).toBe(
        'private, no-store',
      );
    });

    it('an error has no ETag, is not cacheable, and is never 304', async () => {
      const gone = '/nodes/no-such-node/versions/1.0.0/core-nodes';
      for (const [path, status] of [
        [gone, 404],
        ['/nodes?page=abc', 400],
        ['/nothing', 404],
        ['/users', 401],
      ] as const) {
        for (const headers of [{}, { 'if-none-match': '*' }]) {
          const answer = await get(path, headers as Record<string, string>);
          expect([answer.status, answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([
            status,
            null,
            'no-store',
          ]);
        }
      }
    });

    it('a node that was banned is not 304 for callers with an ETag', async () => {
      const banned = await makeNode(registry, world.id, { versions: [{ version: '1.0.0' }] });
      const path = `/nodes/${banned}/versions/1.0.0/core-nodes`;
      const etag = (await get(path)).headers.get('etag')!;
      await changeNode(registry, banned, `status = 'NodeStatusBanned'`);
      expectError(await get(path, { 'if-none-match': etag }), 403, 'NODE_BANNED');
    });

    it('Vary lists the request headers that a response depends on, for every status', async () => {
      for (const path of [...cached(), '/nodes?latest=true', '/nodes?page=abc', '/users', '/openapi.json'])
        expect([path, listed((await get(path)).headers.get('vary'))]).toEqual([path, VARY]);
      // Browsers get a page there.
      expect(listed((await get('/nothing')).headers.get('vary'))).toEqual(['accept', ...VARY]);
      expect(listed((await get('/nodes', { accept: 'text/html' })).headers.get('vary'))).toEqual(VARY);
    });
  });

  describe('compression', () => {
    it('is used if the caller accepts it and the response is long enough', async () => {
      await makeNodes(
        registry,
        Array.from({ length: 30 }, () => ({
          id: uniqueName('long'),
          publisherId: world.id,
          name: 'Long',
          description: 'x'.repeat(200),
          versions: [],
        })),
      );
      const encoding = async (path: string, accepted: string) =>
        (await get(path, { 'accept-encoding': accepted })).headers.get('content-encoding');
      expect(await encoding('/nodes?limit=30', 'gzip')).toBe('gzip');
      expect(await encoding('/nodes?limit=30', 'br')).toBe('br');
      expect(await encoding('/nodes?limit=30', 'identity')).toBeNull();
      expect(await encoding('/nodes?node_id=nobody', 'gzip')).toBeNull();
      const [plain, packed] = [
        await get('/nodes?limit=30', { 'accept-encoding': 'identity' }),
        await get('/nodes?limit=30', { 'accept-encoding': 'gzip' }),
      ];
      expect(packed.body).toEqual(plain.body);
      expect(packed.headers.get('etag')).toBe(plain.headers.get('etag'));
    });

    it('applies to the API description, whose ETag changes only with its content', async () => {
      const forms = await Promise.all(
        ['identity', 'gzip', 'br'].map((accepted) => get('/openapi.json', { 'accept-encoding': accepted })),
      );
      expect(forms.map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip', 'br']);
      for (const { body, headers } of forms) {
        expect(body).toEqual(forms[0]!.body);
        const again = await get('/openapi.json', { 'if-none-match': headers.get('etag')! });
        expect([again.status, again.text]).toEqual([304, '']);
      }
    });
  });

  describe('CORS', () => {
    const preflight = (at: TestRegistry, origin: string, path = '/nodes'): Promise<Answer> =>
      at.call('OPTIONS', path, {
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'authorization,content-type',
        },
      });

    it('allows browsers to read all responses from any origin', async () => {
      for (const path of ['/nodes', '/nodes?page=abc', '/nothing', '/users', '/healthz']) {
        const { headers } = await get(path, { origin: 'https://app.example.org' });
        expect(headers.get('access-control-allow-origin')).toBe('*');
        expect(listed(headers.get('access-control-expose-headers'))).toEqual(
          expect.arrayContaining(['etag', 'retry-after', 'x-request-id']),
        );
      }
    });

    it('allows the headers and methods that clients use', async () => {
      const { status, text, headers } = await preflight(registry, 'https://app.example.org', `/publishers/${world.id}`);
      expect([status, text, headers.get('access-control-allow-origin')]).toEqual([204, '', '*']);
      expect(listed(headers.get('access-control-allow-headers'))).toEqual(
        expect.arrayContaining([
          'authorization',
          'cache-control',
          'pragma',
          'expires',
          'content-type',
          'idempotency-key',
          'if-match',
          'if-none-match',
        ]),
      );
      expect(listed(headers.get('access-control-allow-methods'))).toEqual(
        expect.arrayContaining(['get', 'head', 'post', 'put', 'delete']),
      );
      expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0);
    });

    it('is restricted by CORS_ORIGINS', async () => {
      const narrow = await startTestRegistry({ CORS_ORIGINS: 'https://one.example.org, https://two.example.org' });
      try {
        for (const origin of ['https://one.example.org', 'https://two.example.org']) {
          expect(
            (await narrow.call('GET', '/nodes', { headers: { origin } })).headers.get('access-control-allow-origin'),
          ).toBe(origin);
          expect((await preflight(narrow, origin)).headers.get('access-control-allow-origin')).toBe(origin);
        }
        for (const origin of [
          'https://evil.example.org',
          'https://one.example.org.evil.org',
          'http://one.example.org',
          'null',
        ]) {
          const answer = await narrow.call('GET', '/nodes', { headers: { origin } });
          expect([
            answer.status,
            answer.headers.get('access-control-allow-origin'),
            listed(answer.headers.get('vary')),
          ]).toEqual([200, null, VARY]);
          expect((await preflight(narrow, origin)).headers.get('access-control-allow-origin')).toBeNull();
        }
      } finally {
        await narrow.close();
      }
    });

    it('is open if CORS_ORIGINS is *', async () => {
      const open = await startTestRegistry({ CORS_ORIGINS: '*' });
      try {
        expect(
          (await open.call('GET', '/nodes', { headers: { origin: 'https://any.example.org' } })).headers.get(
            'access-control-allow-origin',
          ),
        ).toBe('*');
      } finally {
        await open.close();
      }
    });
  });

  describe('health', () => {
    it('/healthz and /readyz respond, and are not logged', async () => {
      const before = registry.log.length;
      expect([(await get('/healthz')).body, (await get('/readyz')).body]).toEqual([
        { status: 'alive' },
        { status: 'ready' },
      ]);
      expect(registry.log.slice(before).filter((line) => /healthz|readyz/.test(line))).toEqual([]);
    });

    it('/readyz is 503 while the database is unavailable, /healthz is not', async () => {
      const original = registry.database.isMigrated;
      registry.database.isMigrated = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7'));
      try {
        const answer = await get('/readyz');
        expect(answer.status).toBe(503);
        expect(answer.text).not.toContain('10.0.0.7');
        expect((await get('/healthz')).status).toBe(200);
      } finally {
        registry.database.isMigrated = original;
      }
      expect((await get('/readyz')).status).toBe(200);
    });
  });

  it('headers do not reveal the software, and prevent content sniffing', async () => {
    const { headers } = await get('/nodes');
    expect([headers.get('x-powered-by'), headers.get('server'), headers.get('x-content-type-options')]).toEqual([
      null,
      null,
      'nosniff',
    ]);
  });
});
