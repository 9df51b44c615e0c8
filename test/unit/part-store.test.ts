import { describe, expect, it } from '@jest/globals';
import type { ListedNode } from '../../src/catalogue/node-index.js';
import { LastChanges, PartReads, ReadSet } from '../../src/catalogue/read-set.js';
import type { ChangeRow, Revision } from '../../src/catalogue/revision.js';
import { PartStore } from '../../src/graphql/part-store.js';
import { ListText, type Stretch } from '../../src/values/list-text.js';
import { randomOf } from '../support/random.js';

const NAME = 'document [1]';
const SETTLED = { settle: () => undefined, isSettled: true };

/** A revision that moves when it is told to, with nodes that are written anew when it does. */
class Nodes {
  current = 1;
  readonly written: { text: string; times: number }[] = [];
  #told: ((changes: readonly ChangeRow[]) => void)[] = [];
  readonly changes = new LastChanges(this as unknown as Revision);

  onMove(tell: (changes: readonly ChangeRow[]) => void): void {
    this.#told.push(tell);
  }

  listed(place: number): ListedNode {
    const id = `node-${place}`;
    return { id, foldedId: id, place };
  }

  textOf(place: number): string {
    return (this.written[place] ??= {
      text: `{"id":"node-${place}","of":"${'ä'.repeat(place % 3)}${'x'.repeat(place % 7)}"}`,
      times: 0,
    }).text;
  }

  change(place: number): void {
    this.textOf(place);
    const node = this.written[place]!;
    node.text = `{"id":"node-${place}","changed":${++node.times}}`;
    this.current++;
    for (const tell of this.#told)
      tell([{ kind: 'node', subject_id: `node-${place}`, node_id: null } as unknown as ChangeRow]);
  }

  reads(place: number): PartReads {
    const reads = new PartReads(this.changes);
    reads.add('node', `node-${place}`);
    return reads;
  }
}

/** A page as it is answered: what is missing is made, and kept. */
function page(
  store: PartStore,
  nodes: Nodes,
  places: readonly number[],
): { text: string; written: string; missing: number; pieces: number; reads: ReadSet } {
  const reads = new ReadSet(nodes.changes, SETTLED as never);
  const known = store.known(
    NAME,
    places.map((place) => nodes.listed(place)),
    nodes.current,
    reads,
  );
  const made = known.missing.map(({ node, at }) => {
    const json = nodes.textOf(node.place);
    const part = { node, json, bytes: Buffer.byteLength(json), reads: nodes.reads(node.place) };
    known.fill(at, part);
    return part;
  });
  store.keep(NAME, made);
  const text = new ListText('[', known.items as (string | Stretch)[], ']', known.bytes);
  return {
    text: String(text),
    written: text.bytes().toString(),
    missing: made.length,
    pieces: known.items.length,
    reads,
  };
}

const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, at) => first + at);
const expected = (nodes: Nodes, places: readonly number[]): string =>
  `[${places.map((place) => nodes.textOf(place)).join()}]`;

describe('the texts of nodes that pages are put together of', () => {
  it('are copied in as few pieces as there are blocks, once they were asked for some times', () => {
    const [store, nodes] = [new PartStore(1_000_000), new Nodes()];
    const places = from(0, 100);
    const first = page(store, nodes, places);
    expect([first.missing, first.pieces, first.text]).toEqual([100, 100, expected(nodes, places)]);
    for (let turn = 0; turn < 5; turn++) page(store, nodes, places);
    for (const [asked, pieces] of [
      [places, 4],
      [from(3, 20), 1],
      [from(30, 4), 2],
      [from(99, 1), 1],
    ] as const) {
      const { missing, pieces: given, text, written } = page(store, nodes, asked);
      expect([missing, given, text, written]).toEqual([0, pieces, expected(nodes, asked), expected(nodes, asked)]);
    }
    // Of other orders each stands alone, and of those with gaps each run.
    expect(page(store, nodes, [7, 6, 5])).toMatchObject({ missing: 0, pieces: 3, text: expected(nodes, [7, 6, 5]) });
    expect(page(store, nodes, [1, 2, 4, 5, 6, 9])).toMatchObject({
      missing: 0,
      pieces: 3,
      text: expected(nodes, [1, 2, 4, 5, 6, 9]),
    });
  });

  it('stand side by side where those between them are not known', () => {
    const [store, nodes] = [new PartStore(1_000_000), new Nodes()];
    const even = from(0, 16).map((place) => place * 2);
    for (let turn = 0; turn < 4; turn++) page(store, nodes, even);
    expect(page(store, nodes, even)).toMatchObject({ missing: 0, pieces: 1, text: expected(nodes, even) });
  });

  it('are made anew alone where they changed, and what was answered before stays as it was', () => {
    const [store, nodes] = [new PartStore(1_000_000), new Nodes()];
    const places = from(0, 32);
    for (let turn = 0; turn < 3; turn++) page(store, nodes, places);
    const reads = new ReadSet(nodes.changes, SETTLED as never);
    const given = store.known(
      NAME,
      places.map((place) => nodes.listed(place)),
      nodes.current,
      reads,
    );
    const before = expected(nodes, places);
    expect(reads.holds()).toBe(true);
    nodes.change(5);
    expect(reads.holds()).toBe(false);
    expect(page(store, nodes, places)).toMatchObject({ missing: 1, text: expected(nodes, places) });
    for (let turn = 0; turn < 40; turn++)
      expect(page(store, nodes, places)).toMatchObject({ missing: 0, text: expected(nodes, places) });
    expect(page(store, nodes, places).pieces).toBe(1);
    expect(String(new ListText('[', given.items as Stretch[], ']'))).toBe(before);
  });

  it('are not given for another node that has come to the same place', () => {
    const [store, nodes] = [new PartStore(1_000_000), new Nodes()];
    page(store, nodes, [3]);
    const other = { id: 'other', foldedId: 'other', place: 3 };
    expect(store.known(NAME, [other], nodes.current, new ReadSet(nodes.changes, SETTLED as never)).missing).toEqual([
      { node: other, at: 0 },
    ]);
  });

  it('are right whatever is asked and changed, and take no more than they may', () => {
    const random = randomOf();
    const [room, nodes] = [20_000, new Nodes()];
    const store = new PartStore(room);
    for (let turn = 0; turn < 3000; turn++) {
      if (random.upTo(4) === 0) nodes.change(random.upTo(400));
      const places =
        random.upTo(3) === 0
          ? Array.from({ length: 10 }, () => random.upTo(400))
          : from(random.upTo(380), 1 + random.upTo(20));
      const { text, written } = page(store, nodes, places);
      expect([random.seed, text, written]).toEqual([random.seed, expected(nodes, places), expected(nodes, places)]);
      expect(store.stats.bytes).toBeLessThanOrEqual(room);
    }
    expect(store.stats.evictions).toBeGreaterThan(0);
    expect(store.stats.entries).toBeGreaterThan(0);
  });
});
