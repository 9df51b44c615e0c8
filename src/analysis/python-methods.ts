import { errorOf } from './python-errors.js';
import { compared } from './python-operators.js';
import { numberOf } from './python-numbers.js';
import type { Follower } from './python-follower.js';
import { sorted } from './python-sorting.js';
import { type Method, textMethod } from './python-text-methods.js';
import { areEqual, truthOf } from './python-comparisons.js';
import {
  type Arguments,
  constant,
  type Dictionary,
  distinct,
  identityOf,
  isUnordered,
  type Items,
  itemsOfEntries,
  type List,
  NONE,
  textOf,
  type Unknown,
  type Value,
} from './python-values.js';

const ITEMS_MAX = 10_000;

/** Notes that a method surely raises an error. */
function failed(follow: Follower, error: string, unknown: (why: string) => Unknown): undefined {
  follow.raise(unknown('is an error'), errorOf(error));
}

const extend: Method<List> = (follow, self, { positional: [given] }) => {
  const all: Items = given ? follow.itemsOf(given) : { items: [] };
  follow.eachOf(all, (item) => follow.append(self, item));
  if (all.loose) follow.loosen(self, all.loose);
  return NONE;
};

/** Adds an item to a set. */
function addTo(follow: Follower, self: List, item: Value): void {
  follow.charge(self.items.length >> 5);
  if (distinct([...self.items, item]).length > distinct(self.items).length) follow.append(self, item);
}

const LIST_METHODS: Readonly<Record<string, Method<List>>> = {
  __init__: extend,
  __getitem__: (_follow, self, { positional: [key] }) => {
    const at = numberOf(key);
    return at === undefined || self.loose || self.form === 'set' ? undefined : self.items.at(at);
  },
  append: (follow, self, { positional: [item] }) => {
    if (item) follow.append(self, item);
    return NONE;
  },
  add: (follow, self, { positional: [item] }) => {
    if (item) addTo(follow, self, item);
    return NONE;
  },
  update: (follow, self, { positional }) => {
    for (const given of positional) {
      const { items, loose } = follow.itemsOf(given);
      for (const item of items) addTo(follow, self, item);
      if (loose) follow.loosen(self, loose);
    }
    return NONE;
  },
  union: (follow, self, { positional }) => {
    const all = [self, ...positional].map((given) => follow.itemsOf(given));
    return follow.list('set', distinct(all.flatMap(({ items }) => items)), all.find(({ loose }) => loose)?.loose);
  },
  extend,
  copy: (follow, self) => follow.list(self.form, self.items, self.loose, self.orderedTo),
  index: (follow, self, { positional: [item, ...bounds] }, unknown) => {
    const isNone = item && !self.loose && self.items.every((other) => areEqual(other, item) === false);
    if (isNone) return failed(follow, 'ValueError', unknown);
    if (bounds.length > 0) return undefined;
    const at = item ? self.items.findIndex((other) => areEqual(other, item) !== false) : -1;
    const hasPlace = (at < self.orderedTo || !isUnordered(self)) && (!self.loose || at < self.looseAt);
    return item && at !== -1 && hasPlace && areEqual(self.items[at]!, item) ? constant(BigInt(at)) : undefined;
  },
};

