import type { Evaluation } from './evaluation.js';
import { anyOf, NOTHING, type OwnClass, type OwnModule, type Ref, textValue, type Value, valueOf } from './values.js';

/** Limit of the names of a module or class that are followed. */
const NAMES_MAX = 200;

const isOwn = ({ kind }: Ref): boolean => kind === 'function' || kind === 'class' || kind === 'instance';

/** The names that a module or class of the archive binds. */
const namesOf = (owner: OwnModule | OwnClass): string[] => {
  const scope = owner.kind === 'module' ? owner.scope : owner.scope.child(owner.node);
  return [...scope.names.keys()].slice(0, NAMES_MAX);
};

/** The modules and classes of the archive that a value may be. */
const ownersIn = ({ refs }: Value): (OwnModule | OwnClass)[] =>
  refs.filter((ref) => ref.kind === 'module' || ref.kind === 'class');

/** The names of modules and classes of the archive, as texts. */
export const ownNames = (value: Value): Value =>
  anyOf(ownersIn(value).flatMap((owner) => namesOf(owner).map((name) => textValue(name))));

/** Any of the functions, classes and instances of the archive that modules and classes have. */
export function ownMembers(evaluator: Evaluation, value: Value): Value {
  const found = ownersIn(value).flatMap((owner) =>
    namesOf(owner).flatMap((name) => evaluator.attribute(valueOf(owner), name).refs.filter(isOwn)),
  );
  return found.length === 0 ? NOTHING : anyOf(found.map((ref) => valueOf(ref)));
}
