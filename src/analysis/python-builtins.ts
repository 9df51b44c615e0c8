import { membersOfEnumeration } from './python-enumerations.js';
import { PLACE } from './python-files.js';
import { quoted, withDecimals } from './python-text.js';
import { truthOf } from './python-comparisons.js';
import {
  type Arguments,
  constant,
  contentOf,
  type Dictionary,
  distinct,
  isUnordered,
  type List,
  NONE,
  textOf,
  type Unknown,
  type Value,
} from './python-values.js';
import type { Follower, Native } from './python-follower.js';
import { ITERATORS } from './python-iterators.js';
import { formatted, writtenOf } from './python-formatting.js';
import { numberOf, wholeIn, wholeOf } from './python-numbers.js';
import { sorted } from './python-sorting.js';
import { attributes, nativeTypeOf, HOST, isInstance, isSubclass, OF_CORE_NODES } from './python-class-tests.js';
import { NO_ATTRIBUTE } from './python-reasons.js';
import { sumOfLists } from './python-standard.js';

const OF_EVERY_MODULE = ['__builtins__', '__doc__', '__file__', '__loader__', '__name__', '__package__', '__spec__'];
const RANGE_MAX = 1000;
const TEXT_MAX = 100_000;

export const text = (value: string): Value | undefined => (value.length > TEXT_MAX ? undefined : constant(value));

function typeOf(value: Value): Value | undefined {
  if (value.kind === 'instance') return value.of;
  const name = nativeTypeOf(value);
  return name === undefined || name === 'NoneType' ? undefined : { kind: 'native', name };
}

/** The parts of `type(name, bases, names)`; undefined if one is unknown. */
function partsOf(
  follow: Follower,
  [given, bases, names]: readonly Value[],
): [string, readonly Value[], Dictionary] | undefined {
  const name = textOf(given);
  const { items, loose } = bases ? follow.itemsOf(bases) : { items: [] };
  if (name === undefined || loose || names?.kind !== 'dictionary') return undefined;
  const own = follow.dictionary();
  follow.merge(own, names);
  return [name, items, own];
}

/** The text that an object of the archive chooses for itself; other values themselves. */
export function textually(follow: Follower, value: Value, unknown: (why: string) => Unknown): Value {
  if (value.kind !== 'instance') return value;
  const methods = ['__str__', '__repr__'].map((name) => follow.attributeOf(value, name));
  const own = methods.find((method) => method?.kind === 'bound');
  return own ? follow.call(own, { positional: [], named: new Map() }, unknown) : value;
}

const collect =
  (form: List['form']): Native =>
  (follow, { positional: [given] }) => {
    if (!given) return follow.list(form, []);
    const all = follow.itemsOf(given);
    if (all.loose && all.items.length === 0 && !all.possible) return undefined;
    return follow.listOf(form, form === 'set' ? { ...all, items: distinct(all.items) } : all);
  };

function oneOf(follow: Follower, { positional: [given] }: Arguments, wanted: boolean): Value | undefined {
  const { items, loose } = given ? follow.itemsOf(given) : { items: [] };
  if (given) follow.leave(given);
  const truths = items.map(truthOf);
  if (truths.includes(wanted)) return constant(wanted);
  return loose || truths.includes(undefined) ? undefined : constant(!wanted);
}

/** The result of `min()` or `max()`, of which the first one counts if several are equal. */
const most =
  (isLargest: boolean): Native =>
  (follow, { positional, named }) => {
    const [given] = positional;
    const items = positional.length === 1 && given ? follow.itemsOf(given) : { items: positional };
    if (items.items.length === 0) return items.loose ? undefined : named.get('default');
    const order = new Map([...named].filter(([name]) => name === 'key')).set('reverse', constant(isLargest));
    const all = sorted(follow, { positional: [follow.listOf('list', items)], named: order });
    return all?.kind === 'list' && !all.loose && !isUnordered(all) ? all.items[0] : undefined;
  };

/** The function that writes an int with another base. */
const inBase =
  (base: number, prefix: string): Native =>
  (_follow, { positional: [given] }) => {
    const number = wholeOf(given);
    return number === undefined
      ? undefined
      : constant(`${number < 0n ? '-' : ''}${prefix}${(number < 0n ? -number : number).toString(base)}`);
  };

