import type { Arguments } from './evaluation.js';
import type { Evaluator } from './evaluator.js';
import { ANCESTORS_MAX, externalsOf, marked, type OwnClass, type Ref, type Value, valueOf } from './values.js';

const isPlain = ({ kind }: Ref): boolean => /^(text|function|class|instance|module)$/.test(kind);

/**
 * Stores the arguments of a constructor that a decorator or library makes, such as that of a data class. Only texts,
 * and what the archive defines, are kept, because an attribute has the values of all objects of its class.
 * @returns true if this adds something
 */
export function storeFields(evaluator: Evaluator, own: OwnClass, { positional, named, all }: Arguments): boolean {
  if (all.length === 0 || hasConstructor(evaluator, own)) return false;
  const fields = fieldsOf(evaluator, own);
  const given = [...positional.slice(0, fields.length).map((value, at) => [fields[at]!, value] as const), ...named];
  let hasChanged = false;
  for (const [name, value] of given)
    hasChanged = evaluator.store(own.instance, name, value.refs.every(isPlain) ? value : marked(0)) || hasChanged;
  return hasChanged;
}

const hasConstructor = (evaluator: Evaluator, own: OwnClass): boolean =>
  ['__init__', '__new__'].some((name) =>
    evaluator.attribute(valueOf(own), name).refs.some(({ kind }) => kind === 'function'),
  );

/** The fields of a class that `namedtuple("Name", "a b")` makes. Its words are its name and those of the fields. */
const namesOfTuple = (base: Value): string[] =>
  externalsOf(base).some(({ path }) => path === 'collections.namedtuple()')
    ? base.words.slice(1).flatMap((word) => word.split(/[\s,]+/))
    : [];

/** The names with an annotation in a class, after those of its base classes. */
function fieldsOf(evaluator: Evaluator, own: OwnClass, seen: Set<OwnClass> = new Set<OwnClass>()): string[] {
  if (seen.has(own) || seen.size >= ANCESTORS_MAX) return [];
  seen.add(own);
  const inherited = evaluator
    .basesOf(own)
    .flatMap((base) => [
      ...namesOfTuple(base),
      ...base.refs.flatMap((ref) => (ref.kind === 'class' ? fieldsOf(evaluator, ref, seen) : [])),
    ]);
  const fields = (own.node.child('body')?.named ?? []).flatMap(({ named: [first] }) =>
    first?.type === 'assignment' && first.child('type') ? [own.scope.home.text(first.child('left')!)] : [],
  );
  return [...new Set([...inherited, ...fields])];
}
