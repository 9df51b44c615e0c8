import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSchema } from 'graphql';
import { auditRows, makeNode, makeToken, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { bounded } from '../support/faults.js';
import { graphOperationsOf } from '../support/graph-operations.js';
import { makeInterfaceWorld, requestOf, variablesOf } from '../support/interface-world.js';
import { expectError } from '../support/refusals.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';
import { operationsOf } from '../support/rest-operations.js';

const ROUNDS = bounded({ usual: 15, long: 1000 });

describe('Idempotency-Key', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry({ MAX_PUBLISHERS_PER_USER: '100000' });
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const post = (path: string, key: string, body: unknown, as: string | undefined = world.callers.owner) =>
    registry.call('POST', path, { as, body, headers: { 'idempotency-key': key } });
  const createPublisher = (key: string, id: string, as?: string) => post('/publishers', key, { id }, as);
  const replayed = ({ headers }: Answer): string | null => headers.get('idempotency-replayed');

  it('repeats the response of the first request, without executing it again', async () => {
    const [key, id] = [randomUUID(), uniqueName('once')];
    const first = await createPublisher(key, id);
    const second = await createPublisher(key, id);
    expect([first.status, replayed(first)]).toEqual([201, null]);
    expect([second.status, second.text, replayed(second)]).toEqual([201, first.text, 'true']);
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await auditRows(registry, 'publisher.create', id)).toHaveLength(1);
  });

  it('releases the key of a request that is refused', async () => {
    const key = randomUUID();
    expectError(await createPublisher(key, world.id), 400, 'PUBLISHER_ID_TAKEN');
    const again = await createPublisher(key, world.id);
    expectError(again, 400, 'PUBLISHER_ID_TAKEN');
    expect(replayed(again)).toBeNull();
    expect((await createPublisher(key, uniqueName('free'))).status).toBe(201);
  });

  it('stores nothing for GraphQL queries', async () => {
    const query = () =>
      registry.call('POST', '/graphql', {
        headers: { 'idempotency-key': randomUUID() },
        body: { query: '{ nodes(limit: 5) { total } }' },
      });
    expect((await query()).status).toBe(200);
    const [row] = await registry.database.query<{ count: number }>(
      `select count(*)::int as count from idempotency_keys where body like '%"total"%'`,
    );
    expect(row!.count).toBe(0);
  });

  it('refuses the same key with another body', async () => {
    const key = randomUUID();
    await createPublisher(key, uniqueName('one'));
    const other = uniqueName('two');
    expectError(await createPublisher(key, other), 422, 'IDEMPOTENCY_KEY_REUSED');
    expect((await registry.call('GET', `/publishers/${other}`)).status).toBe(404);
  });

  it('does not bypass limits: the same body limit applies, and POSTs without an endpoint are not stored', async () => {
    const kept = async (): Promise<number> =>
      (await registry.database.query<{ count: number }>('select count(*)::int as count from idempotency_keys', []))[0]!
        .count;
    const before = await kept();
    const tooLong = await post('/publishers', randomUUID(), {
      id: uniqueName('long'),
      description: 'x'.repeat(1024 * 1024),
    });
    expectError(tooLong, 413, 'BODY_TOO_LARGE');
    const statements = await registry.statements(async () =>
      expectError(await post('/no/such/place', randomUUID(), { id: 'x' }), 404, 'NOT_FOUND'),
    );
    expect([statements, await kept()]).toEqual([[], before]);
  });

  it('stores no secret, for all operations that return one', async () => {
    const secrets: string[] = [];
    const shows: [string, unknown, (body: Record<string, string>) => string][] = [
      [`/publishers/${world.id}/tokens`, { name: 'kept' }, ({ token }) => token!],
      [
        `/publishers/${world.id}/webhooks`,
        { url: 'https://hooks.example/kept', events: ['node.updated'] },
        ({ secret }) => secret!,
      ],
      [
        `/publishers/${world.id}/nodes/${await makeNode(registry, world.id)}/versions`,
        { node: {}, node_version: { version: '9.9.9' } },
        ({ signedUrl }) => new URL(signedUrl!).search,
      ],
    ];
    for (const [path, body, secretOf] of shows) {
      const key = randomUUID();
      const first = await post(path, key, body);
      expect([path, first.status]).toEqual([path, 201]);
      secrets.push(secretOf(first.body as Record<string, string>));
      expectError(await post(path, key, body), 409, 'IDEMPOTENCY_KEY_SPENT');
    }
    const rows = JSON.stringify(await registry.database.query('select k.* from idempotency_keys k', []));
    for (const secret of secrets) expect([secret.length > 20, rows.includes(secret)]).toEqual([true, false]);
  });

  it('is a different key for another caller, and for another path', async () => {
    const key = randomUUID();
    expect((await createPublisher(key, uniqueName('mine'))).status).toBe(201);
    expect((await createPublisher(key, uniqueName('his'), world.callers.outsider)).status).toBe(201);
    expect((await post(`/publishers/${world.id}/nodes`, key, { id: uniqueName('node') })).status).toBe(201);
  });

  it('accepts a key as a string of structured headers', async () => {
    const [key, id] = [randomUUID(), uniqueName('quoted')];
    await createPublisher(key, id);
    expect(replayed(await createPublisher(`"${key}"`, id))).toBe('true');
  });

  it.each(['', ' ', '""', 'x'.repeat(256), '"open', 'kéy'])('refuses the key %j', async (key) => {
    const answer = await createPublisher(key, uniqueName('never'));
    expectError(answer, 400, 'INVALID_INPUT');
    expect(answer.body.message).toContain('Idempotency-Key');
  });

  it('refuses an invalid credential', async () => {
    expectError(await createPublisher(randomUUID(), uniqueName('never'), 'nonsense'), 401, 'UNAUTHENTICATED');
  });

  it('requires the same credential as the call without a key', async () => {
    const read = () => post('/bulk/nodes/versions', 'a key', { node_versions: [] }, 'nonsense');
    expect((await read()).status).toBe(200);
    const node = uniqueName('node');
    const publish = (as: string, version: string) =>
      post(
        `/publishers/${world.id}/nodes/${node}/versions`,
        version,
        { node: {}, node_version: { version }, personal_access_token: world.callers.token },
        as,
      );
    expect((await publish('nonsense', '1.0.0')).status).toBe(201);
    // The token in the body is the credential, even if there is an Authorization header.
    expectError(await publish(world.callers.outsider, '1.0.0'), 409, 'IDEMPOTENCY_KEY_SPENT');
  });

  it('is a different key for another token in the body, also from the same address', async () => {
    const key = randomUUID();
    const node = uniqueName('node');
    const tokens = [
      await makeToken(registry, world.id, world.callers.owner),
      await makeToken(registry, world.id, world.callers.owner),
    ];
    const publish = (token: string, version: string) =>
      registry.call('POST', `/publishers/${world.id}/nodes/${node}/versions`, {
        body: { node: {}, node_version: { version }, personal_access_token: token },
        headers: { 'idempotency-key': key },
      });
    expect((await publish(tokens[0]!, '1.0.0')).status).toBe(201);
    expect((await publish(tokens[1]!, '1.0.1')).status).toBe(201);
    expectError(await publish(tokens[0]!, '1.0.1'), 422, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('stores no response with a secret: a repetition gets the names of created objects', async () => {
    const key = randomUUID();
    const path = `/publishers/${world.id}/tokens`;
    const first = await post(path, key, { name: 'CI' });
    expect(first.status).toBe(201);
    const second = await post(path, key, { name: 'CI' });
    expectError(second, 409, 'IDEMPOTENCY_KEY_SPENT');
    const [token] = await registry.database.query<{ id: string }>(
      'select id from personal_access_tokens where publisher_id = $1 order by created_at desc limit 1',
      [world.id],
    );
    expect(second.body.message).toContain(`token ${token!.id}`);
    const kept = JSON.stringify(await registry.database.query('select * from idempotency_keys'));
    expect(kept).not.toContain(first.body.token);
    expect(await auditRows(registry, 'token.create', token!.id)).toHaveLength(1);
  });

  it('stores no upload URL, but the name of the version', async () => {
    const node = uniqueName('node');
    const body = {
      node: { name: 'Node' },
      node_version: { version: '1.0.0' },
      personal_access_token: await makeToken(registry, world.id, world.callers.owner),
    };
    const path = `/publishers/${world.id}/nodes/${node}/versions`;
    const key = randomUUID();
    const first = await registry.call('POST', path, { body, headers: { 'idempotency-key': key } });
    expect(first.status).toBe(201);
    const second = await registry.call('POST', path, { body, headers: { 'idempotency-key': key } });
    expectError(second, 409, 'IDEMPOTENCY_KEY_SPENT');
    expect(second.body.message).toContain(first.body.node_version.id);
  });

  it('stores only a hash of the body', async () => {
    const key = randomUUID();
    const id = uniqueName('later');
    const answer = await registry.call('POST', '/publishers', {
      as: world.callers.owner,
      raw: `{"id": "${id}"`,
      headers: { 'idempotency-key': key },
    });
    expect(answer.status).toBe(400);
    expect(
      (
        await registry.call('POST', '/publishers', {
          as: world.callers.owner,
          raw: `{"id": "${id}"`,
          headers: { 'idempotency-key': key },
        })
      ).text,
    ).toBe(answer.text);
    const [row] = await registry.database.query<{ body_hash: string }>(
      'select body_hash from idempotency_keys order by at desc limit 1',
    );
    expect(row!.body_hash).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await registry.database.query('select id, body_hash from idempotency_keys'))).not.toContain(
      id,
    );
  });

  it('is 409 while the first request runs, and can be taken over if that was lost', async () => {
    const [key, id] = [randomUUID(), uniqueName('lost')];
    const { idempotency } = registry.services;
    const owner = (await registry.call('GET', '/users', { as: world.callers.owner })).body.id as string;
    const asked = {
      caller: `user:${owner}`,
      method: 'POST',
      path: '/publishers',
      key,
      body: Buffer.from(JSON.stringify({ id })),
    };
    await idempotency.begin(asked);
    const running = await createPublisher(key, id);
    expectError(running, 409, 'IDEMPOTENCY_KEY_RUNNING');
    expect(running.headers.get('retry-after')).toBe('1');
    // The retry delay grows with the time that the request has been running, but ends when the key can be taken over.
    for (const [age, left, retryAfter] of [
      [40, 50, 40],
      [70, 20, 20],
    ]) {
      await registry.database.transaction(
        async ({ query }) =>
          void (await query(
            `update idempotency_keys set at = now() - $1::float8 * interval '1 s', runs_until = now() + $2::float8 * interval '1 s' where status is null and not written`,
            [age, left],
          )),
      );
      const told = Number((await createPublisher(key, id)).headers.get('retry-after'));
      expect(Math.abs(told - retryAfter!)).toBeLessThanOrEqual(15);
    }
    // The process that ran it has died long ago.
    await registry.database.transaction(
      async ({ query }) =>
        void (await query(
          `update idempotency_keys set runs_until = now() - interval '1 s' where status is null and not written`,
        )),
    );
    expect((await createPublisher(key, id)).status).toBe(201);
    expect(replayed(await createPublisher(key, id))).toBe('true');
  });

  it('is valid for a day', async () => {
    const [key, id] = [randomUUID(), uniqueName('day')];
    await createPublisher(key, id);
    const age = (interval: string) =>
      registry.database.transaction(
        async ({ query }) => void (await query(`update idempotency_keys set at = now() - interval '${interval}'`)),
      );
    await age('23 hours');
    expect(replayed(await createPublisher(key, id))).toBe('true');
    await age('25 hours');
    expectError(await createPublisher(key, id), 400, 'PUBLISHER_ID_TAKEN');
    // Other keys of that age were deleted.
    expect(
      await registry.database.query(`select id from idempotency_keys where at < now() - interval '24 hours'`),
    ).toEqual([]);
  });

  it.each(['/graphql', '/graphql/'])('works for GraphQL at %s', async (path) => {
    const key = randomUUID();
    const id = uniqueName('graph');
    const mutation = (name: string) =>
      registry.call('POST', path, {
        as: world.callers.owner,
        headers: { 'idempotency-key': key },
        body: {
          query: 'mutation ($input: CreatePublisherInput!) { createPublisher(input: $input) { id } }',
          variables: { input: { id: name } },
        },
      });
    const first = await mutation(id);
    expect(first.body.data).toEqual({ createPublisher: { id } });
    const second = await mutation(id);
    expect([second.text, replayed(second)]).toEqual([first.text, 'true']);
    const other = await mutation(uniqueName('other'));
    expect([other.status, other.body.errors[0].extensions.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await auditRows(registry, 'publisher.create', id)).toHaveLength(1);
  });

  it('executes no GraphQL at a path below /graphql', async () => {
    const id = uniqueName('below');
    const { status } = await registry.call('POST', '/graphql/x', {
      as: world.callers.owner,
      body: { query: `mutation { createPublisher(input: { id: "${id}" }) { id } }` },
    });
    expect([status, (await registry.call('GET', `/publishers/${id}`)).status]).toEqual([404, 404]);
  });

  it('returns a token of GraphQL once', async () => {
    const key = randomUUID();
    const create = () =>
      registry.call('POST', '/graphql', {
        as: world.callers.owner,
        headers: { 'idempotency-key': key },
        body: {
          query:
            'mutation ($publisherId: ID!, $input: CreatePublisherTokenInput!) { createPublisherToken(publisherId: $publisherId, input: $input) { token } }',
          variables: { publisherId: world.id, input: { name: 'CI' } },
        },
      });
    const first = await create();
    expect(first.text).toContain('"token"');
    const second = await create();
    expect([second.status, second.body.errors[0].extensions.code]).toEqual([409, 'IDEMPOTENCY_KEY_SPENT']);
  });
});

describe('for every POST and every mutation', () => {
  let registry: TestRegistry;
  /** The number of requests that succeeded the first time. */
  let done = 0;

  beforeAll(async () => {
    registry = await startTestRegistry({
      VIDEO_SANDBOX_STEP_MS: '0',
      MAX_PUBLISHERS_PER_USER: '100000',
      MAX_TOKENS_PER_PUBLISHER: '100000',
      REPO_HOST_API_URL: 'http://127.0.0.1:9',
    });
  });
  afterAll(() => registry.close());

  /** Returns all rows that a request and its jobs may write, except its key and the download counts. */
  const left = async (): Promise<unknown> => {
    await registry.idle();
    const tables = [
      'audit_log',
      'publishers',
      'nodes',
      'node_versions',
      'personal_access_tokens',
      'webhooks',
      'node_translations',
      'core_nodes',
      'publisher_members',
    ];
    return (
      await registry.database.query(
        `select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}, (select max(id) from audit_log) as last, (select count(*)::int from changes where not counter) as changes`,
      )
    )[0];
  };

  /** Sends a request twice with one key. @returns a description of the error; `undefined` if there is none */
  async function twice(send: (key: string) => Promise<Answer>): Promise<string | undefined> {
    const key = randomUUID();
    const initial = JSON.stringify(await left());
    const first = await send(key);
    if (first.status < 300 && !first.text.startsWith('{"errors"')) done++;
    const before = await left();
    const second = await send(key);
    const after = await left();
    if (JSON.stringify(after) !== JSON.stringify(before))
      return `was done twice: ${JSON.stringify(before)}, then ${JSON.stringify(after)}`;
    const isReplayed =
      second.headers.get('idempotency-replayed') === 'true' &&
      second.status === first.status &&
      second.text === first.text;
    if (first.status === 401 || first.status >= 500) return `${first.status} ${first.text}`;
    // Nothing is stored for a request that wrote nothing.
    if (JSON.stringify(before) === initial && second.status === first.status) return undefined;
    return isReplayed || second.text.includes('IDEMPOTENCY_KEY_SPENT')
      ? undefined
      : `${first.status} ${first.text.slice(0, 100)}, then ${second.status} ${second.text.slice(0, 100)}`;
  }

  it('a key executes the call once, and its response is repeated', async () => {
    const wrong: string[] = [];
    const posts = operationsOf(registry.conformance.document).filter(({ method }) => method === 'POST');
    const mutations = graphOperationsOf(
      buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')),
    ).filter(({ kind }) => kind === 'mutation');
    for (const operation of posts) {
      const world = await makeInterfaceWorld(registry);
      const { path, body } = requestOf(operation, world);
      const found = await twice((key) =>
        registry.call('POST', path, { as: world.callers.admin, body, headers: { 'idempotency-key': key } }),
      );
      if (found) wrong.push(`${operation.id}: ${found}`);
    }
    for (const mutation of mutations) {
      const world = await makeInterfaceWorld(registry);
      const variables = variablesOf(mutation, world);
      const found = await twice((key) =>
        registry.call('POST', '/graphql', {
          as: world.callers.admin,
          body: { query: mutation.document, variables },
          headers: { 'idempotency-key': key },
        }),
      );
      if (found) wrong.push(`${mutation.name}: ${found}`);
    }
    process.stdout.write(
      `sent twice with one key: ${posts.length} POSTs and ${mutations.length} mutations; ${done} of them are done, the others refused\n`,
    );
    expect(wrong).toEqual([]);
    expect(done).toBeGreaterThan(0.7 * (posts.length + mutations.length));
  }, 300_000);
});

describe('If-Match', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const put = (path: string, etag: string, body: unknown) =>
    registry.call('PUT', path, { as: world.callers.owner, body, headers: { 'if-match': etag } });

  it('allows callers with the newest ETag to write, regardless of other changes', async () => {
    const node = await makeNode(registry, world.id);
    const seen = (await registry.call('GET', `/nodes/${node}`)).headers.get('etag')!;
    await makeNode(registry, world.id);
    const path = `/publishers/${world.id}/nodes/${node}`;
    const first = await put(path, seen, { description: 'First.' });
    expect(first.status).toBe(200);
    expectError(await put(path, seen, { description: 'Second.' }), 412, 'PRECONDITION_FAILED');
    expect((await registry.call('GET', `/nodes/${node}`)).body.description).toBe('First.');
    // The ETag of the response is that of the new state.
    expect((await put(path, first.headers.get('etag')!, { description: 'Third.' })).status).toBe(200);
    expect(
      (
        await put(path, `"other", ${(await registry.call('GET', '/nodes')).headers.get('etag')!}`, {
          description: 'Fourth.',
        })
      ).status,
    ).toBe(200);
  });

  it('is supported by every PUT of a resource with an ETag', async () => {
    const node = await makeNode(registry, world.id, {
      versions: [{ version: '1.0.0', coreNodes: [{ name: 'Sharpen' }] }],
    });
    const version = (await registry.call('GET', `/nodes/${node}/versions/1.0.0`)).body.id as string;
    const fields: [string, object, object][] = [
      [`/publishers/${world.id}`, { description: 'a' }, { description: 'b' }],
      [`/publishers/${world.id}/nodes/${node}`, { description: 'a' }, { description: 'b' }],
      [`/publishers/${world.id}/nodes/${node}/versions/${version}`, { changelog: 'a' }, { changelog: 'b' }],
      [`/nodes/${node}/versions/1.0.0/core-nodes/Sharpen`, { category: 'a' }, { category: 'b' }],
      [`/admin/nodes/${node}`, { search_ranking: 1 }, { search_ranking: 2 }],
      [
        `/admin/nodes/${node}/versions/1.0.0`,
        { status: 'NodeVersionStatusFlagged', status_reason: 'a' },
        { status: 'NodeVersionStatusActive', status_reason: 'b' },
      ],
    ];
    for (const [path, first, second] of fields) {
      const etag = (await registry.call('GET', '/nodes')).headers.get('etag')!;
      const send = (body: object) =>
        registry.call('PUT', path, { as: world.callers.admin, body, headers: { 'if-match': etag } });
      expect([path, (await send(first)).status]).toEqual([path, 200]);
      expectError(await send(second), 412, 'PRECONDITION_FAILED');
    }
  });

  it('is supported by DELETE and POST of one resource', async () => {
    const make = (versions: object[] = []) => makeNode(registry, world.id, { versions: versions as never });
    const etagNow = async () => (await registry.call('GET', '/nodes')).headers.get('etag')!;
    const [banned, deleted, translated, unpublished] = await Promise.all([
      make(),
      make(),
      make(),
      make([{ version: '1.0.0' }]),
    ]);
    const version = (await registry.call('GET', `/nodes/${unpublished}/versions/1.0.0`)).body.id as string;
    const changeNodeOf = (id: string, body: object) =>
      registry.call('PUT', `/publishers/${world.id}/nodes/${id}`, { as: world.callers.owner, body });
    const calls: [string, string, object | undefined, () => Promise<unknown>][] = [
      [
        'POST',
        `/publishers/${world.id}/nodes/${banned}/ban`,
        { reason: 'spam' },
        () => changeNodeOf(banned, { description: 'New.' }),
      ],
      [
        'POST',
        `/nodes/${translated}/translations`,
        { data: { de: {} } },
        () => registry.call('POST', `/nodes/${translated}/translations`, { body: { data: { fr: {} } } }),
      ],
      [
        'DELETE',
        `/publishers/${world.id}/nodes/${deleted}`,
        undefined,
        () => changeNodeOf(deleted, { description: 'New.' }),
      ],
      [
        'DELETE',
        `/publishers/${world.id}/nodes/${unpublished}/versions/${version}`,
        undefined,
        () =>
          registry.call('PUT', `/publishers/${world.id}/nodes/${unpublished}/versions/${version}`, {
            as: world.callers.owner,
            body: { changelog: 'New.' },
          }),
      ],
    ];
    for (const [method, path, body, change] of calls) {
      const send = (etag: string) =>
        registry.call(method, path, { as: world.callers.admin, body, headers: { 'if-match': etag } });
      const stale = await etagNow();
      await change();
      expectError(await send(stale), 412, 'PRECONDITION_FAILED');
      expect([path, (await send(await etagNow())).status]).toEqual([
        path,
        method === 'POST' && body && 'data' in body ? 201 : 204,
      ]);
    }
  });

  it('is refused if the resource has no ETag, and ignored by reads', async () => {
    const etag = (await registry.call('GET', '/nodes')).headers.get('etag')!;
    const headers = { 'if-match': etag };
    expectError(
      await registry.call('POST', `/publishers/${world.id}/tokens`, {
        as: world.callers.owner,
        body: { name: 'ci' },
        headers,
      }),
      412,
      'PRECONDITION_FAILED',
    );
    const bulk = { body: { node_versions: [] }, headers };
    expect((await registry.call('POST', '/bulk/nodes/versions', bulk)).status).toBe(200);
  });

  it.each(['"other"', 'W/"other"', '', 'nonsense', '"00000000-source-99999-0123456789abcdef"'])(
    'refuses the ETag %j, which the registry did not generate',
    async (etag) => {
      expectError(await put(`/publishers/${world.id}`, etag, { description: 'Never.' }), 412, 'PRECONDITION_FAILED');
    },
  );

  it('accepts * for any existing resource', async () => {
    expect((await put(`/publishers/${world.id}`, '*', { description: 'Anything.' })).status).toBe(200);
    expectError(await put('/publishers/nobody', '*', { description: 'Anything.' }), 404, 'PUBLISHER_NOT_FOUND');
  });

  it('lets one of two concurrent writers with the same ETag succeed', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const etag = (await registry.call('GET', `/publishers/${world.id}`)).headers.get('etag')!;
      const answers = await Promise.all(
        ['a', 'b'].map((name) => put(`/publishers/${world.id}`, etag, { description: `${name}${round}` })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    }
  });
});
