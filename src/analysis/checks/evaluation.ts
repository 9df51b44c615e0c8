import type { PythonNode } from '../python-syntax.js';
import type { Scope } from './scopes.js';
import type { OwnClass, Ref, Value } from './values.js';

/** The arguments of a call. */
export interface Arguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** All of them, those of `*` and `**` included. */
  readonly all: readonly Value[];
}

/** What the models of functions and methods use of the evaluator. */
export interface Evaluation {
  /** What an attribute of a value may be. `isHidden` says that its name is computed. */
  attribute(value: Value, name: string, isHidden?: boolean): Value;
  /** What an item of a value may be. */
  item(owner: Value, key: Value, position?: number): Value;
  /** What a module with a computed name may be. */
  moduleNamed(name: Value, scope: Scope | undefined): Value;
  /** What a call may return. */
  resultOf(ref: Ref, args: Arguments, scope: Scope, callee?: Value): Value;
  classOf(node: PythonNode, scope: Scope): OwnClass;
  basesOf(own: OwnClass): Value[];
}
