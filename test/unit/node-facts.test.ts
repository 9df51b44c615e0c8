import { describe, expect, it } from '@jest/globals';
import { NodeFactsReader } from '../../src/catalogue/node-facts.js';
import { Ordinals } from '../../src/catalogue/ordinals.js';
import type { ListRunner } from '../../src/db/database.js';

/** Returns the row of a node with a tag, in the order of the columns. */
const rowOf = (tag: string): unknown[] => {
  const publisher = ['node', 'team', 'node', 'an author'];
  return [...publisher, 0, 0, null, null, 0, 0, true, '[]', '[]', JSON.stringify([tag]), '', ''];
};

describe('the facts of nodes', () => {
  it('share equal lists, but not for ever, because publishers can write any number of different tags', async () => {
    let tags: string[] = [];
    const database = { lists: async () => tags.map(rowOf) } as unknown as ListRunner;
    const reader = new NodeFactsReader(database, new Ordinals());
    const read = async (asked: string[]) => {
      tags = asked;
      return (await reader.read()).map((node) => node.tags);
    };
    const [first, second] = await read(['first', 'first']);
    expect(second).toBe(first);
    await read(Array.from({ length: 200_000 }, (_, index) => `tag ${index}`));
    const [again] = await read(['first']);
    expect(again).toEqual(first);
    expect(again).not.toBe(first);
  });
});