/** Methods that remove items of a list or move them; undefined if the result is unknown. */
const LIST_CHANGES: Readonly<Record<string, Method<List>>> = {
  pop: (follow, self, { positional: [given] }, unknown) => {
    const at = given === undefined ? -1 : numberOf(given);
    if (at === undefined) return undefined;
    if (self.items.at(at) === undefined) return failed(follow, 'IndexError', unknown);
    if (at >= 0 && at < self.orderedTo) self.orderedTo--;
    return self.items.splice(at, 1)[0];
  },
  popleft: (follow, { items }, _given, unknown) => items.shift() ?? failed(follow, 'IndexError', unknown),
  appendleft: (_follow, { items }, { positional: [item] }) => {
    if (!item || items.length >= ITEMS_MAX) return undefined;
    items.unshift(item);
    return NONE;
  },
  clear: (_follow, { items }) => {
    items.length = 0;
    return NONE;
  },
  reverse: (_follow, self) => {
    if (isUnordered(self)) self.orderedTo = 0;
    self.items.reverse();
    return NONE;
  },
  insert: (_follow, self, { positional: [given, item] }) => {
    const at = numberOf(given);
    if (at === undefined || !item || self.items.length >= ITEMS_MAX) return undefined;
    self.items.splice(at, 0, item);
    if (at >= 0 && at <= self.orderedTo) self.orderedTo++;
    return NONE;
  },
  discard: (_follow, { items }, { positional: [item] }) => {
    const found = item ? items.map((other) => areEqual(other, item)) : [undefined];
    if (found.includes(undefined)) return undefined;
    if (found.includes(true)) items.splice(found.indexOf(true), 1);
    return NONE;
  },
  remove: (follow, self, { positional: [item] }, unknown) => {
    const { items } = self;
    if (item && items.every((other) => areEqual(other, item) === false)) return failed(follow, 'ValueError', unknown);
    const at = item ? items.findIndex((other) => areEqual(other, item) !== false) : -1;
    if (!item || at === -1 || !areEqual(items[at]!, item)) return undefined;
    items.splice(at, 1);
    if (at < self.orderedTo) self.orderedTo--;
    return NONE;
  },
  sort: (follow, self, { named }) => {
    const { items, orderedTo } = self;
    const inOrder = sorted(follow, { positional: [follow.list('list', items, undefined, orderedTo)], named });
    if (inOrder?.kind !== 'list') return undefined;
    items.splice(0, items.length, ...inOrder.items);
    self.orderedTo = inOrder.orderedTo;
    return NONE;
  },
};

const view = (follow: Follower, self: Dictionary, take: (entry: { key: Value; value: Value }) => Value): List =>
  follow.view(() => itemsOfEntries(self, take));

const update: Method<Dictionary> = (follow, self, { positional, named, loose }) => {
  for (const given of positional) follow.merge(self, given);
  for (const [name, value] of named) follow.put(self, constant(name), value);
  if (loose) follow.loosen(self, loose);
  return NONE;
};

const DICTIONARY_METHODS: Readonly<Record<string, Method<Dictionary>>> = {
  __init__: update,
  __getitem__: (_follow, self, { positional: [key] }) => {
    const identity = key && identityOf(key);
    return identity === undefined ? undefined : (self.entries.get(identity)?.value ?? self.loose[0]);
  },
  __setitem__: (follow, self, { positional: [key, value] }) => {
    if (key && value) follow.put(self, key, value);
    return NONE;
  },
  items: (follow, self) => view(follow, self, ({ key, value }) => follow.list('tuple', [key, value])),
  keys: (follow, self) => view(follow, self, ({ key }) => key),
  values: (follow, self) => view(follow, self, ({ value }) => value),
  copy: (follow, self) => {
    const made = follow.dictionary();
    follow.merge(made, self);
    return made;
  },
  get: (_follow, self, { positional: [key, otherwise] }) => {
    const identity = key && identityOf(key);
    if (identity === undefined) return undefined;
    return self.entries.get(identity)?.value ?? (self.loose[0] || (otherwise ?? NONE));
  },
  setdefault: (follow, self, { positional: [key, value] }) => {
    const identity = key && identityOf(key);
    const known = identity === undefined ? undefined : self.entries.get(identity)?.value;
    if (known || !key) return known;
    if (self.loose[0]) return self.loose[0];
    follow.put(self, key, value ?? NONE);
    return value ?? NONE;
  },
  update,
};

