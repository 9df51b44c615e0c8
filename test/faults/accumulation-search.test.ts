import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeNode, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

const WORDS_PER_NODE = 500;

describe('search words', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const update = (node: string, description: string) =>
    registry.call('PUT', `/publishers/${world.id}/nodes/${node}`, { as: world.callers.owner, body: { description } });
  /** Returns the number of words with this prefix. */
  const wordsLike = async (prefix: string): Promise<number> =>
    (
      await registry.database.query<{ count: number }>(
        `select count(distinct word)::int as count from node_words cross join regexp_split_to_table(words, '\\s') as word where word like $1 || '%'`,
        [prefix],
      )
    )[0]!.count;
  const manyWords = (prefix: string): string =>
    Array.from(
      { length: 4000 },
      (_, index) => prefix + index.toString(26).replace(/\d/g, (d) => 'qrstuvwxyz'[+d]!),
    ).join(' ');

  it('of one node are limited, and those of its earlier descriptions are removed', async () => {
    const node = await makeNode(registry, world.id);
    for (const prefix of ['zza', 'zzb', 'zzc']) expect((await update(node, manyWords(prefix))).status).toBe(200);
    expect([await wordsLike('zza'), await wordsLike('zzb')]).toEqual([0, 0]);
    const kept = await wordsLike('zzc');
    expect([kept > 0, kept <= WORDS_PER_NODE]).toEqual([true, true]);
  });

  it('of a deleted node are removed, unless another node has them', async () => {
    const [word, shared] = [uniqueName('gone').replace(/\W/g, ''), uniqueName('shared').replace(/\W/g, '')];
    const [node, other] = [await makeNode(registry, world.id), await makeNode(registry, world.id)];
    await update(node, `${word} ${shared}`);
    await update(other, shared);
    const { body } = await registry.call('GET', `/nodes/${node}/versions`);
    for (const { id } of body)
      await registry.call('DELETE', `/publishers/${world.id}/nodes/${node}/versions/${id}`, {
        as: world.callers.owner,
      });
    const { status } = await registry.call('DELETE', `/publishers/${world.id}/nodes/${node}`, {
      as: world.callers.owner,
    });
    expect(status).toBe(204);
    expect([await wordsLike(word), await wordsLike(shared)]).toEqual([0, 1]);
  });

  it('are limited to three searches per GraphQL document', async () => {
    const searches = (count: number): string =>
      `{ ${Array.from({ length: count }, (_, index) => `s${index}: searchNodes(search: "mistypd${index}") { total }`).join(' ')} }`;
    expect((await registry.graph(searches(3))).errors).toBeUndefined();
    expect((await registry.graph(searches(4))).errors[0].extensions.code).toBe('QUERY_TOO_COSTLY');
  });
});
