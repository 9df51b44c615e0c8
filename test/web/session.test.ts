import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BuiltInIssuer } from '../../src/auth/built-in-issuer.js';
import { hashOf } from '../../src/auth/sessions.js';
import { uniqueName } from '../support/builders.js';
import { CLIENT, type OpenIdProvider, startOpenIdProvider } from '../support/open-id-provider.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { UserAgent } from '../support/user-agent.js';

const PUBLIC_URL = 'http://registry.test';
const CALLBACK = `${PUBLIC_URL}/session/callback`;
const CREATE = 'mutation ($id: ID!) { createPublisher(input: { id: $id, name: "P" }) { id } }';

const secretOf = ({ cookie }: UserAgent): string => /registry-session=([\w-]+)/.exec(cookie)![1]!;

/** Sends a mutation as a page does. */
const write = (agent: UserAgent, headers: Record<string, string> = {}) =>
  agent.send('POST', '/graphql', headers, { query: CREATE, variables: { id: uniqueName('session') } });

describe('sign-in to the pages with a provider', () => {
  let provider: OpenIdProvider;
  let registry: TestRegistry;
  let agent: UserAgent;

  beforeAll(async () => {
    // The provider warns that it is not configured for production.
    for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
    provider = await startOpenIdProvider(CALLBACK);
    registry = await startTestRegistry({
      AUTH_ISSUER: provider.issuer,
      AUTH_AUDIENCE: 'the-registry',
      AUTH_CLIENT_ID: CLIENT.id,
      AUTH_CLIENT_SECRET: CLIENT.secret,
      ADMIN_SUBJECTS: 'chief',
      MAX_SESSIONS_PER_USER: '3',
    });
  });
  afterAll(async () => {
    await registry.close();
    await provider.close();
  });
  beforeEach(() => {
    agent = new UserAgent(registry);
    provider.user = uniqueName('ada');
    provider.isRefusing = false;
  });

  const signIn = async (path = '/workflow') => agent.open(`/session/login?return=${encodeURIComponent(path)}`);

  it('begins a session, returns to the page, and prevents caching', async () => {
    expect(await agent.session()).toEqual({ user: null, csrfToken: null, signIn: 'provider' });
    expect(await signIn('/workflow?a=b')).toMatchObject({ status: 200, url: `${PUBLIC_URL}/workflow?a=b` });
    const answer = await agent.send('GET', '/session');
    expect(JSON.parse(answer.text)).toEqual({
      user: {
        id: expect.any(String),
        name: `User ${provider.user}`,
        email: `${provider.user}@example.org`,
        isAdmin: false,
        isApproved: true,
      },
      csrfToken: expect.stringMatching(/^[\w-]{43}$/),
      signIn: 'provider',
    });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const [row] = await registry.database.query<{ hash: string }>('select hash from sessions where hash = $1', [
      hashOf(secretOf(agent)),
    ]);
    expect(row).toBeDefined();
    expect(registry.log.join('\n')).not.toContain(secretOf(agent));
  });

  it('sets cookies that scripts and other sites can’t read or send', async () => {
    const begun = await agent.send('GET', '/session/login');
    expect([begun.status, begun.headers.get('location')]).toEqual([303, expect.stringContaining(provider.issuer)]);
    const query = new URL(begun.headers.get('location')!).searchParams;
    expect([query.get('code_challenge_method'), query.get('redirect_uri'), query.get('response_type')]).toEqual([
      'S256',
      CALLBACK,
      'code',
    ]);
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^registry-sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const secure = await startTestRegistry({ PUBLIC_URL: 'https://registry.test' });
    const token = await BuiltInIssuer.open(secure.settings).issueSignIn({ user: 'a', admin: false, ttlSeconds: 60 });
    const { headers } = await secure.call('GET', `/session/login?token=${token}`);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-registry-session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    await secure.close();
  });

  it('grants the roles that the settings define', async () => {
    provider.user = 'chief';
    await signIn();
    expect((await agent.session()).user).toMatchObject({ isAdmin: true });
  });

  it.each(['//other.example', 'https://other.example', '/\\other.example', 'workflow', '/a\nb'])(
    'redirects to paths of the registry only: %j',
    async (path) => {
      expect((await signIn(path)).url).toBe(`${PUBLIC_URL}/`);
    },
  );

  it('refuses an unknown state, a code that was used, and a sign-in that began in another browser', async () => {
    const { url } = await agent.open('/session/login', CALLBACK);
    const cookie = agent.cookie;
    const wrong = new URL(url);
    wrong.searchParams.set('state', 'another');
    expect((await agent.open(wrong.href)).url).toBe(`${PUBLIC_URL}/sign-in?problem=refused`);
    expect((await new UserAgent(registry).open(url)).url).toBe(`${PUBLIC_URL}/sign-in?problem=refused`);

    const fresh = await agent.open('/session/login', CALLBACK);
    const kept = agent.cookie;
    expect((await agent.open(fresh.url)).url).toBe(`${PUBLIC_URL}/`);
    for (const old of [cookie, kept]) {
      const other = new UserAgent(registry);
      other.cookie = old;
      expect((await other.open(fresh.url)).url).toBe(`${PUBLIC_URL}/sign-in?problem=refused`);
      expect((await other.session()).user).toBeNull();
    }
  });

  it('reports a refusal by the provider', async () => {
    provider.isRefusing = true;
    expect((await signIn()).url).toBe(`${PUBLIC_URL}/sign-in?problem=refused`);
    expect((await agent.session()).user).toBeNull();
  });

  it('ignores the cookie in requests of other sites, which get public data only', async () => {
    await signIn();
    const headers = { 'x-csrf-token': (await agent.session()).csrfToken };
    for (const from of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ]) {
      expect((await agent.send('GET', '/users', from)).status).toBe(401);
      expect(JSON.parse((await agent.send('GET', '/session', from)).text)).toMatchObject({ user: null });
      expect((await write(agent, { ...headers, ...from })).text).toContain('UNAUTHENTICATED');
    }
    // Without Sec-Fetch-Site, the Origin header is checked.
    const bare = (origin?: string) =>
      registry.call('POST', '/session', { headers: { cookie: agent.cookie, ...(origin && { origin }) } });
    expect((await bare(PUBLIC_URL)).body.user).not.toBeNull();
    expect([(await bare('http://other.example')).body.user, (await bare()).body.user]).toEqual([null, null]);
  });

  it('never authenticates GET /graphql, and accepts no secret in a header', async () => {
    await signIn();
    const query = encodeURIComponent('{ me { id } }');
    expect((await agent.send('GET', `/graphql?query=${query}`)).text).toContain('UNAUTHENTICATED');
    const headers = { authorization: `Session ${secretOf(agent)}` };
    expect((await registry.call('GET', '/users', { headers })).status).toBe(401);
  });

  it('requires the CSRF token for all methods except GET', async () => {
    await signIn();
    const { csrfToken } = await agent.session();
    for (const wrong of [
      {} as Record<string, string>,
      { 'x-csrf-token': 'x' },
      { 'x-csrf-token': csrfToken.slice(1) },
    ]) {
      const refused = await write(agent, wrong);
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('CSRF_TOKEN_MISSING')]);
      expect((await agent.send('POST', '/publishers', wrong, { id: 'x', name: 'x' })).status).toBe(403);
      expect((await agent.send('POST', '/session/logout', wrong)).status).toBe(403);
    }
    expect((await agent.send('GET', '/users')).status).toBe(200);
    expect(JSON.parse((await write(agent, { 'x-csrf-token': csrfToken })).text).data.createPublisher).not.toBeNull();
  });

  it('separates responses for the user from those for anonymous callers', async () => {
    await signIn();
    const path = '/nodes?limit=1';
    const own = await agent.send('GET', path);
    expect([own.headers.get('cache-control'), own.headers.get('etag')]).toEqual(['private, no-store', null]);
    const anonymous = await registry.call('GET', path);
    expect(anonymous.headers.get('cache-control')).toBe('public, no-cache');
    const headers = { 'if-none-match': anonymous.headers.get('etag')! };
    expect((await agent.send('GET', path, headers)).status).toBe(200);
    // A page does not depend on the session.
    expect((await agent.send('GET', '/workflow')).headers.get('cache-control')).toBe('public, no-cache');
  });

  it('ends a session at sign-out, at its expiry, and after inactivity', async () => {
    const gone = { user: null, csrfToken: null, signIn: 'provider' };
    await signIn();
    const { cookie } = agent;
    const { csrfToken } = await agent.session();
    expect((await agent.send('POST', '/session/logout', { 'x-csrf-token': csrfToken })).status).toBe(204);
    expect(agent.cookie).toBe('');
    agent.cookie = cookie;
    expect(await agent.session()).toEqual(gone);

    for (const change of [`expires_at = now()`, `last_used_at = now() - interval '25 hours'`]) {
      await signIn();
      await registry.database.query(`update sessions set ${change} where hash = $1`, [hashOf(secretOf(agent))]);
      expect((await agent.send('GET', '/users')).status).toBe(401);
      expect(await agent.session()).toEqual(gone);
      expect(agent.cookie).toBe('');
    }
  });

  it('ends the oldest session of a user who has too many, and deletes expired ones', async () => {
    const agents = [];
    for (let count = 0; count < 4; count++) {
      agent = new UserAgent(registry);
      await signIn();
      agents.push(agent);
    }
    const users = await Promise.all(agents.map(async (one) => (await one.session()).user));
    expect(users.map((user) => user !== null)).toEqual([false, true, true, true]);
    const left = () => registry.database.query('select 1 from sessions where hash = $1', [hashOf(secretOf(agent))]);
    await registry.database.query(`update sessions set expires_at = now() - interval '1 hour' where hash = $1`, [
      hashOf(secretOf(agent)),
    ]);
    expect(await left()).toHaveLength(1);
    await registry.services.retentionJobs.ask();
    await registry.idle();
    expect(await left()).toHaveLength(0);
  });

  it('ends at once when the user is suspended, and reports the reason', async () => {
    await signIn();
    const { user } = await agent.session();
    const admin = new UserAgent(registry);
    provider.user = 'chief';
    await admin.open('/session/login');
    const headers = { 'x-csrf-token': (await admin.session()).csrfToken };
    const suspend = await admin.send('POST', `/admin/users/${user!.id}/suspend`, headers, { reason: 'Spam' });
    expect(suspend.status).toBe(200);
    expect((await agent.send('GET', '/users')).status).toBe(403);
    expect(await agent.session()).toMatchObject({ user: null, problem: expect.stringContaining('Spam') });
    provider.user = user!.name.slice('User '.length);
    expect((await new UserAgent(registry).open('/session/login')).url).toBe(`${PUBLIC_URL}/sign-in?problem=suspended`);
  });
});

