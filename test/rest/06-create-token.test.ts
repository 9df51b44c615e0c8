import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  auditRows,
  type Callers,
  changePublisher,
  changeRows,
  makePublisher,
  makeWorld,
  type PublisherWorld,
  userId,
} from '../support/builders.js';
import { expectError } from '../support/refusals.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly hash: string;
  readonly last_four: string;
  readonly created_by: string;
  readonly expires_at: string | null;
}

describe('POST /publishers/{publisherId}/tokens', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry({ MAX_TOKENS_PER_PUBLISHER: '3' });
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const create = (as: string | undefined, id: string, body: unknown) =>
    registry.call('POST', `/publishers/${id}/tokens`, { as, body });
  const ownPublisher = async (): Promise<string> =>
    makePublisher(registry, await userId(registry, world.callers.owner));
  const tokenRows = (id: string) =>
    registry.database.query<TokenRow>(
      'select id, name, description, hash, last_four, created_by, expires_at from personal_access_tokens where publisher_id = $1 order by created_at, id',
      [id],
    );
  /** Uses a token for an operation on an absent node: members of its publisher get 404. */
  const useToken = (token: string, id: string) =>
    registry.call('PUT', `/publishers/${id}/nodes/some-node`, { as: token, body: {} });

  it('returns the secret once', async () => {
    const answer = await create(world.callers.owner, await ownPublisher(), {
      name: 'ci',
      description: 'For the build.',
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.body).toEqual({ token: expect.stringMatching(/^xrt_[0-9A-Za-z]{46}$/) });
  });

  it('stores only its hash and last four characters', async () => {
    const id = await ownPublisher();
    const { token } = (
      await create(world.callers.owner, id, {
        name: 'ci',
        description: 'For the build.',
        createdAt: '1999-01-01T00:00:00Z',
        token: 'xrt_chosen',
        id: 'chosen',
      })
    ).body as { token: string };
    const [row] = await tokenRows(id);
    expect(row).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'ci',
      description: 'For the build.',
      hash: createHash('sha256').update(token).digest('hex'),
      last_four: token.slice(-4),
      created_by: await userId(registry, world.callers.owner),
      expires_at: null,
    });
    const tables = await registry.database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    for (const { name } of tables) {
      expect(
        await registry.database.query(`select 1 as found from ${name} t where t::text like $1`, [
          `%${token.slice(0, 20)}%`,
        ]),
      ).toEqual([]);
    }
  });

  it('never writes it to the log', async () => {
    const id = await ownPublisher();
    const { token } = (await create(world.callers.owner, id, { name: 'ci' })).body as { token: string };
    await useToken(token, id);
    await useToken(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`, id);
    expect(registry.log.filter((line) => line.includes(token.slice(4, 20)))).toEqual([]);
  });

  it('records who created it, and hides that from the public', async () => {
    const id = await ownPublisher();
    const answer = await registry.call('POST', `/publishers/${id}/tokens`, {
      as: world.callers.owner,
      body: { name: 'ci' },
      headers: { 'x-request-id': 'create-token-1' },
    });
    const [row] = await tokenRows(id);
    const audit = await auditRows(registry, 'token.create', row!.id);
    expect(audit).toMatchObject([
      {
        actor: `user:${await userId(registry, world.callers.owner)}`,
        publisher_id: id,
        subject_kind: 'token',
        request_id: 'create-token-1',
      },
    ]);
    expect(JSON.stringify(audit)).not.toContain(answer.body.token);
    expect(JSON.stringify(audit)).not.toContain(row!.hash);
    expect(await changeRows(registry, 'publisher', id)).toHaveLength(1);
  });

  it('creates a token that acts for its publisher only', async () => {
    const id = await ownPublisher();
    const first = (await create(world.callers.owner, id, { name: 'same name' })).body.token as string;
    const second = (await create(world.callers.owner, id, { name: 'same name' })).body.token as string;
    expect(second).not.toBe(first);
    expectError(await useToken(first, id), 404, 'NODE_NOT_FOUND');
    expectError(await useToken(second, id), 404, 'NODE_NOT_FOUND');
    expectError(await useToken(first, world.id), 403, 'FORBIDDEN');
  });

  it('refuses a token with a wrong checksum without a statement', async () => {
    const token = (await create(world.callers.owner, await ownPublisher(), { name: 'ci' })).body.token as string;
    const mistyped = token.slice(0, 10) + (token[10] === 'a' ? 'b' : 'a') + token.slice(11);
    const statements = await registry.statements(async () =>
      expectError(await useToken(mistyped, world.id), 401, 'UNAUTHENTICATED'),
    );
    expect(statements).toEqual([]);
  });

  it('creates a token that expires at the given time', async () => {
    const id = await ownPublisher();
    const token = (await create(world.callers.owner, id, { name: 'short', expires_at: '2999-01-31T12:00:00+02:00' }))
      .body.token as string;
    const [row] = await tokenRows(id);
    expect(new Date(row!.expires_at!).toISOString()).toBe('2999-01-31T10:00:00.000Z');
    expectError(await useToken(token, id), 404, 'NODE_NOT_FOUND');
    await registry.database.transaction(
      async ({ query }) =>
        void (await query(`update personal_access_tokens set expires_at = now() - interval '1 second' where id = $1`, [
          row!.id,
        ])),
    );
    expectError(await useToken(token, id), 401, 'UNAUTHENTICATED');
  });

  it.each([null, ''])('accepts %j as no expiry and no description', async (nothing) => {
    const id = await ownPublisher();
    expect(
      (await create(world.callers.owner, id, { name: 'ci', expires_at: nothing, description: nothing })).status,
    ).toBe(201);
    expect(await tokenRows(id)).toMatchObject([{ expires_at: null, description: null }]);
  });

  it('records the time of the last use', async () => {
    const id = await ownPublisher();
    const token = (await create(world.callers.owner, id, { name: 'ci' })).body.token as string;
    const lastUsed = async () =>
      (
        await registry.database.query<{ at: string | null }>(
          'select last_used_at as at from personal_access_tokens where publisher_id = $1',
          [id],
        )
      )[0]!.at;
    expect(await lastUsed()).toBeNull();
    await useToken(token, id);
    expect(await lastUsed()).not.toBeNull();
  });

  it('enforces the quota, also for concurrent requests', async () => {
    const id = await ownPublisher();
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(world.callers.owner, id, { name: 'ci' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403, 403]);
    expectError(await create(world.callers.owner, id, { name: 'ci' }), 403, 'QUOTA_REACHED');
    expectError(await create(world.callers.admin, id, { name: 'ci' }), 403, 'QUOTA_REACHED');
    expect(await tokenRows(id)).toHaveLength(3);
  });

  it.each([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['a null name', { name: null }],
    ['a number for a name', { name: 7 }],
    ['too long a name', { name: 'x'.repeat(201) }],
    ['a number for a description', { name: 'ci', description: 7 }],
    ['an expiry that is no time', { name: 'ci', expires_at: 'tomorrow' }],
    ['an expiry past the year 9999', { name: 'ci', expires_at: '9999-12-31T23:59:59-23:59' }],
    ['an expiry without a zone', { name: 'ci', expires_at: '2999-01-01T00:00:00' }],
    ['an expiry in the past', { name: 'ci', expires_at: '2020-01-01T00:00:00Z' }],
    ['a text that no database takes', { name: 'a\u0000b' }],
    ['a list', []],
  ])('refuses %s', async (_what, body) => {
    expectError(await create(world.callers.owner, world.id, body), 400, 'INVALID_INPUT');
  });

  it('refuses invalid JSON, another media type and too large a body', async () => {
    const path = `/publishers/${world.id}/tokens`;
    expectError(await registry.call('POST', path, { as: world.callers.owner, raw: '{' }), 400, 'INVALID_JSON');
    expectError(
      await registry.call('POST', path, {
        as: world.callers.owner,
        raw: 'name=x',
        headers: { 'content-type': 'text/plain' },
      }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    );
    expectError(await create(world.callers.owner, world.id, { name: 'x'.repeat(1024 * 1024) }), 413, 'BODY_TOO_LARGE');
  });

  it('requires a valid credential', async () => {
    expectError(await create(undefined, world.id, { name: 'ci' }), 401, 'UNAUTHENTICATED');
    expectError(await create('not-a-token', world.id, { name: 'ci' }), 401, 'UNAUTHENTICATED');
    expectError(await create(`xrt_${'0'.repeat(46)}`, world.id, { name: 'ci' }), 401, 'UNAUTHENTICATED');
  });

  it.each<keyof Callers>(['member', 'outsider', 'token', 'foreignToken'])(
    'refuses a caller who is %s',
    async (caller) => {
      expectError(await create(world.callers[caller], world.id, { name: 'ci' }), 403, 'FORBIDDEN');
      expect(await tokenRows(world.id)).toHaveLength(1);
    },
  );

  it('allows admins', async () => {
    expect((await create(world.callers.admin, await ownPublisher(), { name: 'ci' })).status).toBe(201);
  });

  it('refuses a banned publisher, except for admins', async () => {
    const id = await ownPublisher();
    await changePublisher(registry, id, `status = 'PublisherStatusBanned'`);
    expectError(await create(world.callers.owner, id, { name: 'ci' }), 403, 'PUBLISHER_BANNED');
    expect((await create(world.callers.admin, id, { name: 'ci' })).status).toBe(201);
  });

  it('responds with 404 for an unknown publisher', async () => {
    expectError(await create(world.callers.owner, 'no-such-publisher', { name: 'ci' }), 404, 'PUBLISHER_NOT_FOUND');
  });

  it('hides the details of an internal error', async () => {
    const original = registry.services.tokens.create;
    registry.services.tokens.create = () => Promise.reject(new Error('vault'));
    try {
      const answer = await create(world.callers.owner, world.id, { name: 'ci' });
      expectError(answer, 500, 'INTERNAL_ERROR');
      expect(answer.text).not.toContain('vault');
    } finally {
      registry.services.tokens.create = original;
    }
  });
});
