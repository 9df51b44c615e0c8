import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeNodes, makeWorld, uniqueName } from '../support/builders.js';
import { randomOf } from '../support/random.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

const LIMIT = 1024 * 1024;
const NODES = 400;

describe('the memory of the caches', () => {
  const random = randomOf(process.env['SEED']);
  let registry: TestRegistry;
  const ids: string[] = [];

  beforeAll(async () => {
    registry = await startTestRegistry({ CACHE_MEGABYTES: '1', METRICS_PORT: '0' });
    const { id: publisherId } = await makeWorld(registry);
    for (let index = 0; index < NODES; index++) ids.push(uniqueName('weighty'));
    await makeNodes(
      registry,
      ids.map((id) => ({
        id,
        publisherId,
        name: id,
        description: `${id} `.repeat(200),
        versions: [
          { version: '1.0.0', changelog: 'c'.repeat(500), coreNodes: [{ name: id, description: 'd'.repeat(500) }] },
        ],
      })),
    );
  });
  afterAll(() => registry.close());

  it('stays within its limit for all reads, and evictions are counted', async () => {
    const read = (): Promise<unknown> => {
      const id = random.oneOf(ids);
      return random.oneOf([
        () =>
          registry.call(
            'GET',
            `/nodes?page=${1 + random.upTo(40)}&sort=${random.oneOf(['name', 'id', 'downloads', 'author'])}`,
          ),
        () => registry.call('GET', `/nodes/${id}`),
        () => registry.call('GET', `/nodes/search?search=${id}`),
        () =>
          registry.graph(
            `{ node(id: "${id}") { description publisher { id nodes { totalCount } } versions { nodes { changelog } } coreNodes { totalCount nodes { description } } } }`,
          ),
      ])();
    };
    // Documents have limits of their own, because the setting is for what is read from the database.
    const total = (): number =>
      Object.entries(registry.caches())
        .filter(([cache]) => !cache.endsWith('Documents'))
        .reduce((sum, [, { bytes }]) => sum + bytes, 0);
    for (let round = 0; round < 60; round++) {
      await Promise.all(Array.from({ length: 10 }, read));
      expect(total()).toBeLessThanOrEqual(LIMIT);
    }
    const stats = registry.caches();
    for (const cache of ['nodes', 'answers', 'coreNodesOfVersions'])
      expect([cache, stats[cache]!.evictions > 0, stats[cache]!.entries > 0]).toEqual([cache, true, true]);
    expect(total()).toBeGreaterThan(LIMIT / 4);
  });

  it('keeps repeated entries when one client reads everything once', async () => {
    const kept = async (): Promise<number> =>
      Number(
        /^http_server_answers\{source="kept"\} (\d+)$/m.exec(await (await fetch(registry.metricsUrl!)).text())?.[1],
      );
    const crawl = async (limit: number): Promise<void> => {
      for (let page = 1; page <= NODES / limit; page++)
        await registry.call('GET', `/nodes?page=${page}&limit=${limit}`);
    };
    await crawl(4);
    for (let turn = 0; turn < 2; turn++) await registry.call('GET', '/nodes?limit=3');
    await crawl(5);
    const before = await kept();
    await registry.call('GET', '/nodes?limit=3');
    expect(await kept()).toBe(before + 1);
  });

  it('keeps as many entries as fit when more are read in cycles', async () => {
    const other = await startTestRegistry({ CACHE_MEGABYTES: '4', METRICS_PORT: '0' });
    try {
      const kept = async (): Promise<number> =>
        Number(
          /^http_server_answers\{source="kept"\} (\d+)$/m.exec(await (await fetch(other.metricsUrl!)).text())?.[1],
        );
      const ask = async (pages: number): Promise<void> => {
        for (let page = 1; page <= pages; page++) await other.call('GET', `/nodes?page=${page}`);
      };
      await ask(700);
      const room = other.caches()['answers']!.entries;
      expect(room).toBeLessThan(600);
      for (let turn = 0; turn < 3; turn++) await ask(room + 170);
      const before = await kept();
      await ask(room + 170);
      expect((await kept()) - before).toBeGreaterThan(room / 2);
    } finally {
      await other.close();
    }
  });

  it('is not replaced all the time when more entries than fit are read at random', async () => {
    const other = await startTestRegistry({ CACHE_MEGABYTES: '10' });
    try {
      const { id: publisherId } = await makeWorld(other);
      await makeNodes(
        other,
        Array.from({ length: NODES }, () => uniqueName('weighty')).map((id) => ({
          id,
          publisherId,
          name: id,
          description: `${id} `.repeat(50),
          versions: [],
        })),
      );
      const began = performance.now();
      const sorts = ['name', 'id', 'downloads', 'author', 'rating', 'created_at'].flatMap((column) => [
        column,
        `${column};desc`,
      ]);
      for (let turn = 0; turn < 800; turn++)
        await (
          await fetch(
            `${other.url}/nodes?limit=100&page=${1 + random.upTo(4)}&sort=${encodeURIComponent(random.oneOf(sorts))}`,
          )
        ).arrayBuffer();
      const { bytes, entries, evictions } = other.caches()['answers']!;
      const seconds = (performance.now() - began) / 1000;
      // Evictions are limited to 4 MB/s once the cache is full, and responses have different sizes.
      expect([evictions > 0, entries > 1]).toEqual([true, true]);
      expect((evictions * bytes) / entries).toBeLessThan(1.5 * (bytes + seconds * 4 * 1024 * 1024));
    } finally {
      await other.close();
    }
  });

  it('that is too small for one list still returns complete lists', async () => {
    const { id: publisherId } = await makeWorld(registry);
    const create = (count: number): Promise<unknown> =>
      makeNodes(
        registry,
        Array.from({ length: count }, () => ({ id: uniqueName('light'), publisherId, name: 'light', versions: [] })),
      );
    await create(6500);
    const total = async (): Promise<number> =>
      (
        await registry.graph(
          '{ nodes(limit: 2, orderBy: [{ field: created_at, direction: desc }]) { total nodes { name } } }',
        )
      ).data.nodes.total;
    for (let turn = 0; turn < 4; turn++) expect(await total()).toBe(NODES + 6500);
    await create(1);
    expect(await total()).toBe(NODES + 6501);
  });
});
