import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BucketLimits } from '../../src/limits/rate-limits.js';
import { readSettings } from '../../src/settings.js';
import { makeNode, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { openAgain } from '../support/database.js';
import { startRedisServer } from '../support/redis-server.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';
import { until } from '../support/until.js';

const remaining = ({ headers }: Answer): number => Number(/;r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1] ?? NaN);

describe('rate limits', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry({
      RATE_LIMIT: 'on',
      RATE_LIMIT_READS_PER_MINUTE: '300',
      RATE_LIMIT_WORK_PER_MINUTE: '20',
      TRUST_PROXY: 'loopback',
    });
    world = await makeWorld(registry);
    await makeNode(registry, world.id);
  });
  afterAll(() => registry.close());

  /** Returns how many reads a bucket may have gained since a time: 300 per minute. */
  const gained = (since: number): number => Math.ceil((Date.now() - since) / 200);

  let last = 0;
  /** Returns a header with a new address. */
  const somebody = (): Record<string, string> => ({ 'x-forwarded-for': `203.0.113.${++last}` });
  const get = (path: string, headers: Record<string, string>) => registry.call('GET', path, { headers });

  it('shows the remaining units, in cached and in computed responses', async () => {
    const from = somebody();
    const began = Date.now();
    const levels: number[] = [];
    for (const path of [
      '/nodes',
      '/nodes',
      '/nodes?limit=3',
      '/nodes?latest=true',
      '/nodes/nobody',
      '/nothing',
      '/openapi.json',
    ]) {
      const answer = await get(path, from);
      expect([path, answer.headers.get('ratelimit-policy')]).toEqual([path, '"reads";q=300;w=60']);
      expect(answer.headers.get('ratelimit')).toMatch(/^"reads";r=\d+;t=\d+$/);
      levels.push(remaining(answer));
    }
    expect(levels[0]).toBe(299);
    levels.slice(1).forEach((level, index) => expect(level).toBeLessThanOrEqual(levels[index]! + gained(began)));
    expect(levels.at(-1)).toBeLessThanOrEqual(300 - levels.length + gained(began));
  });

  it('refuses reads above the limit of a caller without a statement, and serves other callers', async () => {
    const from = somebody();
    let refused: Answer | undefined;
    let allowed = 0;
    const statements = await registry.statements(async () => {
      await get('/nodes', from);
      for (allowed = 1; !refused && allowed < 400; allowed++) {
        const answer = await get('/nodes', from);
        if (answer.status !== 200) refused = answer;
      }
    });
    expect(statements).toEqual([]);
    expect(allowed).toBeGreaterThanOrEqual(300);
    expect([refused!.status, refused!.body.error]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused!.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(refused!.headers.get('ratelimit')).toMatch(/^"reads";r=0;t=60$/);
    // The error has the shape of the endpoint. Meanwhile the bucket refills.
    const refusal = async (ask: () => Promise<Answer>): Promise<Answer> => {
      for (let turn = 0; turn < 100; turn++) {
        const answer = await ask();
        if (answer.status === 429) return answer;
      }
      throw new Error('It was never refused.');
    };
    expect((await refusal(() => get(`/publishers/${world.id}`, from))).body.error).toBe('RATE_LIMITED');
    const graph = await refusal(() =>
      registry.call('POST', '/graphql', { headers: from, body: { query: '{ nodes { total } }' } }),
    );
    expect(graph.body.errors[0].extensions.code).toBe('RATE_LIMITED');
    const video = await refusal(() =>
      registry.call('POST', '/proxy/video/start-end2video', { headers: from, body: {} }),
    );
    expect(Object.keys(video.body)).toEqual(['message', 'details']);
    // Health probes and other callers are never refused.
    expect((await get('/healthz', from)).status).toBe(200);
    expect((await get('/readyz', from)).status).toBe(200);
    expect((await get('/nodes', somebody())).status).toBe(200);
    // The bucket refills.
    await until(async () => (await get('/nodes', from)).status === 200);
  });

  it('treats one IPv6 network as one caller', async () => {
    const level = async (address: string) => remaining(await get('/nodes', { 'x-forwarded-for': address }));
    const began = Date.now();
    for (let turn = 0; turn < 60; turn++) await level('2001:db8:1:2::1');
    expect(await level('2001:db8:1:2:ffff::9')).toBeLessThanOrEqual(300 - 61 + gained(began));
    expect(await level('2001:db8:1:3::1')).toBe(299);
  });

  it('counts work by the credential, wherever it is used', async () => {
    const as = await registry.signIn(uniqueName('worker'));
    const work = () =>
      registry.call('POST', '/bulk/nodes/versions', { as, headers: somebody(), body: { node_versions: [] } });
    const first = await work();
    expect([first.status, first.headers.get('ratelimit-policy')]).toEqual([200, '"work";q=20;w=60']);
    let refused: Answer | undefined;
    for (let count = 0; !refused && count < 80; count++) {
      const answer = await work();
      if (answer.status !== 200) refused = answer;
    }
    expect([refused?.status, refused?.body.error]).toEqual([429, 'RATE_LIMITED']);
    expect(await registry.statements(async () => expect((await work()).status).toBe(429))).toEqual([]);
    // The caller may still read, and other callers may write.
    expect((await registry.call('GET', '/users', { as, headers: somebody() })).status).toBe(200);
    const other = await registry.signIn(uniqueName('worker'));
    expect(
      (await registry.call('POST', '/bulk/nodes/versions', { as: other, body: { node_versions: [] } })).status,
    ).toBe(200);
  });

  it('counts reads by the credential if it is valid', async () => {
    const as = await registry.signIn(uniqueName('reader'));
    const from = somebody();
    const began = Date.now();
    for (let turn = 0; turn < 60; turn++) await registry.call('GET', '/users', { as, headers: from });
    const level = remaining(await registry.call('GET', '/users', { as, headers: somebody() }));
    expect(level).toBeLessThanOrEqual(300 - 60 + gained(began));
    // The address is charged for the first request only, before the credential was found to be valid.
    expect(remaining(await get('/nodes', from))).toBeGreaterThanOrEqual(298);
  });

  it('charges invalid credentials', async () => {
    const from = somebody();
    const attempt = () => registry.call('GET', '/users', { as: 'nonsense', headers: from });
    const statuses: number[] = [];
    for (let count = 0; count < 30; count++) statuses.push((await attempt()).status);
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(25);
  });

  it('counts GraphQL by its cost', async () => {
    const from = somebody();
    const ask = (query: string) => registry.call('POST', '/graphql', { headers: from, body: { query } });
    const began = Date.now();
    const cheap = await ask('{ nodes(limit: 1) { total } }');
    const before = remaining(cheap);
    const query = '{ nodes(limit: 100) { nodes { id publisher { id } versions(first: 5) { nodes { id } } } } }';
    const dear = await ask(query);
    const cost = dear.body.extensions.cost.requested as number;
    expect(cost).toBeGreaterThan(500);
    expect(before - remaining(dear)).toBeGreaterThanOrEqual(Math.floor(cost / 100) - gained(began));
    expect(before - remaining(dear)).toBeLessThanOrEqual(Math.floor(cost / 100) + 2);
    // A cached response costs only its request.
    for (let turn = 0; turn < 4; turn++) await ask(query);
    const level = remaining(await ask(query));
    expect(level - remaining(await ask(query))).toBeLessThanOrEqual(1);
  });

  it('counts a query that takes very long as work', async () => {
    const answer = await registry.call('POST', '/graphql', {
      headers: somebody(),
      body: { query: '{ nodes(limit: 100) { nodes { id versions(first: 100) { nodes { id } } } } }' },
    });
    expect(answer.body.extensions.cost.requested).toBeGreaterThan(5000);
    expect(answer.headers.get('ratelimit-policy')).toContain('"work"');
  });

  it('refuses a mutation before it is executed', async () => {
    const as = await registry.signIn(uniqueName('mutator'));
    const mutate = (id: string) =>
      registry.call('POST', '/graphql', {
        as,
        body: {
          query: 'mutation ($input: CreatePublisherInput!) { createPublisher(input: $input) { id } }',
          variables: { input: { id } },
        },
      });
    let refused: Answer | undefined;
    let id = '';
    for (let count = 0; !refused && count < 80; count++) {
      const answer = await mutate((id = uniqueName('p')));
      if (answer.status !== 200) refused = answer;
    }
    expect([refused!.status, refused!.body.errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused!.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await get(`/publishers/${id}`, somebody())).status).toBe(404);
  });
});

