import { errorOf } from './python-errors.js';
import { truthOf } from './python-comparisons.js';
import type { Follower, Native } from './python-follower.js';
import { numberOf } from './python-numbers.js';
import { CALL_RESULT } from './python-reasons.js';
import {
  type Arguments,
  constant,
  isUnordered,
  type Items,
  List,
  nowhere,
  NONE,
  type Unknown,
  type Value,
} from './python-values.js';

/**
 * A function that returns an iterator.
 * @param find finds its items when something goes through it
 * @param runsCode true if it calls a function that it is given
 */
const iterating =
  (
    find: (follow: Follower, given: Arguments, unknown: (why: string) => Unknown) => Items | undefined,
    runsCode = false,
  ): Native =>
  (follow, given, unknown) =>
    follow.iterator(() => find(follow, given, unknown) ?? { items: [], loose: unknown(CALL_RESULT) }, runsCode);

/** One item of each iterable, for each position; `undefined` if these are not known. */
function rowsOf(
  follow: Follower,
  given: readonly Value[],
): { readonly items: readonly (readonly Value[])[]; readonly orderedTo: number } | undefined {
  // Several arguments may be the same iterator, from which they take items in turn.
  const sources = given.map((source) => {
    const one = source.kind === 'file' ? source.lines : source;
    if (one.kind !== 'list' || !one.isOnce) return follow.itemsOf(one);
    follow.runIterator(one);
    return follow.isSure(one) ? one : { items: [], loose: one.loose ?? nowhere('is gone through', 'iterator') };
  });
  if (sources.length === 0 || sources.some(({ loose }) => loose)) return undefined;
  const left = sources.map((source) => (source instanceof List ? source.items : [...source.items]));
  const orderedTo = sources.some(isUnordered) ? 0 : Infinity;
  const items: Value[][] = [];
  for (let row: Value[] = []; ; row = []) {
    for (const source of left) {
      const item = source.shift();
      if (!item) return { items, orderedTo };
      row.push(item);
    }
    follow.charge(1);
    items.push(row);
  }
}

/** The functions that return iterators, or an item of one. */
export const ITERATORS: Readonly<Record<string, Native>> = {
  reversed: iterating((follow, { positional: [given] }) => {
    const all: Items = given ? follow.itemsOf(given) : { items: [] };
    return all.loose ? undefined : { items: [...all.items].reverse(), orderedTo: isUnordered(all) ? 0 : Infinity };
  }),
  enumerate: iterating((follow, { positional: [given, start], named }) => {
    const all: Items = given ? follow.itemsOf(given) : { items: [] };
    const first = start ?? named.get('start');
    const from = first === undefined ? 0 : numberOf(first);
    if (from === undefined) return undefined;
    // After items without an order, or items that may not be there, the numbers are unknown.
    const knownTo = Math.min(all.orderedTo ?? Infinity, all.loose ? (all.looseAt ?? Infinity) : Infinity);
    const numbered = (item: Value, index: number): Value =>
      follow.list('tuple', [
        index < knownTo ? constant(BigInt(from + index)) : nowhere('is in any order', 'enumerate'),
        item,
      ]);
    return {
      ...all,
      items: all.items.map(numbered),
      possible: all.possible?.map((item) => numbered(item, Infinity)),
    };
  }),
  zip: iterating((follow, { positional, named }) => {
    const rows = named.size > 0 ? undefined : rowsOf(follow, positional);
    return rows && { ...rows, items: rows.items.map((row) => follow.list('tuple', row)) };
  }),
  map: iterating((follow, { positional: [callee, ...given] }, unknown) => {
    const rows = callee && rowsOf(follow, given);
    return (
      rows && {
        ...rows,
        items: rows.items.map((row) => follow.call(callee, { positional: row, named: new Map() }, unknown)),
      }
    );
  }, true),
  filter: iterating((follow, { positional: [test, given] }, unknown) => {
    const all: Items = given ? follow.itemsOf(given) : { items: [] };
    const { items, loose } = all;
    const kept = items.map((item) =>
      truthOf(
        test?.kind === 'constant'
          ? item
          : test
            ? follow.call(test, { positional: [item], named: new Map() }, unknown)
            : NONE,
      ),
    );
    return loose || kept.includes(undefined)
      ? undefined
      : { items: items.filter((_, index) => kept[index]), orderedTo: isUnordered(all) ? 0 : Infinity };
  }, true),
  iter: (follow, { positional: [given, end] }) => {
    if (!given || end) return undefined;
    return given.kind === 'list' && given.isOnce ? given : follow.iterator(() => follow.itemsOf(given));
  },
  next: (follow, { positional: [source, otherwise] }, unknown) => {
    const given = source?.kind === 'file' ? source.lines : source;
    if (given?.kind !== 'list' || !given.isOnce) return undefined;
    follow.runIterator(given);
    if (isUnordered(given) || !follow.isSure(given)) return undefined;
    if (given.items.length === 0 && !otherwise) {
      follow.raise(unknown('has no more items'), errorOf('StopIteration'));
      return undefined;
    }
    const next = given.items.shift() ?? otherwise;
    // What its code finds next may depend on what happens until then.
    if (given.runsCode) follow.leave(given);
    return next;
  },
};
