import { truthOf } from './python-comparisons.js';
import {
  type Arguments,
  isUnordered,
  type Items,
  NONE,
  nowhere,
  textOf,
  type Unknown,
  type Value,
} from './python-values.js';
import type { Follower, Outside } from './python-follower.js';

/** Beyond plain letters two languages may have two orders. */
const ORDERED = /^[\0-\x7f\uF8FF]*$/;

/** By what a value is put in order, part by part; undefined if two languages may have two orders. */
function orderOf(value: Value | undefined): readonly (string | number)[] | undefined {
  if (value?.kind === 'list' && value.form === 'tuple' && !value.loose) {
    const parts = value.items.map(orderOf);
    return parts.every((part) => part?.length === 1) ? parts.flatMap((part) => part ?? []) : undefined;
  }
  if (value?.kind === 'constant' && (typeof value.value === 'bigint' || typeof value.value === 'number'))
    return [Number(value.value)];
  if (value?.kind === 'constant' && typeof value.value === 'boolean') return [Number(value.value)];
  const said = value?.kind === 'path' ? value.path : textOf(value);
  if (said === undefined || !ORDERED.test(said)) return undefined;
  return value?.kind === 'path' ? said.split('/') : [said];
}

function compareParts(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  if (at === -1) return a.length - b.length;
  return b[at] !== undefined && a[at]! < b[at] ? -1 : 1;
}

/** The result of `sorted()`; undefined if it is unknown. */
export function sorted(follow: Follower, { positional: [given], named }: Arguments): Value | undefined {
  const all: Items = given ? follow.itemsOf(given) : { items: [] };
  const { items, loose } = all;
  const isBackwards = named.get('reverse') ? truthOf(named.get('reverse')!) : false;
  const key = named.get('key');
  const unknown = (why: string): Unknown => ({ kind: 'unknown', why, text: 'key', file: '', line: 0 });
  const keyed = items.map((item) => {
    const by = key ? follow.call(key, { positional: [item], named: new Map() }, unknown) : item;
    return { item, by: orderOf(by) };
  });
  const types = new Set(keyed.flatMap(({ by }) => by?.map((part) => typeof part).join() ?? []));
  const isPaths = items.every(({ kind }) => kind === 'path');
  const { possible } = all;
  if (loose && items.length === 0 && !possible) return undefined;
  follow.charge(items.length * 4);
  // The items are known, but not their order.
  if (isBackwards === undefined || keyed.some(({ by }) => !by) || (types.size > 1 && !isPaths))
    return follow.listOf('list', { items, loose, possible, orderedTo: 0 });
  const direction = isBackwards ? -1 : 1;
  const inOrder = keyed.sort((a, b) => direction * compareParts(a.by!, b.by!));
  // Items with equal keys keep the order that they had.
  const hasTies =
    (key !== undefined || isPaths) &&
    inOrder.some(({ by }, at) => at > 0 && compareParts(by!, inOrder[at - 1]!.by!) === 0);
  return follow.listOf('list', {
    items: inOrder.map(({ item }) => item),
    loose,
    possible,
    // An unknown item may be anywhere.
    orderedTo: loose || (hasTies && isUnordered(all)) ? 0 : Infinity,
  });
}

/** Moves the items of a list. */
const rearranged =
  (adds = false): Outside =>
  (follow, { positional: [list, item] }) => {
    if (list?.kind !== 'list') return undefined;
    if (adds && item) follow.append(list, item);
    list.orderedTo = 0;
    return NONE;
  };

/** Takes an item out of a list. */
const taken: Outside = (follow, { positional: [list] }) => {
  if (list?.kind === 'list') follow.forget(list, nowhere('is taken out', 'heapq'));
  return undefined;
};

/** Functions that change the order of a list, or keep it in an order while they change it. */
export const REARRANGING: Readonly<Record<string, Outside>> = {
  'random.shuffle': rearranged(),
  'numpy.random.shuffle': rearranged(),
  'heapq.heapify': rearranged(),
  'heapq.heappush': rearranged(true),
  'heapq.heappop': taken,
  'heapq.heapreplace': taken,
  'heapq.heappushpop': taken,
  'bisect.insort': rearranged(true),
  'bisect.insort_left': rearranged(true),
  'bisect.insort_right': rearranged(true),
};