describe('a manager that crawls everything at full speed', () => {
  it('is never refused, on any page', async () => {
    const registry = await startTestRegistry({ RATE_LIMIT: 'on' });
    const world = await makeWorld(registry);
    await makeNode(registry, world.id);
    for (let page = 0; page < 400; page++)
      expect((await registry.call('GET', `/nodes?limit=30&page=${(page % 200) + 1}`)).status).toBe(200);
    await registry.close();
  });

  it('may read every page of 100,000 nodes, and then each node', () => {
    const {
      RATE_LIMIT,
      RATE_LIMIT_READS_PER_MINUTE: readsPerMinute,
      RATE_LIMIT_WORK_PER_MINUTE: workPerMinute,
    } = readSettings({});
    expect(RATE_LIMIT).toBe(true);
    const limits = new BucketLimits({ readsPerMinute, workPerMinute }, undefined, () => undefined);
    const caller = limits.callerOf('203.0.113.1', undefined);
    const [nodes, pages] = [100_000, 100_000 / 30];
    let allowed = 0;
    while (allowed < nodes + pages && limits.read(caller, 1).isAllowed) allowed++;
    expect(allowed).toBe(Math.ceil(nodes + pages));
    // The limit is finite.
    while (allowed < 10 * nodes && limits.read(caller, 1).isAllowed) allowed++;
    expect(allowed).toBeLessThan(2 * nodes);
  });
});

