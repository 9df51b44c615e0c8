import { PLACE } from './python-files.js';
import { compared } from './python-operators.js';
import { numberOf, text, writtenOf } from './python-builtins.js';
import type { Follower } from './python-follower.js';
import { sorted } from './python-sorting.js';
import {
  type Arguments,
  areEqual,
  constant,
  type Dictionary,
  identityOf,
  type List,
  NONE,
  textOf,
  type Unknown,
  type Value,
} from './python-values.js';

/** A method of a text, list or dictionary; undefined if its result is unknown. */
type Method<Self> = (
  follow: Follower,
  self: Self,
  given: Arguments,
  unknown: (why: string) => Unknown,
) => Value | undefined;

const ITEMS_MAX = 10_000;
const TEXT_MAX = 100_000;
const SMALL = /^[\0-\x7f]*$/;
/** Methods whose result is certain for ASCII texts only. */
const plain =
  (change: (said: string) => string): Method<string> =>
  (_follow, said) =>
    SMALL.test(said.replaceAll(PLACE, '')) ? constant(change(said)) : undefined;
const strip =
  (ends: 'both' | 'start' | 'end'): Method<string> =>
  (_follow, said, { positional: [given] }) => {
    const letters = given === undefined || given.kind === 'constant' ? (textOf(given) ?? ' \t\n\r\f\v') : undefined;
    if (letters === undefined) return undefined;
    let [from, to] = [0, said.length];
    while (ends !== 'end' && from < to && letters.includes(said[from]!)) from++;
    while (ends !== 'start' && to > from && letters.includes(said[to - 1]!)) to--;
    return constant(said.slice(from, to));
  };

/** Whether a text begins or ends with one of these. */
const affixed =
  (is: (said: string, affix: string) => boolean): Method<string> =>
  (follow, said, { positional: [given, more] }) => {
    const affixes = given?.kind === 'list' ? given.items.map(textOf) : [textOf(given)];
    if (more || affixes.includes(undefined) || (given?.kind === 'list' && given.loose)) return undefined;
    follow.charge(affixes.length);
    const found = affixes.some((affix) => is(said, affix!));
    return !found && said.includes(PLACE) && !affixes.includes('.py') ? undefined : constant(found);
  };

/** A text with its `{}`, `{0}` and `{name}` filled in; undefined where one of them is more than that. */
function formatted(said: string, { positional, named, loose }: Arguments): string | undefined {
  let next = 0;
  let isKnown = loose === undefined;
  const filled = said.replace(/\{\{|\}\}|\{(\w*)\}|[{}]/g, (whole, name: string | undefined) => {
    if (whole === '{{' || whole === '}}') return whole[0]!;
    const value =
      name === undefined
        ? undefined
        : writtenOf(name === '' ? positional[next++] : /^\d+$/.test(name) ? positional[Number(name)] : named.get(name));
    isKnown &&= value !== undefined;
    return value ?? '';
  });
  return isKnown ? filled : undefined;
}