/** Methods that remove entries of a dictionary or move them; undefined if the result is unknown. */
const DICTIONARY_CHANGES: Readonly<Record<string, Method<Dictionary>>> = {
  pop: (follow, { entries }, { positional: [key, otherwise] }, unknown) => {
    const identity = key && identityOf(key);
    if (identity === undefined) return undefined;
    const value = entries.get(identity)?.value;
    entries.delete(identity);
    return value ?? otherwise ?? failed(follow, 'KeyError', unknown);
  },
  clear: (_follow, { entries }) => {
    entries.clear();
    return NONE;
  },
  move_to_end: (_follow, self, { positional: [key, last], named }) => {
    const identity = key && identityOf(key);
    const entry = identity === undefined ? undefined : self.entries.get(identity);
    const isLast = truthOf(last ?? named.get('last') ?? constant(true));
    if (!entry || isLast === undefined || self.orderedTo !== Infinity) return undefined;
    self.entries.delete(identity);
    const others = [...self.entries];
    self.entries.clear();
    for (const [other, value] of isLast
      ? [...others, [identity, entry] as const]
      : [[identity, entry] as const, ...others])
      self.entries.set(other, value);
    return NONE;
  },
};

/** Methods of lists and dictionaries that only read. */
const READ_ONLY =
  /^(__(contains|len|getitem|iter|str|repr|eq|ne|lt|le|gt|ge|bool|hash|sizeof|class|reversed|format|or|ror|dir|doc)__|get|index|count|copy|keys|values|items|union|intersection|difference|symmetric_difference|issubset|issuperset|isdisjoint|fromkeys)$/;

function readOnly(self: List | Dictionary, name: string, { positional: [key] }: Arguments): Value | undefined {
  const isIn = name === '__contains__' && key ? compared('in', key, self) : undefined;
  return isIn === undefined ? undefined : constant(isIn);
}

const methodsIn = (names: string): ReadonlySet<string> => new Set(names.split(' '));
const OF_TEXTS = methodsIn(
  'capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill',
);
const OF_LISTS = methodsIn(
  'add append appendleft clear close copy count difference difference_update discard extend extendleft gi_frame index insert intersection intersection_update isdisjoint issubset issuperset maxlen pop popleft remove reverse rotate send sort start step stop symmetric_difference symmetric_difference_update throw tolist union update',
);
const OF_DICTIONARIES = methodsIn(
  'clear copy default_factory elements fromkeys get items keys maps mapping most_common move_to_end new_child parents pop popitem setdefault subtract total update values',
);

/** Whether a value's kind has a built-in method. */
export function hasMethod(self: Value, name: string): boolean {
  if (/^__\w+__$/.test(name)) return textOf(self) !== undefined || self.kind === 'list' || self.kind === 'dictionary';
  if (textOf(self) !== undefined) return OF_TEXTS.has(name);
  return self.kind === 'list' ? OF_LISTS.has(name) : self.kind === 'dictionary' && OF_DICTIONARIES.has(name);
}

/**
 * The result of a method of a text, list or dictionary; undefined if it is unknown. Methods that are not known to leave
 * the value unchanged may change it.
 */
export function callMethod(
  follow: Follower,
  self: Value,
  name: string,
  given: Arguments,
  unknown: (why: string) => Unknown,
): Value | undefined {
  const has = <T>(methods: Readonly<Record<string, T>>): T | undefined =>
    Object.hasOwn(methods, name) ? methods[name] : undefined;
  const said = textOf(self);
  if (said !== undefined) return textMethod(follow, said, name, given, unknown);
  if (self.kind !== 'dictionary' && self.kind !== 'list') return undefined;
  const harmless =
    self.kind === 'dictionary'
      ? has(DICTIONARY_METHODS)?.bind(undefined, follow, self)
      : given.loose
        ? undefined
        : has(LIST_METHODS)?.bind(undefined, follow, self);
  if (harmless) return harmless(given, unknown);
  if (READ_ONLY.test(name)) return readOnly(self, name, given);
  const isSure = follow.isSure(self) && !given.loose;
  const change =
    self.kind === 'dictionary'
      ? has(DICTIONARY_CHANGES)?.bind(undefined, follow, self)
      : has(LIST_CHANGES)?.bind(undefined, follow, self);
  const answer = isSure ? change?.(given, unknown) : undefined;
  if (!answer) follow.forget(self, unknown('changes it'));
  return answer;
}
