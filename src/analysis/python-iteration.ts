import type { Follower, Outside } from './python-follower.js';
import { numberOf } from './python-numbers.js';
import {
  type Arguments,
  isNone,
  NONE,
  isUnordered,
  type Items,
  nowhere,
  orderOfAll,
  type Unknown,
  type Value,
} from './python-values.js';

/** Longer results are unknown. */
const RESULT_MAX = 5000;
/** Limit of the combinations that are tried for one more item. */
const TRIED_MAX = 100_000;

/** The combinations of one item of each list, in the order of Python: the last list varies fastest. */
function combined(lists: readonly (readonly Value[])[]): readonly (readonly Value[])[] {
  return lists.reduce<readonly (readonly Value[])[]>(
    (rows, items) => rows.flatMap((row) => items.map((item) => [...row, item])),
    [[]],
  );
}

/** All items of several values; `undefined` if they are too many. */
function joined(follow: Follower, given: readonly Value[], loose?: Unknown): Items | undefined {
  const all = given.map((one) => follow.itemsOf(one));
  const length = all.reduce((sum, one) => sum + one.items.length, 0);
  follow.charge(all.length + length);
  if (length > RESULT_MAX) return undefined;
  const missing = loose ?? all.find((one) => one.loose)?.loose;
  return { items: all.flatMap((one) => one.items), loose: missing, orderedTo: orderOfAll(all) };
}

/** A function of `itertools`. `find` finds its items when something goes through the result. */
const iterating =
  (find: (follow: Follower, given: Arguments) => Items | undefined, runsCode = false): Outside =>
  (follow, given) =>
    follow.iterator(() => find(follow, given) ?? { items: [], loose: nowhere('is computed', 'itertools') }, runsCode);

const unknownRow = (why: string): Unknown => ({ kind: 'unknown', why, text: 'starmap', file: '', line: 0 });

const product = iterating((follow, { positional, named }) => {
  const repeat = named.has('repeat') ? numberOf(named.get('repeat')) : 1;
  const given = positional.map((one) => follow.itemsOf(one));
  if (repeat === undefined || repeat < 0 || repeat > 10 || given.some(({ loose }) => loose)) return undefined;
  const lists = Array.from({ length: repeat }, () => given.map(({ items }) => items)).flat();
  const length = lists.reduce((count, { length: more }) => count * more, 1);
  if (length > RESULT_MAX || lists.length > 20) return undefined;
  if (length === 0) return { items: [] };
  follow.charge(length);
  return {
    items: combined(lists).map((row) => follow.list('tuple', row)),
    orderedTo: given.some(isUnordered) ? 0 : Infinity,
  };
});

/** The ways to choose some items, in the order of their positions, or in any order. */
function choices(follow: Follower, { positional: [given, size] }: Arguments, isOrdered: boolean): Items | undefined {
  const all: Items = given ? follow.itemsOf(given) : { items: [] };
  const count = size ? numberOf(size) : isOrdered ? all.items.length : undefined;
  if (all.loose || isUnordered(all) || count === undefined || count < 0 || count > 20) return undefined;
  const positions = [...all.items.keys()];
  let rows: (readonly number[])[] = [[]];
  for (let chosen = 0; chosen < count; chosen++) {
    if (rows.length * positions.length > TRIED_MAX) return undefined;
    const isNext = (row: readonly number[], at: number): boolean =>
      isOrdered ? !row.includes(at) : at > (row.at(-1) ?? -1);
    rows = rows.flatMap((row) => positions.filter((at) => isNext(row, at)).map((at) => [...row, at]));
    follow.charge(rows.length * positions.length);
    if (rows.length > RESULT_MAX) return undefined;
  }
  return {
    items: rows.map((row) =>
      follow.list(
        'tuple',
        row.map((at) => all.items[at]!),
      ),
    ),
  };
}

const reduce: Outside = (follow, { positional: [combine, given, initial] }) => {
  const all: Items = given ? follow.itemsOf(given) : { items: [] };
  const [first, ...rest] = initial ? [initial, ...all.items] : all.items;
  if (!combine || !first || all.loose || isUnordered(all)) return undefined;
  let found: Value | undefined = first;
  const unknown = (why: string): Unknown => ({ kind: 'unknown', why, text: 'reduce', file: '', line: 0 });
  for (const item of rest) {
    found = follow.call(combine, { positional: [found, item], named: new Map() }, unknown);
    if (found.kind === 'unknown') return undefined;
  }
  return found;
};

