import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { startRegistry } from '../../src/server/registry.js';
import {
  addMember,
  auditRows,
  type Callers,
  changeNode,
  changePublisher,
  changeRows,
  makeNode,
  makePublisher,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  userId,
} from '../support/builders.js';
import {
  type FakeRepositoryHost,
  repository,
  type Reply,
  startFakeRepositoryHost,
  together,
} from '../support/fake-repository-host.js';
import { expectError, expectNoContent } from '../support/refusals.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';

const HOST_TOKEN = 'hosttoken_Zq81vYw0';
const API_PATH = '/repos/ada/impact';

describe('POST /publishers/{publisherId}/nodes/{nodeId}/claim-my-node', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let host: FakeRepositoryHost;
  let otherOrigin: FakeRepositoryHost;

  beforeAll(async () => {
    [host, otherOrigin] = await Promise.all([startFakeRepositoryHost(), startFakeRepositoryHost()]);
    registry = await startTestRegistry({
      REPO_HOST_API_URL: host.url,
      REPO_HOST_DOMAINS: 'other.test, Git.Test',
      REPO_HOST_TIMEOUT_MS: '5000',
    });
    world = await makeWorld(registry);
  });
  beforeEach(() => {
    host.seen.length = 0;
    host.on(API_PATH, repository(42));
  });
  afterAll(async () => {
    await registry.close();
    await Promise.all([host.close(), otherOrigin.close()]);
  });

  const claim = (
    as: string | undefined,
    nodeId: string,
    { publisherId = world.id, body = { REPO_HOST_TOKEN: HOST_TOKEN } as unknown } = {},
  ) => registry.call('POST', `/publishers/${publisherId}/nodes/${nodeId}/claim-my-node`, { as, body });
  const unclaimed = (address: string | null = 'https://git.test/ada/impact') =>
    makeNode(registry, 'unclaimed', { repository: address });
  const ownerOf = async (nodeId: string) =>
    (
      await registry.database.query<{ publisher_id: string; repository_id: string | null }>(
        'select publisher_id, repository_id::text from nodes where id = $1',
        [nodeId],
      )
    )[0]!;
  const claimWith = async (reply: Reply): Promise<{ answer: Answer; node: string }> => {
    host.on(API_PATH, reply);
    const node = await unclaimed();
    return { answer: await claim(world.callers.member, node), node };
  };
  const expectUnclaimed = async (node: string) => {
    expect(await ownerOf(node)).toEqual({ publisher_id: 'unclaimed', repository_id: null });
    expect(await auditRows(registry, 'node.claim', node)).toHaveLength(0);
    expect(await changeRows(registry, 'node', node)).toHaveLength(1);
  };

  it('transfers the node to the publisher, and stores the id of its repository', async () => {
    const node = await unclaimed();
    expectNoContent(await claim(world.callers.member, node));
    expect(host.seen).toEqual([{ method: 'GET', path: API_PATH, authorization: `Bearer ${HOST_TOKEN}` }]);
    expect(await ownerOf(node)).toEqual({ publisher_id: world.id, repository_id: '42' });
    expect(await changeRows(registry, 'node', node)).toMatchObject([{ change: 'created' }, { change: 'updated' }]);
    expect(await auditRows(registry, 'node.claim', node)).toMatchObject([
      {
        actor: `user:${await userId(registry, world.callers.member)}`,
        publisher_id: world.id,
        before: { publisherId: 'unclaimed' },
        after: { publisherId: world.id, repositoryId: '42' },
      },
    ]);
  });

  it('is reflected at once by lists, by search, and for the members of the publisher', async () => {
    const name = uniqueName('Wombat').replaceAll('-', '');
    const id = await makePublisher(registry, await userId(registry, world.callers.owner), { name });
    const node = await unclaimed();
    const read = async () => (await registry.call('GET', `/nodes?node_id=${node}`)).body.nodes[0];
    expect((await read()).publisher.id).toBe('unclaimed');
    expectNoContent(await claim(world.callers.owner, node, { publisherId: id }));
    expect((await read()).publisher).toMatchObject({ id, name });
    expect(
      (await registry.call('GET', `/nodes/search?search=${name}`)).body.nodes.map((found: { id: string }) => found.id),
    ).toEqual([node]);
    expect(
      (
        await registry.call('PUT', `/publishers/${id}/nodes/${node}`, {
          as: world.callers.owner,
          body: { author: 'Ada' },
        })
      ).status,
    ).toBe(200);
  });

  it.each([
    'https://git.test/ada/impact.git',
    'https://git.test/ada/impact/',
    'http://GIT.test/ada/impact/tree/main',
    'https://git.test/ada/impact?tab=readme#top',
  ])('parses the repository URL %s', async (address) => {
    expectNoContent(await claim(world.callers.member, await unclaimed(address)));
    expect(host.seen).toMatchObject([{ path: API_PATH }]);
  });

  it('finds the node in any spelling of its id', async () => {
    const node = await makeNode(registry, 'unclaimed', {
      id: uniqueName('Some_Node'),
      repository: 'https://git.test/ada/impact',
    });
    expectNoContent(await claim(world.callers.member, node.toUpperCase().replace('_', '.')));
    expect((await ownerOf(node)).publisher_id).toBe(world.id);
  });

  it('stores an id that exceeds 32 bits', async () => {
    host.on(API_PATH, repository(9_007_199_254_740_991));
    const node = await unclaimed();
    expectNoContent(await claim(world.callers.member, node));
    expect((await ownerOf(node)).repository_id).toBe('9007199254740991');
  });

  describe('the repository host', () => {
    it.each<[string, Reply]>([
      ['says the caller is no admin', repository(42, false)],
      ['says nothing of permissions', { status: 200, body: { id: 42 } }],
      ['says an admin by something else than true', { status: 200, body: { id: 42, permissions: { admin: 'true' } } }],
      ['does not know the token', { status: 401, body: { message: 'Bad credentials' } }],
      ['does not know the repository', { status: 404, body: { message: 'Not Found' } }],
      [
        'forbids it',
        { status: 403, headers: { 'x-ratelimit-remaining': '4999' }, body: { message: 'Resource not accessible' } },
      ],
    ])('%s: refused', async (_what, reply) => {
      const { answer, node } = await claimWith(reply);
      expectError(answer, 403, 'REPOSITORY_NOT_OWNED');
      await expectUnclaimed(node);
    });

    it.each<[string, Reply, number, number]>([
      [
        'limits the rate until a time',
        {
          status: 403,
          headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 600) },
        },
        400,
        601,
      ],
      [
        'limits the rate until a time that has passed',
        { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1000' } },
        1,
        1,
      ],
      ['limits the rate and says how long', { status: 429, headers: { 'retry-after': '17' } }, 17, 17],
      [
        'limits the rate and says until when',
        { status: 429, headers: { 'retry-after': new Date(Date.now() + 600_000).toUTCString() } },
        400,
        601,
      ],
      ['limits the rate and does not say how long', { status: 429 }, 1, 3600],
      [
        'limits the rate and says nonsense',
        { status: 429, headers: { 'retry-after': 'soon', 'x-ratelimit-reset': 'later' } },
        1,
        3600,
      ],
    ])('%s: the response says how long to wait', async (_what, reply, least, most) => {
      const { answer, node } = await claimWith(reply);
      expectError(answer, 429, 'RATE_LIMITED');
      const wait = answer.headers.get('retry-after');
      expect(wait).toMatch(/^\d+$/);
      expect(Number(wait)).toBeGreaterThanOrEqual(least);
      expect(Number(wait)).toBeLessThanOrEqual(most);
      await expectUnclaimed(node);
    });

    it.each<[string, Reply]>([
      ['has a fault', { status: 500, body: { message: 'oops' } }],
      ['is down', { status: 503, raw: '<html>down</html>', headers: { 'content-type': 'text/html' } }],
      ['breaks the connection', 'drop'],
      ['answers no JSON', { status: 200, raw: '{"id": 42, "permissions"' }],
      ['answers null', { status: 200, raw: 'null' }],
      ['answers nothing', { status: 200 }],
      ['answers no number', { status: 200, body: { id: 'x', permissions: { admin: true } } }],
      [
        'answers too much',
        { status: 200, body: { id: 42, permissions: { admin: true }, padding: 'x'.repeat(3_000_000) } },
      ],
      ['redirects nowhere', { status: 301 }],
      ['redirects in a circle', { status: 302, headers: { location: API_PATH } }],
      ['redirects to what is no address', { status: 301, headers: { location: 'http://[' } }],
    ])('%s: unavailable', async (_what, reply) => {
      const { answer, node } = await claimWith(reply);
      expectError(answer, 503, 'REPOSITORY_HOST_UNAVAILABLE');
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(host.seen.length).toBeLessThan(10);
      await expectUnclaimed(node);
    });

    it.each<Reply>(['hang', 'hang after the headers'])(
      'does not respond (%s): unavailable after the timeout',
      async (reply) => {
        host.on(API_PATH, reply);
        const node = await unclaimed();
        const impatient = await startRegistry(
          { ...registry.settings, REPO_HOST_TIMEOUT_MS: 200 },
          { database: registry.database, close: () => Promise.resolve() },
          pino({ level: 'silent' }),
        );
        try {
          const response = await fetch(`${impatient.url}/publishers/${world.id}/nodes/${node}/claim-my-node`, {
            method: 'POST',
            headers: { authorization: `Bearer ${world.callers.member}`, 'content-type': 'application/json' },
            body: JSON.stringify({ REPO_HOST_TOKEN: HOST_TOKEN }),
          });
          expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
            503,
            'REPOSITORY_HOST_UNAVAILABLE',
          ]);
        } finally {
          await impatient.close();
        }
        await expectUnclaimed(node);
      },
    );

    it.each([301, 302, 307, 308])('redirects a renamed repository on its own origin (%i): followed', async (status) => {
      host.on('/repositories/77', repository(77));
      for (const location of ['/repositories/77', `${host.url}/repositories/77`]) {
        host.on(API_PATH, { status, headers: { location } });
        const node = await unclaimed();
        expectNoContent(await claim(world.callers.member, node));
        expect(await ownerOf(node)).toEqual({ publisher_id: world.id, repository_id: '77' });
      }
    });

    it('redirects to another origin: not followed, so that the token is not sent there', async () => {
      otherOrigin.on('/repositories/77', repository(77));
      const sameHostByName = host.url.replace('127.0.0.1', 'localhost');
      for (const location of [
        `${otherOrigin.url}/repositories/77`,
        otherOrigin.url.replace('http:', ''),
        `${sameHostByName}/repositories/77`,
      ]) {
        const { answer, node } = await claimWith({ status: 301, headers: { location } });
        expectError(answer, 503, 'REPOSITORY_HOST_UNAVAILABLE');
        await expectUnclaimed(node);
      }
      expect(otherOrigin.seen).toEqual([]);
      expect(host.seen.map(({ path }) => path)).toEqual([API_PATH, API_PATH, API_PATH]);
    });
  });

  describe('meanwhile', () => {
    it('another publisher claims it: one succeeds', async () => {
      host.on(API_PATH, together(2, repository(42)));
      const node = await unclaimed();
      const answers = await Promise.all([
        claim(world.callers.member, node),
        claim(world.callers.outsider, node, { publisherId: world.foreignId }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 403]);
      expectError(
        answers.find(({ status }) => status === 403)!,
        403,
        'NODE_ALREADY_CLAIMED',
      );
      const winner = answers[0]!.status === 204 ? world.id : world.foreignId;
      expect(await ownerOf(node)).toEqual({ publisher_id: winner, repository_id: '42' });
      expect(await auditRows(registry, 'node.claim', node)).toHaveLength(1);
      expect(await changeRows(registry, 'node', node)).toHaveLength(2);
    });

    it('the node gets another repository: refused', async () => {
      const node = await unclaimed();
      host.on(API_PATH, async () => {
        await changeNode(registry, node, `repository = 'https://git.test/grace/other'`);
        return repository(42);
      });
      expect((await claim(world.callers.member, node)).status).toBe(403);
      expect((await ownerOf(node)).publisher_id).toBe('unclaimed');
    });

    it('the publisher is banned or deleted: refused', async () => {
      const publisherId = await makePublisher(registry, await userId(registry, world.callers.owner));
      const node = await unclaimed();
      host.on(API_PATH, async () => {
        await changePublisher(registry, publisherId, `status = 'PublisherStatusBanned'`);
        return repository(42);
      });
      expectError(await claim(world.callers.owner, node, { publisherId }), 403, 'PUBLISHER_BANNED');
      await changePublisher(registry, publisherId, `status = 'PublisherStatusActive'`);
      host.on(API_PATH, async () => {
        await registry.call('DELETE', `/publishers/${publisherId}`, { as: world.callers.owner });
        return repository(42);
      });
      expectError(await claim(world.callers.owner, node, { publisherId }), 404, 'PUBLISHER_NOT_FOUND');
      await expectUnclaimed(node);
    });
  });

  describe('without a request to the host', () => {
    const expectNotAsked = () => expect(host.seen).toEqual([]);

    it.each([
      ['no body', undefined],
      ['no token', {}],
      ['an empty token', { REPO_HOST_TOKEN: '' }],
      ['a null token', { REPO_HOST_TOKEN: null }],
      ['a number for a token', { REPO_HOST_TOKEN: 7 }],
      ['too long a token', { REPO_HOST_TOKEN: 'x'.repeat(501) }],
      ['a token of two lines', { REPO_HOST_TOKEN: `${HOST_TOKEN}\nx-admin: true` }],
      ['a token that no header takes', { REPO_HOST_TOKEN: `${HOST_TOKEN}ключ` }],
      ['a list', [HOST_TOKEN]],
    ])('refuses %s', async (_what, body) => {
      const node = await unclaimed();
      const answer = await registry.call('POST', `/publishers/${world.id}/nodes/${node}/claim-my-node`, {
        as: world.callers.member,
        body,
      });
      expectError(answer, 400, 'INVALID_INPUT');
      expect(answer.text).not.toContain(HOST_TOKEN);
      expectNotAsked();
    });

    it('refuses invalid JSON and another media type, and quotes neither in the error', async () => {
      const path = `/publishers/${world.id}/nodes/${await unclaimed()}/claim-my-node`;
      const broken = await registry.call('POST', path, {
        as: world.callers.member,
        raw: `{"REPO_HOST_TOKEN":"${HOST_TOKEN}`,
      });
      expectError(broken, 400, 'INVALID_JSON');
      expect(broken.text).not.toContain(HOST_TOKEN);
      expectError(
        await registry.call('POST', path, {
          as: world.callers.member,
          raw: `REPO_HOST_TOKEN=${HOST_TOKEN}`,
          headers: { 'content-type': 'text/plain' },
        }),
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      );
      expectNotAsked();
    });

    it.each([
      ['no repository', null],
      ['a repository on another host', 'https://github.com/ada/impact'],
      ['a host whose name only begins alike', 'https://git.test.example.org/ada/impact'],
      ['a host hidden behind a user name', 'https://git.test@example.org/ada/impact'],
      ['an address without a repository’s name', 'https://git.test/ada'],
      ['a name that leads elsewhere in the API', 'https://git.test/ada/..%2f..%2fuser'],
      ['no address', 'ada/impact'],
    ])('refuses a node that has %s', async (_what, address) => {
      const node = await unclaimed(address);
      expectError(await claim(world.callers.member, node), 400, 'REPOSITORY_NOT_CLAIMABLE');
      expectNotAsked();
    });

    it('refuses a node that already belongs to a publisher', async () => {
      for (const publisherId of [world.id, world.foreignId]) {
        const node = await makeNode(registry, publisherId, { repository: 'https://git.test/ada/impact' });
        expectError(await claim(world.callers.member, node), 403, 'NODE_ALREADY_CLAIMED');
      }
      expectNotAsked();
    });

    it('responds with 404 for an absent node, a deleted one, and an unknown publisher', async () => {
      expectError(await claim(world.callers.member, 'no-such-node'), 404, 'NODE_NOT_FOUND');
      const deleted = await unclaimed();
      await changeNode(registry, deleted, `status = 'NodeStatusDeleted'`);
      expectError(await claim(world.callers.member, deleted), 404, 'NODE_NOT_FOUND');
      expectError(
        await claim(world.callers.member, await unclaimed(), { publisherId: 'no-such-publisher' }),
        404,
        'PUBLISHER_NOT_FOUND',
      );
      expectNotAsked();
    });

    it('requires a valid credential', async () => {
      const node = await unclaimed();
      expectError(await claim(undefined, node), 401, 'UNAUTHENTICATED');
      expectError(await claim('not-a-token', node), 401, 'UNAUTHENTICATED');
      expectNotAsked();
    });

    it.each<keyof Callers>(['outsider', 'token', 'foreignToken'])('refuses a caller who is %s', async (caller) => {
      const node = await unclaimed();
      expectError(await claim(world.callers[caller], node), 403, 'FORBIDDEN');
      await expectUnclaimed(node);
      expectNotAsked();
    });

    it('refuses a banned publisher, and a banned node', async () => {
      const publisherId = await makePublisher(registry, await userId(registry, world.callers.owner));
      await addMember(registry, publisherId, await userId(registry, world.callers.member));
      await changePublisher(registry, publisherId, `status = 'PublisherStatusBanned'`);
      expectError(await claim(world.callers.member, await unclaimed(), { publisherId }), 403, 'PUBLISHER_BANNED');
      const banned = await unclaimed();
      await changeNode(registry, banned, `status = 'NodeStatusBanned'`);
      expectError(await claim(world.callers.member, banned), 403, 'NODE_BANNED');
      expectNotAsked();
    });
  });

  it.each<keyof Callers>(['owner', 'member', 'admin'])('allows a caller who is %s', async (caller) => {
    expectNoContent(await claim(world.callers[caller], await unclaimed()));
  });

  it('bans the node if an admin claims it for a banned publisher', async () => {
    const id = await makePublisher(registry, await userId(registry, world.callers.owner));
    const node = await unclaimed();
    await registry.call('POST', `/publishers/${id}/ban`, { as: world.callers.admin, body: { reason: 'spam' } });
    expectNoContent(await claim(world.callers.admin, node, { publisherId: id }));
    expectError(await registry.call('GET', `/nodes/${node}`), 403, 'NODE_BANNED');
    await registry.call('POST', `/publishers/${id}/unban`, { as: world.callers.admin });
    expect((await registry.call('GET', `/nodes/${node}`)).body).toMatchObject({
      status: 'NodeStatusActive',
      publisher: { id },
    });
  });

  it('checks the repository for admins, too', async () => {
    host.on(API_PATH, repository(42, false));
    expectError(await claim(world.callers.admin, await unclaimed()), 403, 'REPOSITORY_NOT_OWNED');
  });

  it('hides the details of an internal error', async () => {
    const original = registry.services.claims.claim;
    registry.services.claims.claim = () => Promise.reject(new Error('vault'));
    try {
      const answer = await claim(world.callers.member, 'some-node');
      expectError(answer, 500, 'INTERNAL_ERROR');
      expect(answer.text).not.toContain('vault');
    } finally {
      registry.services.claims.claim = original;
    }
  });

  it('has neither logged nor stored a token of the host in all these tests', async () => {
    expect(registry.log.length).toBeGreaterThan(50);
    expect(registry.log.filter((line) => line.includes(HOST_TOKEN))).toEqual([]);
    const tables = await registry.database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables)
      expect(
        await registry.database.query(`select 1 as found from ${name} t where t::text like $1`, [`%${HOST_TOKEN}%`]),
      ).toEqual([]);
  });
});
