import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateKeyPair } from 'jose';
import { BUILT_IN_AUDIENCE, BUILT_IN_ISSUER, BuiltInIssuer } from '../../src/auth/built-in-issuer.js';
import { UserService } from '../../src/services/user.service.js';
import { makeNode, makePublisher, makeToken, uniqueName, userId } from '../support/builders.js';
import {
  type Algorithm,
  AUDIENCE,
  type FakeIdentityProvider,
  startFakeIdentityProvider,
  type TokenOptions,
} from '../support/fake-identity-provider.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';
import { until } from '../support/until.js';

const UNAUTHENTICATED = { error: 'UNAUTHENTICATED', message: expect.any(String) };

const base64 = (value: object | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const soon = (): number => Math.floor(Date.now() / 1000) + 600;

const self = (registry: TestRegistry, as: string | undefined): Promise<Answer> =>
  registry.call('GET', '/users', { as });

const userRows = (registry: TestRegistry, subject: string): Promise<Record<string, unknown>[]> =>
  registry.database.query('select * from users where subject = $1', [subject]);

/** Returns a token that is signed by HMAC with this secret. */
function hmacToken(secret: string, header: object, claims: object): string {
  const input = `${base64({ alg: 'HS256', typ: 'JWT', ...header })}.${base64(claims)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

describe('tokens of an external provider', () => {
  let provider: FakeIdentityProvider;
  let registry: TestRegistry;

  beforeAll(async () => {
    provider = await startFakeIdentityProvider();
    registry = await startTestRegistry({
      AUTH_ISSUER: provider.issuer,
      AUTH_AUDIENCE: AUDIENCE,
      ADMIN_SUBJECTS: 'chief, deputy',
    });
  });
  afterAll(async () => {
    await registry.close();
    await provider.close();
  });

  it.each<Algorithm>(['RS256', 'ES256', 'EdDSA'])('are accepted with %s', async (alg) => {
    const subject = uniqueName('ada');
    const answer = await self(
      registry,
      await provider.token(subject, { alg, claims: { name: 'Ada', email: 'ada@example.org', email_verified: true } }),
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Ada',
      email: 'ada@example.org',
      isAdmin: false,
      isApproved: true,
    });
    expect(await userRows(registry, subject)).toMatchObject([{ issuer: provider.issuer, email_verified: true }]);
  });

  it('are accepted with several audiences, and with the scheme in any case', async () => {
    const token = await provider.token(uniqueName('ada'), { claims: { aud: ['another', AUDIENCE] } });
    expect((await registry.call('GET', '/users', { headers: { authorization: `bEaReR ${token}` } })).status).toBe(200);
  });

  it('authorize writes', async () => {
    const id = uniqueName('team');
    const answer = await registry.call('POST', '/publishers', {
      as: await provider.token(uniqueName('ada')),
      body: { id },
    });
    expect([answer.status, answer.body.id]).toEqual([201, id]);
  });

  it('cause one request for the provider’s keys', async () => {
    for (let turn = 0; turn < 3; turn++) await self(registry, await provider.token(uniqueName('often')));
    expect(provider.asked).toEqual({ discovery: 1, keys: 1 });
  });

  it('are refused after their expiry, even if they were recently cached', async () => {
    // The clocks of the machines may differ by five seconds.
    const as = await provider.token(uniqueName('late'), { claims: { exp: Math.floor(Date.now() / 1000) + 1 } });
    expect((await self(registry, as)).status).toBe(200);
    expect((await self(registry, as)).status).toBe(200);
    await until(async () => (await self(registry, as)).status === 401);
  });

  it('are accepted without discovery if the URL of the keys is set', async () => {
    const before = provider.asked.discovery;
    const other = await startTestRegistry({
      AUTH_ISSUER: provider.issuer,
      AUTH_AUDIENCE: AUDIENCE,
      AUTH_JWKS_URL: provider.jwksUrl,
    });
    try {
      expect((await self(other, await provider.token(uniqueName('ada')))).status).toBe(200);
      expect(provider.asked.discovery).toBe(before);
    } finally {
      await other.close();
    }
  });

  const now = (): number => Math.floor(Date.now() / 1000);
  it.each<[string, () => TokenOptions]>([
    ['of another issuer', () => ({ claims: { iss: 'https://evil.example.org' } })],
    ['of an issuer that differs in a slash', () => ({ claims: { iss: `${provider.issuer}/` } })],
    ['without an issuer', () => ({ claims: { iss: undefined } })],
    ['for another audience', () => ({ claims: { aud: 'another' } })],
    ['without an audience', () => ({ claims: { aud: undefined } })],
    ['that have expired', () => ({ claims: { exp: now() - 60 } })],
    ['that begin later', () => ({ claims: { nbf: now() + 60 } })],
    ['that never expire', () => ({ claims: { exp: undefined } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['with an empty subject', () => ({ claims: { sub: '' } })],
    ['with a subject that no database takes', () => ({ claims: { sub: 'a\u0000b' } })],
    ['with a subject that would have to be cut', () => ({ claims: { sub: 'x'.repeat(321) } })],
    ['under a key that there isn’t', () => ({ kid: 'unknown' })],
    ['under the key of another algorithm', () => ({ kid: 'key-ES256' })],
  ])('are refused %s', async (_what, options) => {
    const answer = await self(registry, await provider.token(uniqueName('mallory'), options()));
    expect([answer.status, answer.body]).toEqual([401, UNAUTHENTICATED]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('are refused with a signature by another key', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    expect((await self(registry, await provider.token('mallory', { key: privateKey }))).status).toBe(401);
  });

  it('are refused if they were modified', async () => {
    const [header, , signature] = (await provider.token('mallory')).split('.');
    const claims = base64({ iss: provider.issuer, aud: AUDIENCE, sub: 'chief', exp: soon() });
    expect((await self(registry, `${header}.${claims}.${signature}`)).status).toBe(401);
  });

  it('are refused without a signature, and with HMAC under the public key', async () => {
    const claims = { iss: provider.issuer, aud: AUDIENCE, sub: 'chief', exp: soon() };
    const pem = await provider.publicPem('RS256');
    const tokens = [
      `${base64({ alg: 'none' })}.${base64(claims)}.`,
      `${base64({ alg: 'None', kid: 'key-RS256' })}.${base64(claims)}.`,
      `${base64({ alg: 'none', kid: 'key-RS256' })}.${base64(claims)}.${base64('x')}`,
      hmacToken(pem, { kid: 'key-RS256' }, claims),
      hmacToken(pem.trim(), {}, claims),
      hmacToken('', { kid: 'key-RS256' }, claims),
    ];
    for (const token of tokens) expect([token, (await self(registry, token)).status]).toEqual([token, 401]);
    expect(await userRows(registry, 'mallory')).toEqual([]);
  });

  it('are refused if they are malformed', async () => {
    const good = await provider.token(uniqueName('ada'));
    for (const token of [
      'x',
      '..',
      'a.b.c',
      `${base64('{}')}.${base64('{}')}.`,
      `${good}x`,
      good.slice(0, -5),
      `${base64({ alg: 'RS256', kid: 'key-RS256' })}.${base64('nonsense')}.AAAA`,
      'a'.repeat(7000),
    ]) {
      expect([token, (await self(registry, token)).status]).toEqual([token, 401]);
    }
    for (const authorization of [
      `Basic ${base64('ada:secret')}`,
      good,
      `Token ${good}`,
      'Bearer',
      'Bearer  ',
      `Bearer ${good} ${good}`,
      `Bearer ${good}, Bearer ${good}`,
    ]) {
      expect([authorization, (await registry.call('GET', '/users', { headers: { authorization } })).status]).toEqual([
        authorization,
        401,
      ]);
    }
    expect((await self(registry, undefined)).status).toBe(401);
  });

  it('are the only accepted ones: those of the built-in issuer are refused', async () => {
    const answer = await self(
      registry,
      await BuiltInIssuer.open(registry.settings).issue({ user: 'chief', admin: true, ttlSeconds: 600 }),
    );
    expect([answer.status, answer.body]).toEqual([401, UNAUTHENTICATED]);
  });

  it('grant no admin role by a claim by default', async () => {
    const subject = uniqueName('mallory');
    const as = await provider.token(subject, {
      claims: { admin: true, isAdmin: true, roles: ['admin'], is_admin: true },
    });
    expect((await self(registry, as)).body.isAdmin).toBe(false);
    expect(await userRows(registry, subject)).toMatchObject([{ is_admin: false }]);
  });

  it('grant the admin role to users in the setting, while it names them', async () => {
    for (const subject of ['chief', 'deputy'])
      expect((await self(registry, await provider.token(subject))).body.isAdmin).toBe(true);
    for (const subject of ['Chief', 'chief,deputy', ' deputy'])
      expect((await self(registry, await provider.token(subject))).body.isAdmin).toBe(false);
    expect(await userRows(registry, 'chief')).toMatchObject([{ is_admin: false }]);
  });

  it('grant the admin role that the command line granted, until it is revoked', async () => {
    const users = new UserService(registry.database, registry.settings);
    const subject = uniqueName('grace');
    const as = await provider.token(subject);
    const { id } = (await self(registry, as)).body;
    expect(await users.setAdmin(id, true)).toBe(id);
    expect((await self(registry, as)).body).toMatchObject({ id, isAdmin: true });
    expect(await users.setAdmin(subject, false)).toBe(id);
    expect((await self(registry, as)).body).toMatchObject({ id, isAdmin: false });
  });

  it('update the stored user, who stays the same', async () => {
    const subject = uniqueName('ada');
    const { id } = (
      await self(registry, await provider.token(subject, { claims: { name: 'Ada', email: 'old@example.org' } }))
    ).body;
    const later = await self(registry, await provider.token(subject, { claims: { email: 'new@example.org' } }));
    expect(later.body).toMatchObject({ id, name: 'Ada', email: 'new@example.org' });
  });

  it('create one user for ten concurrent first requests', async () => {
    const subject = uniqueName('crowd');
    const as = await provider.token(subject, { claims: { name: 'Crowd', email: 'crowd@example.org' } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => self(registry, as)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const rows = await userRows(registry, subject);
    expect(rows).toHaveLength(1);
    expect(
      await registry.database.query(`select id from audit_log where action = 'user.create' and subject_id = $1`, [
        rows[0]!['id'],
      ]),
    ).toHaveLength(1);
  });

  it('are ignored by public reads if they are invalid', async () => {
    const publisher = await makePublisher(registry, await userId(registry, await provider.token(uniqueName('owner'))));
    const node = await makeNode(registry, publisher);
    const late = await provider.token('late', { claims: { exp: now() - 60 } });
    for (const path of [
      '/nodes',
      `/nodes/search?search=${node}`,
      '/core-nodes',
      `/nodes/${node}/versions/1.0.0/core-nodes`,
    ]) {
      for (const authorization of [`Bearer ${late}`, 'Bearer x', 'Basic eDp5', 'Bearer xrt_nonsense', 'nonsense']) {
        expect([
          path,
          authorization,
          (await registry.call('GET', path, { headers: { authorization } })).status,
        ]).toEqual([path, authorization, 200]);
      }
    }
    expect((await registry.graph('{ nodes { total } }', {}, { as: late })).data.nodes.total).toBeGreaterThan(0);
  });

  it('are not logged', async () => {
    const token = await provider.token(uniqueName('ada'));
    await self(registry, token);
    await self(registry, `${token}x`);
    expect(
      registry.log.some(
        (line) => line.includes(token.slice(0, 60)) || line.includes(token.split('.')[2]!.slice(0, 20)),
      ),
    ).toBe(false);
  });

  it('get 503 while the provider is down; personal access tokens and public reads work, and everything works afterwards', async () => {
    const down = await startFakeIdentityProvider();
    const other = await startTestRegistry({ AUTH_ISSUER: down.issuer, AUTH_AUDIENCE: AUDIENCE });
    try {
      down.isBroken = true;
      const as = await down.token('ada');
      const answer = await self(other, as);
      expect([answer.status, answer.body.error]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      expect((await other.call('GET', '/nodes', { as })).status).toBe(200);
      down.isBroken = false;
      expect((await self(other, as)).status).toBe(200);
      const token = await makeToken(other, await makePublisher(other, await userId(other, as)), as);
      await down.close();
      expect((await self(other, token)).status).toBe(403);
      expect((await self(other, as)).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  it('get 503 if the keys can’t be loaded or are invalid', async () => {
    const gone = await startFakeIdentityProvider();
    await gone.close();
    for (const url of [
      gone.jwksUrl,
      `${provider.issuer}/.well-known/openid-configuration`,
      `${provider.issuer}/nowhere`,
    ]) {
      const other = await startTestRegistry({
        AUTH_ISSUER: provider.issuer,
        AUTH_AUDIENCE: AUDIENCE,
        AUTH_JWKS_URL: url,
      });
      try {
        expect([url, (await self(other, await provider.token('ada'))).status]).toEqual([url, 503]);
      } finally {
        await other.close();
      }
    }
  });

  it('create users who need approval, if so configured', async () => {
    const other = await startTestRegistry({
      AUTH_ISSUER: provider.issuer,
      AUTH_AUDIENCE: AUDIENCE,
      REQUIRE_APPROVAL: 'true',
      ADMIN_SUBJECTS: 'chief',
    });
    try {
      expect((await self(other, await provider.token('newcomer'))).body).toMatchObject({
        isAdmin: false,
        isApproved: false,
      });
      expect((await self(other, await provider.token('chief'))).body).toMatchObject({
        isAdmin: true,
        isApproved: true,
      });
    } finally {
      await other.close();
    }
  });
});

describe('tokens of the built-in issuer', () => {
  let registry: TestRegistry;

  beforeAll(async () => {
    registry = await startTestRegistry();
  });
  afterAll(() => registry.close());

  it('contain name, e-mail and admin role until they expire', async () => {
    const admin = await self(
      registry,
      await registry.signIn('ada', { name: 'Ada', email: 'ada@example.org', admin: true }),
    );
    expect(admin.body).toEqual({
      id: expect.any(String),
      name: 'Ada',
      email: 'ada@example.org',
      isAdmin: true,
      isApproved: true,
    });
    expect((await self(registry, await registry.signIn('ada'))).body).toEqual({ ...admin.body, isAdmin: false });
  });

  it('are refused if expired, signed by another key, or with another algorithm', async () => {
    const provider = await startFakeIdentityProvider();
    const claims = { iss: BUILT_IN_ISSUER, aud: BUILT_IN_AUDIENCE };
    try {
      const tokens = [
        await registry.signIn('ada', { ttlSeconds: -60 }),
        ...(await Promise.all(
          (['RS256', 'ES256', 'EdDSA'] as const).map((alg) => provider.token('ada', { alg, claims })),
        )),
        hmacToken(registry.url, {}, { ...claims, sub: 'ada', exp: soon() }),
        `${base64({ alg: 'none' })}.${base64({ ...claims, sub: 'ada', exp: soon() })}.`,
      ];
      for (const token of tokens) {
        const answer = await self(registry, token);
        expect([answer.status, answer.body]).toEqual([401, UNAUTHENTICATED]);
      }
    } finally {
      await provider.close();
    }
  });

  it('identify another user than those of an external provider', async () => {
    const subject = uniqueName('same');
    await self(registry, await registry.signIn(subject));
    expect(await userRows(registry, subject)).toMatchObject([{ issuer: BUILT_IN_ISSUER }]);
  });
});
