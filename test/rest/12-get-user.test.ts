import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changePublisher, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { expectError } from '../support/refusals.js';
import { sharedTestRegistry, startTestRegistry, type TestRegistry } from '../support/registry.js';

describe('GET /users', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const whoAmI = (as: string | undefined, headers: Record<string, string> = {}) =>
    registry.call('GET', '/users', { as, headers });
  const usersNamed = (subject: string) =>
    registry.database.query<{ id: string }>('select id from users where subject = $1', [subject]);

  it('returns the calling user', async () => {
    const answer = await whoAmI(await registry.signIn(uniqueName('ada'), { name: 'Ada', email: 'ada@example.org' }));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Ada',
      email: 'ada@example.org',
      isAdmin: false,
      isApproved: true,
    });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('vary')).toMatch(/authorization/i);
    expect(answer.headers.get('etag')).toBeNull();
  });

  it('leaves out fields that the provider does not send', async () => {
    const { body } = await whoAmI(await registry.signIn(uniqueName('nameless')));
    expect(Object.keys(body).sort()).toEqual(['id', 'isAdmin', 'isApproved']);
  });

  it('recognizes the user, and stores new values from the provider', async () => {
    const subject = uniqueName('ada');
    const first = (await whoAmI(await registry.signIn(subject, { name: 'Ada', email: 'ada@example.org' }))).body;
    const second = (await whoAmI(await registry.signIn(subject, { name: 'Ada Lovelace' }))).body;
    const third = (await whoAmI(await registry.signIn(subject))).body;
    expect(second).toEqual({ ...first, name: 'Ada Lovelace' });
    expect(third).toEqual(second);
  });

  it('creates one user for concurrent first requests', async () => {
    const subject = uniqueName('newcomer');
    const as = await registry.signIn(subject, { name: 'New' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => whoAmI(as)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const users = await usersNamed(subject);
    expect(users).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([users[0]!.id]));
    expect(
      await registry.database.query(
        `select 1 as found from audit_log where action = 'user.create' and subject_id = $1`,
        [users[0]!.id],
      ),
    ).toHaveLength(1);
  });

  it('shows admins their role while their token is valid', async () => {
    const subject = uniqueName('boss');
    expect((await whoAmI(await registry.signIn(subject, { admin: true }))).body).toMatchObject({
      isAdmin: true,
      isApproved: true,
    });
    expect((await whoAmI(await registry.signIn(subject))).body).toMatchObject({ isAdmin: false });
  });

  it('responds to owners of a banned publisher, too', async () => {
    await changePublisher(registry, world.id, `status = 'PublisherStatusBanned'`);
    for (const caller of ['owner', 'member', 'outsider'] as const)
      expect((await whoAmI(world.callers[caller])).status).toBe(200);
  });

  it('requires a valid credential', async () => {
    const answer = await whoAmI(undefined);
    expectError(answer, 401, 'UNAUTHENTICATED');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expectError(await whoAmI('not-a-token'), 401, 'UNAUTHENTICATED');
    expectError(await whoAmI(`xrt_${'a'.repeat(46)}`), 401, 'UNAUTHENTICATED');
    expectError(await whoAmI(await registry.signIn('late', { ttlSeconds: -60 })), 401, 'UNAUTHENTICATED');
    const signed = await registry.signIn('somebody');
    expectError(await whoAmI(`${signed.slice(0, -4)}AAAA`), 401, 'UNAUTHENTICATED');
    expectError(await whoAmI(undefined, { authorization: `Basic ${signed}` }), 401, 'UNAUTHENTICATED');
    expect((await whoAmI(undefined, { authorization: `bearer ${signed}` })).status).toBe(200);
  });

  it('refuses tokens without a signature, and those signed with the public key as an HMAC secret', async () => {
    const [, payload] = (await registry.signIn('somebody')).split('.');
    const header = (alg: string) => Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url');
    expectError(await whoAmI(`${header('none')}.${payload}.`), 401, 'UNAUTHENTICATED');
    expectError(
      await whoAmI(`${header('HS256')}.${payload}.${Buffer.alloc(32).toString('base64url')}`),
      401,
      'UNAUTHENTICATED',
    );
  });

  it('refuses a personal access token, because it belongs to no user', async () => {
    expectError(await whoAmI(world.callers.token), 403, 'FORBIDDEN');
  });

  it('shows new users as not approved if the registry requires approval', async () => {
    const strict = await startTestRegistry({ REQUIRE_APPROVAL: 'true' });
    try {
      expect((await strict.call('GET', '/users', { as: await strict.signIn('newcomer') })).body).toMatchObject({
        isApproved: false,
      });
      expect(
        (await strict.call('GET', '/users', { as: await strict.signIn('boss', { admin: true }) })).body,
      ).toMatchObject({ isApproved: true });
    } finally {
      await strict.close();
    }
  });

  it('hides the details of an internal error', async () => {
    const original = registry.services.users.self;
    registry.services.users.self = () => {
      throw new Error('vault');
    };
    try {
      const answer = await whoAmI(world.callers.owner);
      expectError(answer, 500, 'INTERNAL_ERROR');
      expect(answer.text).not.toContain('vault');
    } finally {
      registry.services.users.self = original;
    }
  });
});
