import { areEqual } from './python-comparisons.js';
import type { Follower, Outside } from './python-follower.js';
import {
  type Arguments,
  type Constant,
  constant,
  contentOf,
  type Dictionary,
  identityOf,
  type Instance,
  type PythonClass,
  textOf,
  type Unknown,
  type Value,
} from './python-values.js';

const ENUMS = /(^|\.)(Str|Int)?(Enum|Flag)$/;
const FLAGS = /(^|\.)(Int)?Flag$/;
/** Base classes that make members texts or numbers. */
const OF_TEXTS = /^(builtins\.)?str$|(^|\.)StrEnum$/;
const OF_NUMBERS = /^(builtins\.)?(int|float)$|(^|\.)Int(Enum|Flag)$/;
/** Methods that write a member in another way. */
const OWN_TEXTS = ['__str__', '__format__', '__repr__'];
/** Names that are no members: special ones, and those that Python changes. */
const NO_MEMBER = /^__|^_.*_$/;
/** The result of `auto()`, before the class is made. */
const AUTO = 'enum.auto()';

const isDerivedFrom = ({ order }: PythonClass, bases: RegExp): boolean =>
  order.some((one) => one.kind === 'unknown' && bases.test(one.outside ?? ''));

const defines = ({ order }: PythonClass, ...names: readonly string[]): boolean =>
  order.some((one) => one.kind === 'class' && names.some((name) => one.names.get(name)));

/** True for a class whose attributes are its members. */
export const isEnumeration = (of: PythonClass): boolean => isDerivedFrom(of, ENUMS);

/** Larger flags are unknown. */
const FLAG_MAX = 1n << 128n;

/**
 * The value that `auto()` gives a member; undefined if it is not known, for example because the class may choose it.
 * @param highest the highest value of the members before it; undefined if one of them is no int
 */
function automatic(of: PythonClass, name: string, highest: bigint | undefined): Value | undefined {
  if (defines(of, '_generate_next_value_')) return undefined;
  if (isDerivedFrom(of, /(^|\.)StrEnum$/)) return constant(name.toLowerCase());
  if (highest === undefined) return undefined;
  if (!isDerivedFrom(of, FLAGS)) return constant(highest + 1n);
  if (highest > FLAG_MAX) return undefined;
  return constant(highest > 0n ? 1n << BigInt(highest.toString(2).length) : 1n);
}

/** The higher one of two ints; undefined if one of them is none. */
function higher(highest: bigint | undefined, value: Value): bigint | undefined {
  if (highest === undefined || value.kind !== 'constant' || typeof value.value !== 'bigint') return undefined;
  return value.value > highest ? value.value : highest;
}

/** The text or number that a member is, besides being a member. */
function contentOfMember(of: PythonClass, value: Value): Constant | undefined {
  if (value.kind !== 'constant') return undefined;
  const bases = typeof value.value === 'string' ? OF_TEXTS : OF_NUMBERS;
  return isDerivedFrom(of, bases) ? value : undefined;
}

/** Calls the constructor of a member with its value, or with the items of it. */
function begin(follow: Follower, member: Value, value: Value): void {
  const unknown = (why: string): Unknown => ({ kind: 'unknown', why, text: '__init__', file: '', line: 0 });
  const constructor = follow.attributeOf(member, '__init__');
  const positional = value.kind === 'list' && value.form === 'tuple' ? value.items : [value];
  if (constructor?.kind === 'bound') follow.call(constructor, { positional, named: new Map() }, unknown);
}

/** Makes the attributes of an enumeration its members. */
export function makeMembers(follow: Follower, made: PythonClass): void {
  const members = follow.dictionary();
  // A further name of the same value is another name of its member. Equal values have the same identity.
  const known = new Map<unknown, { readonly value: Value; readonly member: Value }[]>();
  let highest: bigint | undefined = 0n;
  for (const { key, value: given } of [...made.names.entries.values()]) {
    const name = textOf(key);
    if (name === undefined || NO_MEMBER.test(name) || given.kind === 'function') continue;
    const isAutomatic = given.kind === 'unknown' && given.outside === AUTO;
    const value: Value = (isAutomatic ? automatic(made, name, highest) : undefined) ?? given;
    highest = higher(highest, value);
    const alike = known.get(identityOf(value)) ?? [];
    known.set(identityOf(value), alike);
    follow.charge(alike.length);
    const same = alike.find((one) => areEqual(one.value, value) === true)?.member;
    const names = follow.dictionary();
    names.set('name', constant(name));
    // Such a class may give a member another value than the one in its body.
    const because: Unknown = { kind: 'unknown', why: 'is computed', text: name, file: '', line: 0 };
    names.set('value', defines(made, '__new__') ? because : value);
    const member: Value = same ?? { kind: 'instance', of: made, names, content: contentOfMember(made, value) };
    if (!same) {
      alike.push({ value, member });
      begin(follow, member, value);
    }
    made.names.set(name, member);
    members.set(name, member);
  }
  made.names.set('__members__', members);
}