/** The functions that Python has without any import. */
export const FUNCTIONS: Readonly<Record<string, Native>> = {
  ...ITERATORS,
  list: collect('list'),
  tuple: collect('tuple'),
  set: collect('set'),
  frozenset: collect('set'),
  sorted,
  dict: (follow, { positional: [given], named, loose }) => {
    const made = follow.dictionary();
    if (given) follow.merge(made, given);
    for (const [name, value] of named) follow.put(made, constant(name), value);
    if (loose) follow.loosen(made, loose);
    return made;
  },
  'dict.fromkeys': (follow, { positional: [given, value] }) => {
    const keys = given ? follow.itemsOf(given) : { items: [] };
    const made = follow.dictionary();
    follow.eachOf(keys, (key) => follow.put(made, key, value ?? NONE));
    if (keys.loose) follow.loosen(made, keys.loose);
    return made;
  },
  range: (follow, { positional }) => {
    const given = positional.map(numberOf);
    const [from, to, step] =
      given.length === 1 ? [0, given[0], 1] : [given[0], given[1], given.length > 2 ? given[2] : 1];
    if (from === undefined || to === undefined || !step) return undefined;
    const length = Math.max(0, Math.ceil((to - from) / step));
    return length > RANGE_MAX
      ? undefined
      : follow.list(
          'list',
          Array.from({ length }, (_, index) => constant(BigInt(from + index * step))),
        );
  },
  len: (follow, { positional: [given] }) => {
    const said = textOf(given);
    if (said !== undefined) return said.includes(PLACE) ? undefined : constant(BigInt([...said].length));
    const members = given?.kind === 'class' ? membersOfEnumeration(given) : undefined;
    // Further names of a member do not count.
    if (members) follow.charge(members.entries.size);
    if (members) return constant(BigInt(new Set([...members.entries.values()].map(({ value }) => value)).size));
    const all = given && contentOf(given, '__len__');
    if (all?.kind !== 'list' && all?.kind !== 'dictionary') return undefined;
    const { items, loose } = follow.itemsOf(all);
    // Two items of a set may be equal.
    const isSet = all.kind === 'list' && all.form === 'set';
    return loose || isSet ? undefined : constant(BigInt(items.length));
  },
  str: (follow, { positional: [given], named }, unknown) => {
    if (named.size > 0) return undefined;
    const written = given ? writtenOf(textually(follow, given, unknown)) : '';
    return written === undefined ? undefined : text(written);
  },
  bool: (_follow, { positional: [given] }) => {
    const truth = given ? truthOf(given) : false;
    return truth === undefined ? undefined : constant(truth);
  },
  float: (_follow, { positional: [given] }) => {
    const said = textOf(given);
    if (said !== undefined && /^[-+]?inf(inity)?$/i.test(said))
      return constant(said.startsWith('-') ? -Infinity : Infinity);
    if (said !== undefined) return /^[-+]?\d{1,50}(\.\d{0,50})?$/.test(said) ? constant(Number(said)) : undefined;
    return given?.kind === 'constant' && (typeof given.value === 'bigint' || typeof given.value === 'number')
      ? constant(Number(given.value))
      : undefined;
  },
  int: (_follow, { positional: [given, second], named }) => {
    const base = second ?? named.get('base');
    if (given?.kind !== 'constant') return undefined;
    if (typeof given.value === 'string') {
      const number = wholeIn(given.value, base ? numberOf(base) : 10);
      return number === undefined ? undefined : constant(number);
    }
    if (base) return undefined;
    if (typeof given.value === 'bigint') return given;
    return typeof given.value === 'number' && Number.isFinite(given.value)
      ? constant(BigInt(Math.trunc(given.value)))
      : undefined;
  },
  isinstance: isInstance,
  issubclass: (_follow, given) => isSubclass(given),
  callable: (_follow, { positional: [given] }) =>
    given && ['class', 'function', 'bound', 'native', 'callable'].includes(given.kind)
      ? constant(true)
      : given?.kind === 'dictionary' || given?.kind === 'list' || given?.kind === 'constant'
        ? constant(false)
        : undefined,
  getattr: (follow, given, unknown) => {
    const { found, otherwise, isKnown } = attributes(follow, given);
    return isKnown ? (found ?? otherwise ?? unknown(NO_ATTRIBUTE)) : found;
  },
  hasattr: (follow, given) => {
    const [of, name] = given.positional;
    const { found, isKnown } = attributes(follow, given);
    // Libraries other than the host define no core-nodes.
    const outer =
      of?.kind === 'class' ? of.order.filter((base) => base.kind === 'unknown') : of?.kind === 'unknown' ? [of] : [];
    const isNone = outer.length > 0 && outer.every(({ outside }) => outside !== undefined && !HOST.test(outside));
    if (!isKnown && isNone && OF_CORE_NODES.test(textOf(name) ?? '')) return constant(false);
    return isKnown ? constant(found !== undefined) : undefined;
  },
  dir: (follow, { positional: [object] }) => {
    if (object?.kind !== 'module') return undefined;
    const { entries, loose } = object.scope.names;
    const names = [...entries.values()].flatMap(({ key }) => textOf(key) ?? []);
    return follow.list('list', [...names, ...OF_EVERY_MODULE].sort().map(constant), loose[0]);
  },
  setattr: (follow, { positional: [object, name, value] }) => {
    if (object && name && value) follow.setAttribute(object, name, value);
    return NONE;
  },
  delattr: (follow, { positional: [object, name] }, unknown) => {
    if (object && name) follow.setAttribute(object, name, unknown('is deleted'));
    return NONE;
  },
  type: (follow, { positional, named }, unknown) => {
    if (positional.length === 1) return typeOf(positional[0]!);
    const parts = partsOf(follow, positional);
    return parts && follow.defineClass(...parts, named, unknown);
  },
  // A metaclass calls these of `type`.
  'type.__new__': (follow, { positional }) => {
    const parts = partsOf(follow, positional.slice(1));
    return parts && follow.makeClass(...parts);
  },
  'type.__init__': () => NONE,
  any: (follow, given) => oneOf(follow, given, true),
  all: (follow, given) => oneOf(follow, given, false),
  min: most(false),
  max: most(true),
  sum: (follow, { positional: [given, first], named }) => {
    const start = first ?? named.get('start');
    const { items, loose } = given ? follow.itemsOf(given) : { items: [] };
    if (start?.kind === 'list') return loose ? undefined : sumOfLists(follow, items, start);
    const numbers = items.map((item) =>
      item.kind === 'constant' && typeof item.value === 'boolean' ? BigInt(item.value) : wholeOf(item),
    );
    return loose || start || !numbers.every((number) => number !== undefined)
      ? undefined
      : constant(numbers.reduce((total, number) => total + number, 0n));
  },
  abs: (_follow, { positional: [given] }) => {
    const number = wholeOf(given);
    return number === undefined ? undefined : constant(number < 0n ? -number : number);
  },
  pow: (_follow, { positional: [given, exponent, modulus] }) => {
    const [base, times] = [wholeOf(given), numberOf(exponent)];
    const isSmall = base !== undefined && times !== undefined && times >= 0 && times * String(base).length <= 100;
    return isSmall && !modulus ? constant(base ** BigInt(times)) : undefined;
  },
  print: () => NONE,
  object: () => undefined,
  round: (_follow, { positional: [given, decimals], named }) => {
    if (wholeOf(given) !== undefined && !decimals && named.size === 0) return given;
    const number = given?.kind === 'constant' && typeof given.value === 'number' ? given.value : NaN;
    const digits = decimals ?? named.get('ndigits');
    const places = digits === undefined ? 0 : (numberOf(digits) ?? -1);
    const rounded = places < 0 || places > 15 ? undefined : withDecimals(number, places);
    if (rounded === undefined) return undefined;
    return constant(digits === undefined ? BigInt(rounded) : Number(rounded));
  },
  chr: (_follow, { positional: [given] }) => {
    const code = numberOf(given);
    // Half of a letter of two UTF-16 units is none that the host can show.
    const isLetter = code !== undefined && code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isLetter ? constant(String.fromCodePoint(code)) : undefined;
  },
  ord: (_follow, { positional: [given] }) => {
    const [letter, more] = [...(textOf(given) ?? '')];
    return letter === undefined || letter === PLACE || more !== undefined
      ? undefined
      : constant(BigInt(letter.codePointAt(0)!));
  },
  hex: inBase(16, '0x'),
  oct: inBase(8, '0o'),
  bin: inBase(2, '0b'),
  repr: (_follow, { positional: [given] }) => {
    if (given?.kind === 'instance' || given?.kind === 'path') return undefined;
    const said = textOf(given);
    const written = said === undefined ? writtenOf(given) : quoted(said);
    return written === undefined ? undefined : text(written);
  },
  format: (_follow, { positional: [given, specification] }) => {
    const said = specification === undefined ? '' : textOf(specification);
    const written = said === undefined || given?.kind === 'instance' ? undefined : formatted(given, '', said);
    return written === undefined ? undefined : text(written);
  },
  id: () => undefined,
  hash: () => undefined,
};

/** The result of a built-in function; undefined if it is unknown. */
export function callFunction(
  follow: Follower,
  name: string,
  given: Arguments,
  unknown: (why: string) => Unknown,
): Value | undefined {
  return given.loose && name !== 'dict' ? undefined : FUNCTIONS[name]?.(follow, given, unknown);
}
