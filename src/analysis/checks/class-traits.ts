import { isContainer, isOfRunningLibrary, isStartable } from './callbacks.js';
import type { Evaluation } from './evaluation.js';
import { methodsWhere } from './method-selection.js';
import { ANCESTORS_MAX, type External, externalsOf, type OwnClass } from './values.js';

/** Classes whose constructors call no methods of classes that are derived from them. */
const PLAIN_BASE =
  /^(builtins\.(object|dict|list|tuple|set|frozenset|str|int|float)|collections\.(OrderedDict|defaultdict|deque|UserDict)|typing\.\w+|abc\.ABC|collections\.abc\.\w+)(\[\])*$/;

/** Methods that an enumeration calls when it is defined, or when something is looked up in it. */
export const OF_ENUMERATIONS: readonly string[] = ['_missing_', '_generate_next_value_'];

/** True for methods that are called without being named: special ones, such as `__add__`, and those of enumerations. */
export const isSpecial = (name: string): boolean =>
  name.startsWith('_') &&
  (/^__\w+__$/.test(name) || OF_ENUMERATIONS.includes(name)) &&
  name !== '__call__' &&
  name !== '__init_subclass__';

export const SPECIAL_METHODS = methodsWhere(isSpecial);

/** The classes outside of the archive that a class is directly derived from. */
const externalBases = (evaluator: Evaluation, own: OwnClass): External[] =>
  evaluator.basesOf(own).flatMap((base) => externalsOf(base));

/** True for a class of threads or processes. */
export const isThread = (evaluator: Evaluation, own: OwnClass): boolean =>
  externalBases(evaluator, own).some(({ path }) => isStartable(path));

/** True for a class whose methods its library calls. */
export const isOfRunningClass = (evaluator: Evaluation, own: OwnClass): boolean =>
  externalBases(evaluator, own).some(({ path }) => isOfRunningLibrary(path));

/** True for a class that is derived from no class of a library, whose constructor may call special methods. */
export function isPlain(evaluator: Evaluation, own: OwnClass, seen: Set<OwnClass> = new Set<OwnClass>()): boolean {
  seen.add(own);
  return (
    seen.size < ANCESTORS_MAX &&
    evaluator
      .basesOf(own)
      .every(({ refs }) =>
        refs.every((ref) =>
          ref.kind === 'class'
            ? seen.has(ref) || isPlain(evaluator, ref, seen)
            : ref.kind === 'external' && PLAIN_BASE.test(ref.path),
        ),
      )
  );
}

/** True for a class that is derived from a container. */
export const isOfContainer = (evaluator: Evaluation, own: OwnClass): boolean =>
  externalBases(evaluator, own).some(({ path }) => isContainer(path));