/** The members of an enumeration that is not changed in an unknown way. */
export function membersOfEnumeration(of: PythonClass): Dictionary | undefined {
  const members = isEnumeration(of) ? of.names.get('__members__') : undefined;
  return members?.kind === 'dictionary' && members.loose.length === 0 ? members : undefined;
}

/** The member with a name, as in `Kind["A"]`: `null` if there is none, undefined if that is not known. */
export function memberNamed(of: PythonClass, name: Value): Value | null | undefined {
  const members = membersOfEnumeration(of);
  return textOf(name) === undefined ? undefined : members && (members.get(textOf(name)!) ?? null);
}

/** The member with a value, as in `Kind("a")`: `null` if there is none, undefined if that is not known. */
export function memberOf(
  follow: Follower,
  of: PythonClass,
  { positional, named, loose }: Arguments,
): Value | null | undefined {
  const [given] = positional;
  const members = membersOfEnumeration(of);
  if (!members || !given || positional.length > 1 || named.size > 0 || loose) return undefined;
  follow.charge(members.entries.size);
  for (const { value: member } of members.entries.values()) {
    const value = member.kind === 'instance' ? member.names.get('value') : undefined;
    const isSame = value && areEqual(value, contentOf(given));
    if (member === given || isSame) return member;
    if (isSame === undefined) return undefined;
  }
  return defines(of, '_missing_') || isDerivedFrom(of, FLAGS) ? undefined : null;
}

/** The result of `str()` for a member; undefined if it is not known, or differs between versions of Python. */
export function writtenMember({ of, names, content }: Instance): string | undefined {
  const name = textOf(names.get('name'));
  if (!isEnumeration(of) || defines(of, ...OWN_TEXTS) || name === undefined) return undefined;
  if (!content) return `${of.name}.${name}`;
  const isPlain = content.kind === 'constant' && isDerivedFrom(of, /(^|\.)(StrEnum|Int(Enum|Flag))$/);
  return isPlain && typeof content.value !== 'boolean' ? String(content.value) : undefined;
}

/** The names and values that a call such as `Enum("Kind", "A B")` lists; undefined if they are not known. */
function listed(follow: Follower, all: Value): readonly (readonly [string, Value])[] | undefined {
  const said = textOf(all);
  const items = said === undefined ? follow.itemsOf(all) : { items: said.match(/[^\s,]+/g)?.map(constant) ?? [] };
  if (items.loose || items.possible?.length) return undefined;
  const pairs = items.items.map((item, at): readonly [string | undefined, Value | undefined] => {
    if (all.kind === 'dictionary') return [textOf(item), all.get(textOf(item) ?? '')];
    return item.kind === 'list' ? [textOf(item.items[0]), item.items[1]] : [textOf(item), constant(BigInt(at + 1))];
  });
  const isKnown = pairs.every((pair): pair is readonly [string, Value] => !pair.includes(undefined));
  return isKnown ? (pairs as readonly (readonly [string, Value])[]) : undefined;
}

/** The enumeration that a call of `Enum` or another class of `enum` makes. */
const called =
  (outside: string): Outside =>
  (follow, { positional: [given, all], named, loose }) => {
    const name = textOf(given);
    const members = all && listed(follow, all);
    // Flags are numbered in another way.
    if (name === undefined || !members || loose || named.has('type') || named.has('start')) return undefined;
    const names = follow.dictionary();
    for (const [member, value] of members) names.set(member, value);
    const base: Unknown = { kind: 'unknown', why: 'is a class', text: outside, file: '', line: 0, outside };
    return follow.makeClass(name, [base], names);
  };

/** Classes of `enum` that make enumerations when they are called. */
export const ENUMERATIONS: Readonly<Record<string, Outside>> = {
  'enum.Enum': called('enum.Enum'),
  'enum.IntEnum': called('enum.IntEnum'),
};
