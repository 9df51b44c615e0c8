import type { Follower, Outside } from './python-follower.js';
import { constant, type Dictionary, NONE, orderOfAll, textOf, type Unknown, type Value } from './python-values.js';
import { installedPath, ROOT_PACKAGE } from './python-files.js';

const NOTHING = { positional: [], named: new Map<string, Value>() };

const unknown = (why: string): Unknown => ({ kind: 'unknown', why, text: 'call', file: '', line: 0 });

const indentOf = (line: string): string => /^[ \t]*/.exec(line)![0];

/** The indent that all of these lines share. */
function sharedIndent(lines: readonly string[]): number {
  const indents = lines.filter((line) => line.trim() !== '').map(indentOf);
  const [first = '', ...others] = indents;
  let length = first.length;
  for (const other of others) while (length > 0 && !other.startsWith(first.slice(0, length))) length--;
  return length;
}

/** The columns of a tab. */
const TAB = 8;

/** The text as `textwrap.dedent` makes it: lines of only spaces become empty. */
function dedented(said: string): string | undefined {
  if (said.includes('\t')) return undefined;
  const lines = said.split('\n').map((line) => (/^[ \t]*$/.test(line) ? '' : line));
  const indent = sharedIndent(lines);
  return lines.map((line) => line.slice(indent)).join('\n');
}

/** A line with spaces instead of tabs, as `str.expandtabs` makes it. */
const expanded = (line: string): string =>
  line.split('\t').reduce((before, after) => before + ' '.repeat(TAB - (before.length % TAB)) + after);

/** The text of a docstring as `inspect.cleandoc` makes it. */
function cleaned(said: string): string {
  const [first = '', ...rest] = said.split('\n').map(expanded);
  const indent = sharedIndent(rest);
  const lines = [first.trimStart(), ...rest.map((line) => line.slice(indent))];
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  while (lines.length > 0 && lines[0] === '') lines.shift();
  return lines.join('\n');
}

const ofText =
  (change: (said: string) => string | undefined): Outside =>
  (_follow, { positional: [given] }) => {
    const said = textOf(given);
    const changed = said === undefined ? undefined : change(said);
    return changed === undefined ? undefined : constant(changed);
  };

function merged(follow: Follower, a: Value | undefined, b: Value | undefined): Dictionary | undefined {
  if (a?.kind !== 'dictionary' || b?.kind !== 'dictionary') return undefined;
  const made = follow.dictionary();
  follow.merge(made, a);
  follow.merge(made, b);
  return made;
}

/** A function that takes an attribute or item of what it is given, or a tuple of several. */
const getter =
  (get: (follow: Follower, from: Value, wanted: Value) => Value | undefined): Outside =>
  (follow, { positional: wanted }) => ({
    kind: 'callable',
    call: ({ positional: [from] }) => {
      const found = wanted.map((one) => (from && get(follow, from, one)) ?? unknown('is computed'));
      return found.length === 1 ? found[0]! : follow.list('tuple', found);
    },
  });

/** The limits of an integer type of numpy or torch. */
const limits: Outside = (follow, given) => {
  const [type] = given.positional;
  const name = type?.kind === 'unknown' ? type.outside?.split('.').at(-1) : textOf(type);
  const [, unsigned, digits] = /^(u?)int(8|16|32|64)$/.exec(name ?? '') ?? [];
  if (digits === undefined) return undefined;
  const bits = BigInt(digits);
  const names = follow.dictionary();
  names.set('bits', constant(bits));
  names.set('max', constant(2n ** (unsigned ? bits : bits - 1n) - 1n));
  names.set('min', constant(unsigned ? 0n : -(2n ** (bits - 1n))));
  return { kind: 'made', of: 'numpy.iinfo', given, names };
};

/** A function or class with the name of the one that it wraps. */
function named(follow: Follower, own: Value, wrapped: Value): Value {
  if (own.kind === 'function' && wrapped.kind === 'function') {
    const doc = follow.attributeOf(wrapped, '__doc__');
    if (doc) follow.setAttribute(own, constant('__doc__'), doc);
    return { ...own, name: wrapped.name };
  }
  if (own.kind !== 'class' || wrapped.kind !== 'class') return own;
  own.names.set('__name__', constant(wrapped.name));
  own.names.set('__qualname__', constant(wrapped.qualifiedName ?? wrapped.name));
  return own;
}

const OPERATORS: Readonly<Record<string, Outside>> = Object.fromEntries(
  Object.entries({ add: '+', concat: '+', sub: '-', mul: '*', mod: '%', floordiv: '//', truediv: '/' }).map(
    ([name, operator]) => [
      `operator.${name}`,
      (follow, { positional: [a, b] }) => a && b && follow.operate(operator, a, b),
    ],
  ),
);

/** The values of `Literal[…]`, in which others may be. */
function literalsIn(follow: Follower, of: Value | undefined, depth = 0): readonly Value[] | undefined {
  if (of?.kind !== 'unknown' || !of.literals || depth > 5) return undefined;
  const all = of.literals.map((one) => (one.kind === 'unknown' ? literalsIn(follow, one, depth + 1) : [one]));
  follow.charge(all.length);
  return all.includes(undefined) ? undefined : all.flatMap((values) => values ?? []);
}

const argumentsOfType: Outside = (follow, { positional: [type] }) => {
  const literals = literalsIn(follow, type);
  return literals && follow.list('tuple', literals);
};

