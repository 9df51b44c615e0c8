import type { Follower, Outside } from './python-follower.js';
import { isPlainBase, isSurelyNoClass } from './python-class-tests.js';
import { truthOf } from './python-comparisons.js';
import { constant, type List, textOf, type Unknown, type Value } from './python-values.js';

/** A function of `inspect` that tests the kind of an object. */
const asking =
  (is: (value: Value) => boolean): Outside =>
  (_follow, { positional: [value] }) => {
    if (!value || value.kind === 'unknown') return value && isSurelyNoClass(value) ? constant(false) : undefined;
    return constant(is(value));
  };
const isFunction = (value: Value): boolean => value.kind === 'function' && value.form !== 'property';

/** Functions of `inspect`, by their dotted names. */
export const INSPECT: Readonly<Record<string, Outside>> = {
  'inspect.isclass': asking(({ kind }) => kind === 'class'),
  'inspect.isfunction': asking(isFunction),
  'inspect.ismethod': asking(({ kind }) => kind === 'bound'),
  'inspect.isroutine': asking((value) => isFunction(value) || value.kind === 'bound' || value.kind === 'native'),
  'inspect.ismodule': (_follow, { positional: [value] }) =>
    value && value.kind !== 'unknown' ? constant(value.kind === 'module') : undefined,
};

/** The names that a module or class has; undefined if they are unknown. */
function namesOf(of: Value): { readonly names: readonly string[]; readonly loose?: Unknown } | undefined {
  const owners = of.kind === 'module' ? [of.scope] : of.kind === 'class' ? of.order : [];
  const names = new Set<string>();
  let loose: Unknown | undefined;
  for (const owner of owners) {
    if (owner.kind === 'unknown' && !isPlainBase(owner)) return undefined;
    if (owner.kind === 'unknown') continue;
    loose ??= owner.names.loose[0];
    for (const { key } of owner.names.entries.values()) names.add(textOf(key) ?? '');
  }
  names.delete('');
  return owners.length === 0 ? undefined : { names: [...names].sort((a, b) => (a < b ? -1 : 1)), loose };
}

/**
 * The pairs of names and objects that `inspect.getmembers` lists; undefined if they are unknown. A class also has the
 * members of `object`, which no test that is followed accepts.
 */
export function membersOf(
  follow: Follower,
  of: Value,
  test: Value | undefined,
  unknown: (why: string) => Unknown,
): List | undefined {
  const all = namesOf(of);
  if (!all || (of.kind === 'class' && !test)) return undefined;
  const isOfClasses = test?.kind === 'unknown' && test.outside === 'inspect.isclass';
  let { loose } = all;
  const members: List[] = [];
  for (const name of all.names) {
    const entry = of.kind === 'module' ? of.scope.names.entry(name) : undefined;
    const value = entry ? entry.value : follow.attributeOf(of, name);
    if (!value) continue;
    const tested = entry?.bound ?? value;
    const answer = test ? follow.call(test, { positional: [tested], named: new Map() }, unknown) : constant(true);
    const truth = truthOf(answer);
    if (truth === true || (truth === undefined && isOfClasses))
      members.push(follow.list('tuple', [constant(name), value]));
    else if (truth === undefined) loose ??= answer.kind === 'unknown' ? answer : unknown('is computed');
  }
  return follow.list('list', members, loose);
}