const TEXT_METHODS: Readonly<Record<string, Method<string>>> = {
  upper: plain((said) => said.toUpperCase()),
  lower: plain((said) => said.toLowerCase()),
  title: plain((said) => said.toLowerCase().replace(/[a-z]+/g, (word) => word[0]!.toUpperCase() + word.slice(1))),
  capitalize: plain((said) => said.slice(0, 1).toUpperCase() + said.slice(1).toLowerCase()),
  strip: strip('both'),
  lstrip: strip('start'),
  rstrip: strip('end'),
  format: (_follow, said, given) => {
    const filled = formatted(said, given);
    return filled === undefined ? undefined : text(filled);
  },
  replace: (_follow, said, { positional }) => {
    const [from, to] = positional.map(textOf);
    return !from || to === undefined || positional.length > 2 || said.split(from).length * to.length > TEXT_MAX
      ? undefined
      : text(said.replaceAll(from, () => to));
  },
  join: (follow, said, { positional: [given] }) => {
    const { items, loose, isSet } = given ? follow.itemsOf(given) : { items: [] };
    const texts = items.map(textOf);
    const length = texts.reduce((sum, item) => sum + said.length + (item?.length ?? 0), 0);
    return loose || (isSet && items.length > 1) || texts.includes(undefined) || length > TEXT_MAX
      ? undefined
      : constant(texts.join(said));
  },
  split: (follow, said, { positional }) => {
    const by = textOf(positional[0]);
    if (positional.length > 1 || (positional.length === 1 && !by)) return undefined;
    return follow.list('list', (by ? said.split(by) : said.split(/\s+/).filter((word) => word !== '')).map(constant));
  },
  startswith: affixed((said, affix) => said.startsWith(affix)),
  endswith: affixed((said, affix) => said.endsWith(affix)),
  find: (_follow, said, { positional: [given, more] }) => {
    const wanted = textOf(given);
    // Python counts code points.
    return wanted === undefined || more
      ? undefined
      : constant(BigInt(said.includes(wanted) ? [...said.slice(0, said.indexOf(wanted))].length : -1));
  },
  rsplit: (follow, said, { positional: [given, most] }) => {
    const by = textOf(given);
    if (!by || (most && numberOf(most) !== 1)) return undefined;
    const at = said.lastIndexOf(by);
    const parts = !most ? said.split(by) : at === -1 ? [said] : [said.slice(0, at), said.slice(at + by.length)];
    return follow.list('list', parts.map(constant));
  },
  partition: (follow, said, { positional: [given] }) => {
    const by = textOf(given);
    const at = by ? said.indexOf(by) : -1;
    const parts = at === -1 ? [said, '', ''] : [said.slice(0, at), by!, said.slice(at + by!.length)];
    return by ? follow.list('tuple', parts.map(constant)) : undefined;
  },
  rpartition: (follow, said, { positional: [given] }) => {
    const by = textOf(given);
    const at = by ? said.lastIndexOf(by) : -1;
    const parts = at === -1 ? ['', '', said] : [said.slice(0, at), by!, said.slice(at + by!.length)];
    return by ? follow.list('tuple', parts.map(constant)) : undefined;
  },
  isidentifier: (_follow, said) => (SMALL.test(said) ? constant(/^[A-Za-z_]\w*$/.test(said)) : undefined),
  isdigit: (_follow, said) => (SMALL.test(said) ? constant(/^\d+$/.test(said)) : undefined),
  casefold: plain((said) => said.toLowerCase()),
  swapcase: plain((said) => said.replace(/[a-z]/gi, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase()))),
  isupper: (_follow, said) => (SMALL.test(said) ? constant(/[A-Z]/.test(said) && !/[a-z]/.test(said)) : undefined),
  count: (_follow, said, { positional: [given, more] }) =>
    textOf(given) && !more ? constant(BigInt(said.split(textOf(given)!).length - 1)) : undefined,
  encode: () => undefined,
  removeprefix: (_follow, said, { positional: [given] }) =>
    textOf(given) === undefined
      ? undefined
      : constant(said.startsWith(textOf(given)!) ? said.slice(textOf(given)!.length) : said),
  removesuffix: (_follow, said, { positional: [given] }) =>
    textOf(given) === undefined
      ? undefined
      : constant(said.endsWith(textOf(given)!) ? said.slice(0, said.length - textOf(given)!.length) : said),
};

const LIST_METHODS: Readonly<Record<string, Method<List>>> = {
  append: (follow, self, { positional: [item] }) => {
    if (item) follow.append(self, item);
    return NONE;
  },
  add: (follow, self, { positional: [item] }) => {
    if (item) follow.append(self, item);
    return NONE;
  },
  extend: (follow, self, { positional: [given] }) => {
    const { items, loose } = given ? follow.itemsOf(given) : { items: [] };
    for (const item of items) follow.append(self, item);
    if (loose) follow.loosen(self, loose);
    return NONE;
  },
  copy: (follow, self) => follow.list(self.form, self.items, self.loose),
  index: (_follow, self, { positional: [item] }) => {
    const at = item ? self.items.findIndex((other) => areEqual(other, item) !== false) : -1;
    return item && at !== -1 && areEqual(self.items[at]!, item) ? constant(BigInt(at)) : undefined;
  },
};

