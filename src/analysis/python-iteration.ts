import { numberOf } from './python-builtins.js';
import type { Follower, Outside } from './python-follower.js';
import { isUnordered, type Items, orderOfAll, type Unknown, type Value } from './python-values.js';

/** Longer results are unknown. */
const RESULT_MAX = 5000;

/** The combinations of one item of each list, in the order of Python: the last list varies fastest. */
function combined(lists: readonly (readonly Value[])[]): readonly (readonly Value[])[] {
  return lists.reduce<readonly (readonly Value[])[]>(
    (rows, items) => rows.flatMap((row) => items.map((item) => [...row, item])),
    [[]],
  );
}

/** One list of all items; `undefined` if nothing is known about them. */
function joined(follow: Follower, given: readonly Value[], loose?: Unknown): Value | undefined {
  const all = given.map((one) => follow.itemsOf(one));
  const length = all.reduce((sum, one) => sum + one.items.length, 0);
  follow.charge(all.length + length);
  const missing = loose ?? all.find((one) => one.loose)?.loose;
  if (length > RESULT_MAX || (missing && length === 0)) return undefined;
  const items = all.flatMap((one) => one.items);
  return follow.list('list', items, missing, orderOfAll(all));
}

const unknownRow = (why: string): Unknown => ({ kind: 'unknown', why, text: 'starmap', file: '', line: 0 });

const product: Outside = (follow, { positional, named }) => {
  const repeat = named.has('repeat') ? numberOf(named.get('repeat')) : 1;
  const given = positional.map((one) => follow.itemsOf(one));
  if (repeat === undefined || repeat < 0 || repeat > 10 || given.some(({ loose }) => loose)) return undefined;
  const lists = Array.from({ length: repeat }, () => given.map(({ items }) => items)).flat();
  const length = lists.reduce((count, { length: more }) => count * more, 1);
  if (length > RESULT_MAX || lists.length > 20) return undefined;
  if (length === 0) return follow.list('list', []);
  follow.charge(length);
  return follow.list(
    'list',
    combined(lists).map((row) => follow.list('tuple', row)),
    undefined,
    given.some(isUnordered) ? 0 : undefined,
  );
};

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

/** Functions that combine lists, mappings or functions with arguments. */
export const ITERATION: Readonly<Record<string, Outside>> = {
  'collections.ChainMap': chained,
  'functools.reduce': reduce,
  'types.MappingProxyType': (_follow, { positional: [given] }) => (given?.kind === 'dictionary' ? given : undefined),
  'itertools.islice': (follow, { positional: [given, ...bounds] }) => {
    const all: Items = given ? follow.itemsOf(given) : { items: [] };
    const ends = bounds.map(numberOf);
    const [from, to] = ends.length === 1 ? [0, ends[0]] : ends;
    const isKnown = !all.loose && !isUnordered(all) && ends.length > 0 && ends.length < 3;
    return isKnown && from !== undefined && to !== undefined
      ? follow.list('list', all.items.slice(from, to))
      : undefined;
  },
  'itertools.product': product,
  'itertools.starmap': (follow, { positional: [called, given] }) => {
    const { items, loose, orderedTo }: Items = given ? follow.itemsOf(given) : { items: [] };
    if (!called || loose || items.some(({ kind }) => kind !== 'list')) return undefined;
    return follow.list(
      'list',
      items.map((item) =>
        follow.call(called, { positional: follow.itemsOf(item).items, named: new Map() }, unknownRow),
      ),
      undefined,
      orderedTo,
    );
  },
  'itertools.chain': (follow, { positional }) => joined(follow, positional),
  'itertools.chain.from_iterable': (follow, { positional: [given] }) => {
    if (!given) return undefined;
    const { items, loose } = follow.itemsOf(given);
    return joined(follow, items, loose);
  },
};