/** Functions of the standard library, by their dotted names. */
export const STANDARD: Readonly<Record<string, Outside>> = {
  'collections.defaultdict': (follow, { positional: [factory, given], named }) => {
    const made = follow.dictionary();
    if (given) follow.merge(made, given);
    for (const [name, value] of named) follow.put(made, constant(name), value);
    if (factory && factory !== NONE) made.whenMissing = () => follow.call(factory, NOTHING, unknown);
    return made;
  },
  'collections.deque': (follow, { positional: [given, most], named }) => {
    const { items, loose } = given ? follow.itemsOf(given) : { items: [] };
    return most || named.size > 0 ? undefined : follow.list('list', items, loose);
  },
  'collections.namedtuple': (follow, { positional: [name, given], named }) => {
    const said = textOf(given);
    const { items, loose } = said === undefined && given ? follow.itemsOf(given) : { items: [] };
    const fields = said === undefined ? items.map(textOf) : said.replaceAll(',', ' ').trim().split(/\s+/);
    const base: Unknown = { ...unknown('is no class'), outside: 'typing.NamedTuple' };
    const made = follow.makeClass(textOf(name) ?? '', [base], follow.dictionary());
    if (made.kind !== 'class' || loose || fields.includes(undefined)) return undefined;
    made.annotated = fields.flatMap((field) => field ?? []);
    const defaults = named.get('defaults') ? follow.itemsOf(named.get('defaults')!) : { items: [] };
    const without = fields.length - defaults.items.length;
    defaults.items.forEach((value, at) => made.names.set(made.annotated[without + at] ?? '', value));
    return defaults.loose ? undefined : made;
  },
  'functools.wraps': (follow, { positional: [wrapped] }) =>
    wrapped && { kind: 'callable', call: ({ positional: [own] }) => named(follow, own ?? NONE, wrapped) },
  'functools.update_wrapper': (follow, { positional: [own, wrapped] }) => own && named(follow, own, wrapped ?? NONE),
  'functools.partial': (follow, { positional: [called, ...first], named }) =>
    called && {
      kind: 'callable',
      call: (given, because) =>
        follow.call(
          called,
          { ...given, positional: [...first, ...given.positional], named: new Map([...named, ...given.named]) },
          because,
        ),
    },
  'importlib.resources.files': (_follow, { positional: [given] }) => {
    const said = given?.kind === 'module' ? undefined : textOf(given);
    const path =
      given?.kind === 'module'
        ? given.scope.module.path.replace(/(^|\/)[^/]*$/, '')
        : said?.split('.')[0] === ROOT_PACKAGE
          ? said.split('.').slice(1).join('/')
          : undefined;
    return path === undefined ? undefined : { kind: 'path', path: installedPath(path) };
  },
  'numpy.iinfo': limits,
  'torch.iinfo': limits,
  'inspect.cleandoc': ofText(cleaned),
  'inspect.getdoc': (follow, { positional: [given] }) => {
    const text = given && given.kind !== 'unknown' ? textOf(follow.attributeOf(given, '__doc__')) : undefined;
    return text === undefined ? undefined : constant(cleaned(text));
  },
  'inspect.isabstract': (follow, { positional: [given] }) => {
    if (given?.kind !== 'class') return undefined;
    const names = given.order.flatMap((one) => (one.kind === 'class' ? [...one.names.entries.values()] : []));
    const isAbstract = names.some(({ key }) => {
      const value = follow.attributeOf(given, textOf(key) ?? '');
      return value?.kind === 'function' && value.isAbstract === true;
    });
    return constant(isAbstract);
  },
  'operator.attrgetter': getter((follow, from, name) => follow.attributeOf(from, textOf(name) ?? '')),
  'operator.itemgetter': getter((follow, from, key) => follow.itemOf(from, key, unknown)),
  ...OPERATORS,
  'operator.or_': (follow, { positional: [a, b] }) => merged(follow, a, b),
  'textwrap.dedent': ofText(dedented),
  'types.SimpleNamespace': (follow, { positional, named, loose }) => {
    const made = follow.call(follow.makeClass('SimpleNamespace', [], follow.dictionary()), NOTHING, unknown);
    for (const [name, value] of named) follow.setAttribute(made, constant(name), value);
    return positional.length > 0 || loose ? undefined : made;
  },
  'typing.get_args': argumentsOfType,
  'typing_extensions.get_args': argumentsOfType,
  'typing.cast': (_follow, { positional: [, given] }) => given,
};

/** The oldest version of Python that the host supports. */
const OLDEST = [3, 9];

/** Compares `sys.version_info` to a version; undefined if not all versions that the host supports agree. */
export function compareVersion(operator: string, version: Value): boolean | undefined {
  if (version.kind !== 'list' || !['>=', '>', '<', '<='].includes(operator)) return undefined;
  const [major, minor = 0] = version.items.map((item) =>
    item.kind === 'constant' && typeof item.value === 'bigint' ? Number(item.value) : Number.NaN,
  );
  const isOlder = major! < OLDEST[0]! || (major === OLDEST[0] && minor <= OLDEST[1]!);
  return isOlder ? operator.startsWith('>') : undefined;
}

/** The result of `sum` with lists; undefined if one of them is unknown. */
export function sumOfLists(follow: Follower, lists: readonly Value[], start: Value): Value | undefined {
  if (start.kind !== 'list' || lists.some((one) => one.kind !== 'list' || one.form !== start.form)) return undefined;
  const all = [start, ...lists].map((one) => follow.itemsOf(one));
  const loose = all.find((one) => one.loose)?.loose;
  return follow.list(start.form, loose ? [] : all.flatMap(({ items }) => items), loose, orderOfAll(all));
}
