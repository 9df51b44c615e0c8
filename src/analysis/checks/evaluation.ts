import type { PythonNode } from '../python-syntax.js';
import type { Scope } from './scopes.js';
import { dangerOf, isGuardedModule } from './catalogue.js';
import { anyOf, elementsOf, type External, type OwnClass, type Ref, type Value } from './values.js';

/** The arguments of a call. */
export interface Arguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** All of them, those of `*` and `**` included. */
  readonly all: readonly Value[];
}

/** The arguments of a call without any. */
export const NO_ARGUMENTS: Arguments = { positional: [], named: new Map(), all: [] };

/** The names that the first argument gives, or its keys, or the named arguments. */
export const namesIn = ({ positional, named }: Arguments): string[] => [
  ...named.keys(),
  ...(positional[0]?.refs.flatMap((ref) =>
    ref.kind === 'text' ? [ref.text] : ref.kind === 'container' ? [...ref.keyed.keys()] : [],
  ) ?? []),
];

/** True for what `operator.methodcaller` makes, which calls a method by its name. */
export const callsByName = (path: string): boolean => /^operator\.(methodcaller|attrgetter)\(\)$/.test(path);

/**
 * The arguments that a function may get from one which is called with these. Of what is outside of the archive, they
 * are only the modules that matter, what calls their functions by name, and dangerous functions.
 */
export const unknownArguments = ({ all }: Arguments): Arguments => {
  const items = anyOf(all.map(elementsOf));
  const isKept = (ref: Ref): boolean =>
    ref.kind !== 'external' || isGuardedModule(ref.path) || callsByName(ref.path) || dangerOf(ref.path) !== undefined;
  const any: Value = { ...items, refs: items.refs.filter(isKept) };
  return { positional: Array.from({ length: 6 }, () => any), named: new Map(), all: [any] };
};

/** The part of the evaluator that the models of functions and methods use. */
export interface Evaluation {
  /** The possible values of a name at a position of the source. */
  name(name: string, scope: Scope, at: number): Value;
  /** The possible values of an attribute. `isHidden` is true if its name is computed. */
  attribute(value: Value, name: string, isHidden?: boolean): Value;
  /** The possible values of an item. */
  item(owner: Value, key: Value, position?: number): Value;
  /** The values that a loop over a value gives. */
  iterated(value: Value): Value;
  /** The modules that a computed name may mean. */
  moduleNamed(name: Value, scope: Scope | undefined): Value;
  subclassesOf(own: OwnClass): Value;
  /** The names of the attributes that a class has or inherits. */
  attributeNames(own: OwnClass): string[];
  /** The files of the archive that a path may lead to, as modules. */
  modulesAt(path: Value): Value;
  /** The possible results of a call. */
  resultOf(ref: Ref, args: Arguments, scope: Scope, callee?: Value): Value;
  classOf(node: PythonNode, scope: Scope): OwnClass;
  basesOf(own: OwnClass): Value[];
}

/** A call of something that the archive does not define, as its model gets it. */
export interface Given {
  readonly evaluator: Evaluation;
  readonly ref: External;
  readonly args: Arguments;
  readonly scope: Scope;
  readonly callee: Value;
  readonly first: Value;
  readonly second: Value;
}

/** Finds the result of a call; `undefined` if nothing more is known of it than of any call. */
export type Model = (given: Given) => Value | undefined;
