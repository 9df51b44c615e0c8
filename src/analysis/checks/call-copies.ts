import { PythonNode } from '../python-syntax.js';
import { type Constant, type ConstantName, constantOf } from './constant-conditions.js';
import { decoratorsOf } from './name-lookup.js';
import { parametersOf, type Scope } from './scopes.js';
import type { OwnClass, OwnFunction } from './values.js';

/** Longer functions are not copied. In characters. */
const LENGTH_MAX = 3000;
/** Limits of the copies of one function, and of all functions of a package. */
const COPIES_MAX = 24;
const TOTAL_MAX = 300;
const CLASSES_MAX = 60;
/** How often calls in a copy are followed by copies in turn. */
const DEPTH_MAX = 2;

function copyOf(node: PythonNode, parent: PythonNode | undefined): PythonNode {
  const copy = new PythonNode(node.type, node.isNamed, node.field, node.from, node.to, parent);
  copy.contain(node.children.map((child) => copyOf(child, copy)));
  return copy;
}

/** Defaults of parameters that all calls of a function share and may change. */
const CHANGEABLE = /^(list|dictionary|set|call)$|comprehension$|_expression$/;

/** True if the default of a parameter is a value that one call may change for another one. */
const sharesDefault = (node: PythonNode): boolean =>
  (node.child('parameters')?.named ?? []).some((parameter) => CHANGEABLE.test(parameter.child('value')?.type ?? ''));

/** Parts of a class by which its objects may reach the class itself. */
const REACHES_CLASS = /\b(__class__|type|super|cls|classmethod|__mro__|__dict__)\b/;
const LITERAL = /^(string|integer|float|true|false|none)$/;

/** True for a statement in the body of a class that its objects do not share a changeable value by. */
function isOfEach(statement: PythonNode): boolean {
  const definition = statement.child('definition') ?? statement;
  if (definition.type === 'function_definition') return !sharesDefault(definition);
  const [part] = statement.type === 'expression_statement' ? statement.named : [];
  const value = part?.type === 'assignment' ? part.child('right') : part;
  return statement.type === 'pass_statement' || value === undefined || LITERAL.test(value.type);
}

/** True for a class without bases and decorators, whose objects share nothing that changes. */
function isPlainClass({ node, scope }: OwnClass): boolean {
  return (
    node.to - node.from <= LENGTH_MAX &&
    node.parent?.type !== 'decorated_definition' &&
    (node.child('superclasses')?.named.length ?? 0) === 0 &&
    node.child('body')!.named.every(isOfEach) &&
    !REACHES_CLASS.test(scope.home.source.text(node))
  );
}

/** Decorators that keep a function what it is. */
const PLAIN_DECORATOR = /^(static|class)method$/;

interface Copy {
  /** How many copies it is in, itself included. */
  readonly depth: number;
  /** The parameters that have one constant as their value. */
  readonly constants: ReadonlyMap<string, Constant>;
}

/**
 * Copies short functions for each call in the statements of a module, so that what one call passes to a function is not
 * taken for what another one passes: `register("a", f)` and `register("b", g)` are kept apart.
 */
export class CallCopies {
  readonly #copies = new Map<PythonNode, Map<OwnFunction, OwnFunction>>();
  readonly #counts = new Map<OwnFunction, number>();
  #total = 0;
  readonly #made = new Map<PythonNode, Copy>();
  readonly #classes = new Map<PythonNode, OwnClass>();
  readonly #classCounts = new Map<OwnClass, number>();

  /** @param ofName finds the constant that a name is */
  constructor(private readonly ofName: ConstantName) {}

  /**
   * The copy of a function for a call, or the function itself if it is not copied.
   * @param make makes the function of a copied definition
   */
  of(
    call: PythonNode,
    caller: Scope,
    fn: OwnFunction,
    make: (node: PythonNode, scope: Scope) => OwnFunction,
  ): OwnFunction {
    const known = this.#copies.get(call)?.get(fn);
    if (known) return known;
    const { node, scope } = fn;
    const count = this.#counts.get(fn) ?? 0;
    const isLimited = node.to - node.from > LENGTH_MAX || count >= COPIES_MAX || this.#total >= TOTAL_MAX;
    if (isLimited || node.type !== 'function_definition' || this.#made.has(node) || sharesDefault(node)) return fn;
    if (decoratorsOf(node, scope).some((decorator) => !PLAIN_DECORATOR.test(decorator))) return fn;
    const depth = this.#depthOf(call);
    if (depth === undefined || depth >= DEPTH_MAX) return fn;
    const copy = copyOf(node, node.parent);
    this.#made.set(copy, { depth: depth + 1, constants: constantsOf(call, caller, fn, this.ofName) });
    const made = make(copy, scope);
    const ofCall = this.#copies.get(call) ?? new Map<OwnFunction, OwnFunction>();
    this.#copies.set(call, ofCall.set(fn, made));
    this.#counts.set(fn, count + 1);
    this.#total++;
    return made;
  }

  /**
   * The copy of a class for a call in the statements of a module, so that what one object keeps is not taken for what
   * another one keeps; the class itself if it is not copied.
   */
  ofClass(call: PythonNode, own: OwnClass, make: (node: PythonNode, scope: Scope) => OwnClass): OwnClass {
    const known = this.#classes.get(call);
    if (known) return known;
    const count = this.#classCounts.get(own) ?? 0;
    if (count >= COPIES_MAX || this.#classes.size >= CLASSES_MAX || this.#depthOf(call) !== 0 || !isPlainClass(own))
      return own;
    const made = make(copyOf(own.node, own.node.parent), own.scope);
    made.original = own;
    this.#classes.set(call, made);
    this.#classCounts.set(own, count + 1);
    return made;
  }

  /** The constant that is the only value of a parameter of a copy. */
  constantOf(fn: PythonNode, parameter: string): Constant | undefined {
    return this.#made.get(fn)?.constants.get(parameter);
  }

  /** How many copies a call is in; `undefined` for a call in a function that is none. */
  #depthOf(call: PythonNode): number | undefined {
    let isInFunction = false;
    for (let outer = call.parent; outer; outer = outer.parent) {
      const copy = this.#made.get(outer);
      if (copy) return copy.depth;
      isInFunction ||= outer.type === 'function_definition' || outer.type === 'lambda';
    }
    return isInFunction ? undefined : 0;
  }
}

/** The parameters to which a call passes a constant, or whose default is one. */
function constantsOf(
  call: PythonNode,
  caller: Scope,
  { node, scope, owner }: OwnFunction,
  ofName: ConstantName,
): Map<string, Constant> {
  const found = new Map<string, Constant>();
  const list = call.child('arguments');
  const passed = list?.named ?? [];
  if (list?.type !== 'argument_list' || passed.some(({ type }) => type.endsWith('splat'))) return found;
  if (/\bnonlocal\b/.test(scope.home.source.text(node))) return found;
  const isMethod = owner !== undefined && !decoratorsOf(node, scope).includes('staticmethod');
  const positional = passed.filter(({ type }) => type !== 'keyword_argument');
  const named = new Map(
    passed
      .filter(({ type }) => type === 'keyword_argument')
      .map((one) => [caller.home.text(one.child('name')!), one.child('value')]),
  );
  for (const { name, takes, standard } of parametersOf(node, scope.home.source).slice(isMethod ? 1 : 0)) {
    if (takes === 'rest') positional.length = 0;
    if (takes !== 'one') continue;
    const given = positional.shift() ?? named.get(name);
    const value = given ? constantOf(given, caller, ofName) : constantOf(standard, scope, ofName);
    if (value !== undefined) found.set(name, value);
  }
  return found;
}