/** Methods that remove items of a list or move them; undefined if the result is unknown. */
const LIST_CHANGES: Readonly<Record<string, Method<List>>> = {
  pop: (_follow, { items }, { positional: [given] }) => {
    const at = given === undefined ? -1 : numberOf(given);
    return at === undefined || items.at(at) === undefined ? undefined : items.splice(at, 1)[0];
  },
  clear: (_follow, { items }) => {
    items.length = 0;
    return NONE;
  },
  reverse: (_follow, { items }) => {
    items.reverse();
    return NONE;
  },
  insert: (_follow, { items }, { positional: [given, item] }) => {
    const at = numberOf(given);
    if (at === undefined || !item || items.length >= ITEMS_MAX) return undefined;
    items.splice(at, 0, item);
    return NONE;
  },
  remove: (_follow, { items }, { positional: [item] }) => {
    const at = item ? items.findIndex((other) => areEqual(other, item) !== false) : -1;
    if (!item || at === -1 || !areEqual(items[at]!, item)) return undefined;
    items.splice(at, 1);
    return NONE;
  },
  sort: (follow, { items, form }, { named }) => {
    const inOrder = sorted(follow, { positional: [follow.list(form, items)], named });
    if (inOrder?.kind !== 'list') return undefined;
    items.splice(0, items.length, ...inOrder.items);
    return NONE;
  },
};

const pairs = (follow: Follower, self: Dictionary, of: (entry: { key: Value; value: Value }) => Value): List =>
  follow.list('list', [...self.entries.values()].map(of), self.loose[0]);

const DICTIONARY_METHODS: Readonly<Record<string, Method<Dictionary>>> = {
  items: (follow, self) => pairs(follow, self, ({ key, value }) => follow.list('tuple', [key, value])),
  keys: (follow, self) => pairs(follow, self, ({ key }) => key),
  values: (follow, self) => pairs(follow, self, ({ value }) => value),
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
  update: (follow, self, { positional, named, loose }) => {
    for (const given of positional) follow.merge(self, given);
    for (const [name, value] of named) follow.put(self, constant(name), value);
    if (loose) follow.loosen(self, loose);
    return NONE;
  },
};

/** Methods that remove entries of a dictionary or move them; undefined if the result is unknown. */
const DICTIONARY_CHANGES: Readonly<Record<string, Method<Dictionary>>> = {
  pop: (_follow, { entries }, { positional: [key, otherwise] }) => {
    const identity = key && identityOf(key);
    if (identity === undefined) return undefined;
    const value = entries.get(identity)?.value;
    entries.delete(identity);
    return value ?? otherwise;
  },
  clear: (_follow, { entries }) => {
    entries.clear();
    return NONE;
  },
  move_to_end: () => NONE,
};

/** Methods of lists and dictionaries that only read. */
const READ_ONLY =
  /^(__(contains|len|getitem|iter|str|repr|eq|ne|lt|le|gt|ge|bool|hash|sizeof|class|reversed|format|or|ror|dir|doc)__|get|index|count|copy|keys|values|items|union|intersection|difference|symmetric_difference|issubset|issuperset|isdisjoint|fromkeys)$/;

function readOnly(self: List | Dictionary, name: string, { positional: [key] }: Arguments): Value | undefined {
  const isIn = name === '__contains__' && key ? compared('in', key, self) : undefined;
  return isIn === undefined ? undefined : constant(isIn);
}

/** Whether a value's kind has built-in methods. */
export const hasMethods = (self: Value): boolean =>
  textOf(self) !== undefined || self.kind === 'list' || self.kind === 'dictionary';

/** Paths have slashes here, whatever the separator is elsewhere. */
const withSeparators = (given: Arguments): Arguments => ({
  ...given,
  positional: given.positional.map((value) =>
    value.kind === 'unknown' && /^os\.(path\.)?sep$/.test(value.outside ?? '') ? constant('/') : value,
  ),
});

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
  if (said !== undefined)
    return given.loose ? undefined : has(TEXT_METHODS)?.(follow, said, withSeparators(given), unknown);
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
