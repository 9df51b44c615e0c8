import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { indexWords, searchWords } from '../../src/values/words.js';
import { changeNode, makeNodes, makeWorld, type PublisherWorld } from '../support/builders.js';
import { randomOf } from '../support/random.js';
import { startTestRegistry, startUncachedRegistry, type TestRegistry } from '../support/registry.js';

const random = randomOf();
const NODES = 60;
const PARTS = ['face', 'swap', 'up', 'upscale', 'upscaler', 'mask', 'image', 'imagePack', 'Sampler', 'été', '顔', '4x'];

/** The fields of a node that decide its position in the results of a search. */
interface Fields {
  readonly id: string;
  readonly name: string;
  readonly author: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly downloads: number;
  readonly repoHostStars: number;
  readonly searchRanking: number | undefined;
}

const phrase = (length: number): string => Array.from({ length }, () => random.oneOf(PARTS)).join(' ');
const upTo = (most: number): number => random.upTo(most + 1);

const fieldsOf = (at: number): Fields => ({
  id: `${random.oneOf(PARTS).replace(/[^a-z]/gi, 'x')}-searched-${at}`,
  name: phrase(1 + upTo(2)),
  author: phrase(upTo(1)),
  tags: random.chance(0.5) ? [phrase(1)] : [],
  description: phrase(upTo(4)),
  downloads: upTo(2),
  repoHostStars: upTo(2),
  searchRanking: random.chance(0.3) ? upTo(2) : undefined,
});

const wordsIn = (texts: readonly string[]): string[] => texts.flatMap((text) => [...indexWords(text)]);

/** The position of a node among the kinds of matches; `undefined` if it does not match. */
function kindOf(node: Fields, publisher: string, search: string): number | undefined {
  const asked = searchWords(search);
  if (node.name.toLowerCase() === search.toLowerCase()) return 0;
  const own = wordsIn([node.id, node.name]);
  const all = [...own, ...wordsIn([...node.tags, node.author, publisher, node.description])];
  const kinds = [
    (word: string) => own.includes(word),
    (word: string) => own.some((one) => one.startsWith(word)),
    (word: string) => all.includes(word),
    (word: string) => all.some((one) => one.startsWith(word)),
  ];
  const found = kinds.findIndex((matches) => asked.every(matches));
  return found === -1 ? undefined : found + 1;
}

describe('searches by words', () => {
  let registry: TestRegistry;
  let uncached: TestRegistry;
  let world: PublisherWorld;
  const nodes = Array.from({ length: NODES }, (_, at) => fieldsOf(at));

  beforeAll(async () => {
    registry = await startTestRegistry();
    world = await makeWorld(registry);
    await makeNodes(
      registry,
      nodes.map((node) => ({ ...node, publisherId: world.id, versions: [{ version: '1.0.0' }] })),
    );
    for (const { id, searchRanking, downloads } of nodes)
      await changeNode(registry, id, `search_ranking = ${searchRanking ?? 'null'}, downloads = ${downloads}`);
    uncached = await startUncachedRegistry(registry);
  });
  afterAll(async () => {
    await uncached.close();
    await registry.close();
  });

  const found = async (at: TestRegistry, query: Record<string, string>): Promise<{ ids: string[]; total: number }> => {
    const { status, body } = await at.call('GET', `/nodes/search?${new URLSearchParams(query).toString()}`);
    expect(status).toBe(200);
    return { ids: body.nodes.map(({ id }: { id: string }) => id), total: body.total };
  };

  it(`give the order of docs/contract.md, with and without caches (seed ${random.seed})`, async () => {
    const compare = (a: Fields, b: Fields): number =>
      (a.searchRanking ?? Infinity) - (b.searchRanking ?? Infinity) ||
      b.downloads - a.downloads ||
      b.repoHostStars - a.repoHostStars ||
      (a.id < b.id ? -1 : 1);
    let compared = 0;
    for (let turn = 0; turn < 60; turn++) {
      const whole = random.chance(0.2) ? random.oneOf(nodes).name : phrase(1 + upTo(1));
      const search = random.chance(0.3) ? whole.slice(0, -1).trim() || whole : whole;
      const kinds = nodes.map((node) => ({ node, kind: kindOf(node, world.id, search) }));
      const matching = kinds.filter(({ kind }) => kind !== undefined);
      // A search with fewer results also tolerates typos.
      if (matching.length <= 5) continue;
      matching.sort((a, b) => a.kind! - b.kind! || compare(a.node, b.node));
      const expected = { ids: matching.slice(10, 20).map(({ node }) => node.id), total: matching.length };
      const query = { search, page: '2', limit: '10' };
      expect({ search, ...(await found(registry, query)) }).toEqual({ search, ...expected });
      expect({ search, ...(await found(uncached, query)) }).toEqual({ search, ...expected });
      compared++;
    }
    expect(compared).toBeGreaterThan(10);
  });

  it(`give the same with filters, orders, typos and other conditions (seed ${random.seed})`, async () => {
    for (let turn = 0; turn < 40; turn++) {
      const word = random.oneOf(['face', 'upscael', 'imgae', 'sampler', 'mask', '']);
      const query: Record<string, string> = { search: `${word} ${random.chance(0.3) ? random.oneOf(PARTS) : ''}` };
      if (random.chance(0.5)) query['sort'] = random.oneOf(['name', 'downloads;desc', 'search_ranking', 'author;desc']);
      if (random.chance(0.3)) query['include_banned'] = 'true';
      if (random.chance(0.2)) query['supported_os'] = 'Linux';
      if (random.chance(0.2)) query['repository_url_search'] = 'x';
      expect({ query, ...(await found(registry, query)) }).toEqual({ query, ...(await found(uncached, query)) });
    }
  });

  it('reflect every write, also after many changes', async () => {
    const [changed, other] = [nodes[0]!.id, nodes[1]!.id];
    const rename = async (name: string): Promise<void> => {
      const { status } = await registry.call('PUT', `/admin/nodes/${changed}`, {
        as: world.callers.admin,
        body: { name },
      });
      expect(status).toBe(200);
    };
    for (let turn = 0; turn < 25; turn++) {
      // More than a thousand outdated entries are removed.
      await registry.database.query('update node_words set changed = pg_current_xact_id()');
      await rename(`Turn${turn}x`);
      for (const at of [registry, uncached]) {
        expect(await found(at, { search: `turn${turn}x` })).toEqual({ ids: [changed], total: 1 });
        expect((await found(at, { search: other })).ids[0]).toBe(other);
      }
    }
    expect((await found(registry, { search: 'turn0x' })).ids).not.toContain(other);
    await changeNode(registry, changed, `status = 'NodeStatusDeleted'`);
    for (const at of [registry, uncached]) expect((await found(at, { search: changed })).ids).not.toContain(changed);
  });
});