describe.each(['database', 'redis'])('limits that two processes share through the %s', (through) => {
  let registries: TestRegistry[] = [];
  let redis: Awaited<ReturnType<typeof startRedisServer>> | undefined;

  beforeAll(async () => {
    redis = through === 'redis' ? await startRedisServer() : undefined;
    const settings = {
      RATE_LIMIT: 'on',
      RATE_LIMIT_READS_PER_MINUTE: '300',
      RATE_LIMIT_WORK_PER_MINUTE: '20',
      TRUST_PROXY: 'loopback',
      ...(redis ? { REDIS_URL: redis.url } : {}),
    };
    const first = await startTestRegistry(settings);
    const { url } = first.testDatabase;
    // The embedded database supports one process; two of them can share a limit through Redis.
    registries = [
      first,
      ...(url === undefined
        ? redis
          ? [await startTestRegistry(settings)]
          : []
        : [await startTestRegistry(settings, await openAgain(url))]),
    ];
  });
  afterAll(async () => {
    for (const registry of registries.toReversed()) await registry.close();
    await redis?.close();
  });

  const anyOf = (index: number): TestRegistry => registries[index % registries.length]!;

  it('refuse work above the limit, counted in all of them', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 40; count++)
      statuses.push(
        (
          await anyOf(count).call('POST', '/bulk/nodes/versions', {
            headers: { 'x-forwarded-for': '198.51.100.7' },
            body: { node_versions: [] },
          })
        ).status,
      );
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
  });

  it('agree on reads within two seconds', async () => {
    const from = { 'x-forwarded-for': '198.51.100.8' };
    for (let count = 0; count < 200; count++) await registries[0]!.call('GET', '/nodes', { headers: from });
    const level = async (): Promise<number> =>
      remaining(await registries.at(-1)!.call('GET', '/nodes', { headers: from }));
    await until(async () => (await level()) < 200);
  });

  if (through === 'redis')
    it('work while the shared counter can’t be reached', async () => {
      await redis!.close();
      const levels: number[] = [];
      for (let count = 0; count < 10; count++) {
        const answer = await registries[0]!.call('POST', '/bulk/nodes/versions', {
          headers: { 'x-forwarded-for': '198.51.100.9' },
          body: { node_versions: [] },
        });
        expect(answer.status).toBe(200);
        levels.push(remaining(answer));
      }
      expect(levels[0]).toBe(19);
      expect(levels.at(-1)).toBeLessThan(19);
    });
});