/** Several mappings as one, in which the first ones come before the others. */
const chained: Outside = (follow, { positional }) => {
  if (positional.some(({ kind }) => kind !== 'dictionary')) return undefined;
  const all = follow.dictionary();
  for (const one of positional.toReversed()) follow.merge(all, one);
  return all;
};

/** Runs coroutines, in any order. */
const gathered: Outside = (follow, { positional, loose }) => {
  const results: Value[] = [];
  const run = (): Value => {
    follow.eachOf({ items: positional, orderedTo: 0 }, (one) =>
      results.push(one.kind === 'coroutine' ? one.run() : nowhere('is awaited', 'gather')),
    );
    return follow.list('list', results, loose);
  };
  return { kind: 'coroutine', run };
};

/** Functions that combine lists, mappings or functions with arguments. */
export const ITERATION: Readonly<Record<string, Outside>> = {
  'asyncio.gather': gathered,
  'asyncio.run': (_follow, { positional: [main] }) => (main?.kind === 'coroutine' ? main.run() : undefined),
  'collections.ChainMap': chained,
  'functools.reduce': reduce,
  'types.MappingProxyType': (_follow, { positional: [given] }) => (given?.kind === 'dictionary' ? given : undefined),
  'itertools.islice': iterating((follow, { positional: [given, ...bounds] }) => {
    const all: Items = given ? follow.itemsOf(given) : { items: [] };
    if (given) follow.leave(given);
    const ends = bounds.map((end) => (isNone(end) ? null : numberOf(end)));
    const [from, to, step = 1] = ends.length === 1 ? [0, ends[0]] : ends;
    if (all.loose || isUnordered(all) || from === undefined || to === undefined || !step) return undefined;
    const cut = all.items.slice(from ?? 0, to ?? Infinity);
    return { items: cut.filter((_, at) => at % step === 0) };
  }),
  'itertools.product': product,
  'itertools.starmap': iterating((follow, { positional: [called, given] }) => {
    const { items, loose, orderedTo }: Items = given ? follow.itemsOf(given) : { items: [] };
    if (!called || loose || items.some(({ kind }) => kind !== 'list')) return undefined;
    const row = (item: Value): Value =>
      follow.call(called, { positional: follow.itemsOf(item).items, named: new Map() }, unknownRow);
    return { items: items.map(row), ...(orderedTo === undefined ? {} : { orderedTo }) };
  }, true),
  'itertools.accumulate': iterating((follow, { positional: [given, combine, more], named }) => {
    const all: Items = given ? follow.itemsOf(given) : { items: [] };
    const { items, loose } = all;
    if (more || named.size > 0 || loose || isUnordered(all)) return undefined;
    follow.charge(items.length);
    const sums: Value[] = [];
    for (const item of items) {
      const before = sums.at(-1);
      const added = (): Value | undefined =>
        combine
          ? follow.call(combine, { positional: [before!, item], named: new Map() }, unknownRow)
          : follow.operate('+', before!, item);
      const sum = before ? added() : item;
      if (!sum) return undefined;
      sums.push(sum);
    }
    return { items: sums };
  }, true),
  'itertools.pairwise': iterating((follow, { positional: [given] }) => {
    const all: Items = given ? follow.itemsOf(given) : { items: [] };
    if (all.loose || isUnordered(all)) return undefined;
    return { items: all.items.slice(1).map((item, at) => follow.list('tuple', [all.items[at]!, item])) };
  }),
  'itertools.zip_longest': iterating((follow, { positional, named }) => {
    const all = positional.map((one) => follow.itemsOf(one));
    if (all.some((one) => one.loose || isUnordered(one))) return undefined;
    const length = Math.max(0, ...all.map(({ items }) => items.length));
    follow.charge(length * all.length);
    const row = (at: number): Value =>
      follow.list(
        'tuple',
        all.map(({ items }) => items[at] ?? named.get('fillvalue') ?? NONE),
      );
    return { items: Array.from({ length }, (_, at) => row(at)) };
  }),
  'itertools.repeat': iterating((_follow, { positional: [item, times], named }) => {
    const count = numberOf(times ?? named.get('times'));
    return item && count !== undefined && count <= RESULT_MAX
      ? { items: Array.from({ length: Math.max(0, count) }, () => item) }
      : undefined;
  }),
  'itertools.combinations': iterating((follow, given) => choices(follow, given, false)),
  'itertools.permutations': iterating((follow, given) => choices(follow, given, true)),
  'itertools.chain': iterating((follow, { positional }) => joined(follow, positional)),
  'itertools.chain.from_iterable': iterating((follow, { positional: [given] }) => {
    const { items, loose }: Items = given ? follow.itemsOf(given) : { items: [] };
    return joined(follow, items, loose);
  }),
};
