import type { Evaluation } from './evaluation.js';
import {
  anyOf,
  type Instance,
  NOTHING,
  type OwnClass,
  type OwnModule,
  type Ref,
  textValue,
  type Value,
  valueOf,
} from './values.js';

/** Limit of the names of a module or class that are followed. */
const NAMES_MAX = 200;

const isOwn = ({ kind }: Ref): boolean => kind === 'function' || kind === 'class' || kind === 'instance';

/** A module, class or object of the archive. */
type Owner = OwnModule | OwnClass | Instance;

/** The names that a module, or a class with its bases, binds. */
function namesOf(evaluator: Evaluation, owner: Owner): string[] {
  const own = owner.kind === 'instance' ? owner.of : owner;
  const names = own.kind === 'module' ? [...own.scope.names.keys()] : evaluator.attributeNames(own);
  return names.slice(0, NAMES_MAX);
}

/** The modules, classes and objects of the archive that a value may be. */
const ownersIn = ({ refs }: Value): Owner[] =>
  refs.filter((ref) => ref.kind === 'module' || ref.kind === 'class' || ref.kind === 'instance');

/** The names of modules, classes and objects of the archive, as texts. */
export const ownNames = (evaluator: Evaluation, value: Value): Value =>
  anyOf(ownersIn(value).flatMap((owner) => namesOf(evaluator, owner).map((name) => textValue(name))));

/** Any of the functions, classes and instances of the archive that modules, classes and objects have. */
export const ownMembers = (evaluator: Evaluation, value: Value): Value => membersWhere(evaluator, value, () => true);

/** Those of them with certain names. */
export function membersWhere(evaluator: Evaluation, value: Value, isMeant: (name: string) => boolean): Value {
  const found = ownersIn(value).flatMap((owner) =>
    namesOf(evaluator, owner)
      .filter(isMeant)
      .flatMap((name) => evaluator.attribute(valueOf(owner), name).refs.filter(isOwn)),
  );
  return found.length === 0 ? NOTHING : anyOf(found.map((ref) => valueOf(ref)));
}
