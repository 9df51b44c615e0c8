import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  makeNode,
  makeNodes,
  makePublisher,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  userId,
} from '../support/builders.js';
import { expectError } from '../support/refusals.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

const MANY = 1003;

describe('lists that are JSON arrays', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let paths: Record<'publishers' | 'nodes' | 'versions', string>;

  beforeAll(async () => {
    registry = await startTestRegistry();
    world = await makeWorld(registry);
    const owner = await userId(registry, world.callers.owner);
    const large = await makePublisher(registry, owner, { id: 'large' });
    const numbers = Array.from({ length: MANY }, (_, index) => String(index).padStart(4, '0'));
    await makeNodes(
      registry,
      numbers.map((number) => ({ id: `n-${number}`, publisherId: large, name: number, versions: [] })),
    );
    const node = await makeNode(registry, world.id, {
      versions: numbers.map((number) => ({ version: `1.0.${Number(number)}` })),
    });
    paths = { publishers: '/publishers', nodes: '/publishers/large/nodes', versions: `/nodes/${node}/versions` };
  });
  afterAll(() => registry.close());

  const nextOf = (link: string | null): string | undefined => /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1];
  const idsOf = (body: { id: string }[]): string[] => body.map(({ id }) => id);

  it.each(['nodes', 'versions'] as const)('have up to 1,000 %s, and link the other pages', async (name) => {
    for (const as of [undefined, world.callers.owner]) {
      const first = await registry.call('GET', paths[name], { as });
      expect([first.status, first.body.length, first.headers.get('x-total-count')]).toEqual([200, 1000, String(MANY)]);
      const second = await registry.call('GET', nextOf(first.headers.get('link'))!, { as });
      expect([second.body.length, second.headers.get('link')]).toEqual([MANY - 1000, null]);
      expect(new Set(idsOf([...first.body, ...second.body])).size).toBe(MANY);
    }
  });

  it.each(['publishers', 'nodes', 'versions'] as const)('have pages of %s', async (name) => {
    const whole = (await registry.call('GET', `${paths[name]}?limit=5`)).body;
    const paged: string[] = [];
    let path: string | undefined = `${paths[name]}?limit=1&page=1`;
    for (let pages = 0; path !== undefined && pages < Math.min(5, whole.length); pages++) {
      // Twice, because the second response is cached.
      const [answer, again] = [await registry.call('GET', path), await registry.call('GET', path)];
      for (const header of ['link', 'x-total-count'])
        expect(again.headers.get(header)).toBe(answer.headers.get(header));
      paged.push(...idsOf(answer.body));
      path = nextOf(answer.headers.get('link'));
    }
    expect(paged).toEqual(idsOf(whole));
    expect((await registry.call('GET', `${paths[name]}?page=100000&limit=1000`)).body).toEqual([]);
    expectError(await registry.call('GET', `${paths[name]}?page=0`), 400, 'INVALID_INPUT');
  });

  it('keep the other parameters in the URL of the next page', async () => {
    const path = `${paths.versions}?statuses=NodeVersionStatusActive&statuses=NodeVersionStatusPending&limit=2`;
    const next = nextOf((await registry.call('GET', path)).headers.get('link'))!;
    const query = new URL(next, 'http://registry.test').searchParams;
    expect([query.getAll('statuses'), query.get('page'), query.get('limit')]).toEqual([
      ['NodeVersionStatusActive', 'NodeVersionStatusPending'],
      '2',
      '2',
    ]);
  });
});

describe('behind a proxy with a path prefix', () => {
  it('contain the path of PUBLIC_URL in all links', async () => {
    const registry = await startTestRegistry({ PUBLIC_URL: 'https://example.org/registry/' });
    try {
      const world = await makeWorld(registry);
      const node = await makeNode(registry, world.id, { id: uniqueName('Some_Node') });
      await makeNode(registry, world.id);
      const get = (path: string, accept = '*/*') =>
        fetch(registry.url + path, { redirect: 'manual', headers: { accept } });
      const location = async (path: string) => (await get(path)).headers.get('location');
      expect(await location(`/nodes/${node.toLowerCase()}?x=1`)).toBe(`/registry/nodes/${node}?x=1`);
      expect(await location('/')).toBe('/registry/docs');
      for (const as of [undefined, world.callers.member]) {
        const { headers } = await registry.call('GET', `/publishers/${world.id}/nodes?limit=1`, { as });
        expect(headers.get('link')).toBe(`</registry/publishers/${world.id}/nodes?limit=1&page=2>; rel="next"`);
      }
      expect(await (await get('/docs')).text()).toMatch(/(?:href|src)="\/registry\/docs\//);
      const playground = await (await get('/graphql', 'text/html')).text();
      expect(playground).toContain('/registry/graphql-playground/');
      expect(playground).not.toMatch(/"\/graphql-playground\//);
      expect((await registry.call('GET', '/openapi.json')).body.servers).toEqual([
        { url: 'https://example.org/registry' },
      ]);
    } finally {
      await registry.close();
    }
  });
});
