import {
  contentOf,
  type Dictionary,
  type Instance,
  isMaybe,
  isUnordered,
  type List,
  type Value,
} from './python-values.js';

/** Whether a value is true in a condition; undefined if it is unknown. */
export function truthOf(given: Value): boolean | undefined {
  const value = contentOf(given, '__bool__', '__len__');
  switch (value.kind) {
    case 'constant':
      return Boolean(value.value);
    case 'list':
      return value.items.length > 0 || (value.loose === undefined ? false : undefined);
    case 'dictionary':
      if (value.entries.size === 0) return value.loose.length === 0 ? false : undefined;
      return [...value.entries.values()].some((entry) => !isMaybe(entry.value)) || undefined;
    case 'instance':
      return lacks(value, '__bool__', '__len__') ? true : undefined;
    case 'super':
      return undefined;
    case 'unknown':
      return value.why === 'is a module' ? true : undefined;
    default:
      return true;
  }
}

/** Base classes of libraries that define neither when their instances are true nor what these are equal to. */
const PLAIN_BASES =
  /^(builtins\.object|(abc\.)?ABC|(enum\.)?Enum|typing\.(Generic|Protocol)(\[\])?|threading\.Thread)$/;

/** True for an object whose classes surely do not have these methods. */
const lacks = ({ of, content }: Instance, ...methods: readonly string[]): boolean =>
  content === undefined &&
  of.order.every((one) =>
    one.kind === 'class'
      ? one.names.loose.length === 0 && !methods.some((name) => one.names.get(name))
      : PLAIN_BASES.test(one.outside ?? ''),
  );

/** True for an object that is equal to no value of another kind. */
const comparesByIdentity = (value: Instance): boolean =>
  lacks(value, '__eq__') && !value.of.order.some((one) => one.kind === 'class' && one.isRecord);

/** The text or number that a member of an enumeration is; other values themselves. */
export function constantIn(value: Value): Value {
  const content = contentOf(value, '__eq__');
  return content.kind === 'constant' ? content : value;
}

/** The most pairs of values that are compared for one comparison: lists may contain themselves. */
const COMPARED_MAX = 1000;

/** Returns whether two values are equal; undefined if that is not known. */
export function areEqual(a: Value, b: Value, limit = { left: COMPARED_MAX }): boolean | undefined {
  if (limit.left-- <= 0) return undefined;
  if (a === b && a.kind !== 'unknown') return true;
  const [one, other] = [constantIn(a), constantIn(b)];
  if (one !== a || other !== b) return areEqual(one, other, limit);
  if (a.kind === 'constant' && b.kind === 'constant') {
    if (typeof a.value === 'string' || typeof b.value === 'string' || a.value === null || b.value === null)
      return a.value === b.value;
    return Number(a.value) === Number(b.value);
  }
  if (a.kind === 'list' && b.kind === 'list') return areEqualLists(a, b, limit);
  if (a.kind === 'dictionary' && b.kind === 'dictionary') return areEqualDictionaries(a, b, limit);
  if (a.kind === 'native' && b.kind === 'native' && !a.self && !b.self) return a.name === b.name;
  if (a.kind === 'class' && b.kind === 'class') return a.metaclass || b.metaclass ? undefined : false;
  if (a.kind === 'function' && b.kind === 'function') return a.node === b.node && a.scope === b.scope;
  if (a.kind === 'module' && b.kind === 'module') return a.scope === b.scope;
  const isOnlyItself = (value: Value): boolean =>
    EQUAL_TO_OWN_KIND.has(value.kind) || (value.kind === 'instance' && comparesByIdentity(value));
  return a.kind !== b.kind && isOnlyItself(a) && isOnlyItself(b) ? false : undefined;
}

/** Kinds of values that are equal to no value of another one of these kinds. */
const EQUAL_TO_OWN_KIND: ReadonlySet<string> = new Set([
  'constant',
  'list',
  'dictionary',
  'class',
  'function',
  'module',
]);

/** True if all are true, false if one is false; undefined if that is not known. */
export const areAll = (known: readonly (boolean | undefined)[]): boolean | undefined =>
  known.includes(false) ? false : known.includes(undefined) ? undefined : true;

function areEqualLists(a: List, b: List, limit: { left: number }): boolean | undefined {
  if (a.isOnce || b.isOnce || a.loose || b.loose) return undefined;
  if (a.form !== b.form) return false;
  if (a.form === 'set') return undefined;
  if (a.items.length !== b.items.length) return false;
  if (isUnordered(a) || isUnordered(b)) return undefined;
  return areAll(a.items.map((item, at) => areEqual(item, b.items[at]!, limit)));
}

function areEqualDictionaries(a: Dictionary, b: Dictionary, limit: { left: number }): boolean | undefined {
  if ([a, b].some(({ loose, oneOf }) => loose.length > 0 || oneOf)) return undefined;
  const keys = new Set([...a.entries.keys(), ...b.entries.keys()]);
  return areAll(
    [...keys].map((key) => {
      const [one, other] = [a.entries.get(key)?.value, b.entries.get(key)?.value];
      if (one && other) return areEqual(one, other, limit);
      // An entry that may not exist is not one that does.
      return isMaybe(one ?? other) ? undefined : false;
    }),
  );
}