describe('sign-in to the pages with a link', () => {
  let registry: TestRegistry;

  beforeAll(async () => {
    registry = await startTestRegistry({ RATE_LIMIT: 'on', RATE_LIMIT_WORK_PER_MINUTE: '100' });
  });
  afterAll(() => registry.close());

  const link = async (ttlSeconds = 600, admin = false): Promise<string> => {
    const claims = { user: 'ada', admin, ttlSeconds };
    return `/session/login?return=/workflow&token=${await BuiltInIssuer.open(registry.settings).issueSignIn(claims)}`;
  };

  it('works once', async () => {
    const address = await link(600, true);
    const [first, second] = [new UserAgent(registry), new UserAgent(registry)];
    expect((await first.open(address)).url).toBe(`${PUBLIC_URL}/workflow`);
    expect((await first.session()).user).toMatchObject({ isAdmin: true });
    expect((await second.open(address)).url).toBe(`${PUBLIC_URL}/sign-in?problem=refused`);
    expect(await second.session()).toMatchObject({ user: null, signIn: 'link' });
    const used = await registry.database.query<{ hash: string }>('select hash from used_sign_in_links');
    expect(used).toEqual([{ hash: hashOf(address.split('token=')[1]!) }]);
  });

  it('is refused if the link has expired or is a bearer token, and the link is no bearer token', async () => {
    const agent = new UserAgent(registry);
    const bearer = await registry.signIn('ada');
    for (const address of [await link(-10), `/session/login?token=${bearer}`, '/session/login?token=x'])
      expect((await agent.open(address)).url).toBe(`${PUBLIC_URL}/sign-in?problem=refused`);
    expect((await registry.call('GET', '/users', { as: (await link()).split('token=')[1]! })).status).toBe(401);
  });

  it('shows a page that explains how to get a link', async () => {
    const { url, status } = await new UserAgent(registry).open('/session/login?return=/workflow');
    expect([url, status]).toEqual([`${PUBLIC_URL}/sign-in?return=%2Fworkflow`, 200]);
  });

  it('is rate-limited', async () => {
    const agent = new UserAgent(registry);
    const statuses = [];
    for (let count = 0; count < 12; count++) statuses.push((await agent.send('GET', '/session/login')).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
