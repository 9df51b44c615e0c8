import type { PythonNode } from '../python-syntax.js';
import { resultOfExternal } from './call-models.js';
import { type Arguments, type Evaluation, NO_ARGUMENTS } from './evaluation.js';
import type { Memoized } from './dependencies.js';
import { resultOfMethod } from './method-models.js';
import type { ModuleScope, Scope } from './scopes.js';
import { impliesMain, isFunctionBody } from './syntax-roles.js';
import {
  anyOf,
  CONSTANTS,
  container,
  either,
  marked,
  NOTHING,
  spreadItems,
  spreadNamed,
  type OwnClass,
  type OwnFunction,
  type OwnModule,
  type Ref,
  UNKNOWN,
  type Value,
  valueOf,
} from './values.js';
import { CallCopies } from './call-copies.js';
import { type Constant, literalValue } from './constant-conditions.js';
import { ComposedExpressions } from './composed-expressions.js';

const DEPTH_MAX = 250;
const STEPS_MAX = 2_000_000;

/** Results of calls that load modules by a computed name or path. */
const LOADED = /^(\?module|importlib\.util\.spec_from_file_location\(\)|imp\.load_source\(\)|[\w.]+FileLoader\(\))$/;

/** True for a value that may be something which a call runs, and that another one is not. */
const hasMoreToRun = ({ refs }: Value, { refs: others }: Value): boolean =>
  refs.some((ref) => /^(function|class|instance)$/.test(ref.kind) && !others.includes(ref));

/** True for a part of a loop within a function. */
function isInLoop(node: PythonNode): boolean {
  let outer = node.parent;
  while (outer && !/^(for_statement|while_statement|function_definition|lambda)$/.test(outer.type))
    outer = outer.parent;
  return outer?.type === 'for_statement' || outer?.type === 'while_statement';
}

/** Thrown when the sources take more work than their size justifies. */
export class TooMuchWork extends Error {}

/** Finds what expressions may be, without regard to the order of statements. It runs nothing and changes nothing. */
export class Evaluator extends ComposedExpressions implements Evaluation {
  readonly #memo = new Map<PythonNode, Memoized<Value>>();
  /** Expressions that depend on themselves. */
  readonly #recursive = new Set<PythonNode>();
  readonly #copies = new CallCopies((node, scope) => this.constantOf(node, scope));
  #depth = 0;
  #steps = 0;

  /** True if an expression that depends on itself may have more values when it is evaluated again. */
  hasGrown = false;

  /** How many expressions have been evaluated, those that were evaluated again included. */
  get steps(): number {
    return this.#steps;
  }

  /** The modules that calls load by a computed name. */
  readonly #loaded = new Map<PythonNode, Value>();

  /** Lets values be computed again if what they depend on has changed. */
  startRound(): void {
    this.dependencies.startRound();
  }

  /** The possible values of an expression. */
  evaluate(node: PythonNode | undefined, scope: Scope): Value {
    if (!node) return NOTHING;
    const constant = CONSTANTS.get(node.type);
    if (constant) return constant;
    const known = this.#memo.get(node);
    if (known && this.dependencies.isCurrent(known)) {
      this.dependencies.use(known);
      if (known.isOpen) this.#readOpen(node);
      return known.value;
    }
    if (++this.#steps > STEPS_MAX) throw new TooMuchWork();
    if (this.#depth > DEPTH_MAX) return UNKNOWN;
    const before = known?.value ?? NOTHING;
    const memoized = this.dependencies.open(before);
    // For an expression that depends on itself.
    this.#memo.set(node, memoized);
    this.#depth++;
    memoized.value = this.#evaluate(node, scope);
    this.#depth--;
    memoized.isOpen = false;
    if (this.#recursive.has(node) && hasMoreToRun(memoized.value, before)) {
      this.dependencies.changed(node);
      this.hasGrown = true;
    }
    for (const ref of memoized.value.refs) if (ref.kind === 'container') this.dependencies.read(ref);
    this.dependencies.close();
    return memoized.value;
  }

  /** Releases the values of all expressions in a body, which is not walked again. */
  release(root: PythonNode): void {
    root.walk((node) => {
      if (node !== root && isFunctionBody(node)) return false;
      this.#memo.delete(node);
      this.#recursive.delete(node);
      this.forgetContainer(node);
      return true;
    });
  }

  /** Lets a value that is read while it is evaluated be read again when more is known of it. */
  #readOpen(node: PythonNode): void {
    this.#recursive.add(node);
    this.dependencies.read(node);
  }

  #evaluate(node: PythonNode, scope: Scope): Value {
    switch (node.type) {
      case 'identifier':
        return this.name(scope.home.text(node), scope, node.from);
      case 'attribute':
        return this.#attribute(node, scope);
      case 'call':
        return this.#withLoaded(node, this.keptResult(node, this.#call(node, scope)));
      case 'string':
        return this.string(node, scope);
      case 'subscript':
        return this.subscript(node, scope);
      case 'lambda':
        return valueOf(this.functionOf(node, scope));
      case 'list':
      case 'tuple':
      case 'set':
      case 'expression_list':
      case 'pattern_list':
        return this.sequence(node, scope);
      case 'dictionary':
        return this.dictionary(node, scope);
      case 'list_comprehension':
      case 'set_comprehension':
      case 'generator_expression':
      case 'dictionary_comprehension':
        return this.comprehension(node, scope.child(node));
      default:
        return this.composed(node, scope);
    }
  }

  #attribute(node: PythonNode, scope: Scope): Value {
    const name = scope.home.text(node.child('attribute')!);
    const found = this.attribute(this.evaluate(node.child('object'), scope), name);
    // A frame is mostly one of the module itself.
    return /^f_(globals|locals)$/.test(name)
      ? either(found, valueOf(container(NOTHING, undefined, { kind: 'module', scope: scope.home })))
      : found;
  }

  /** The arguments of a call or class definition. */
  argumentsOf(node: PythonNode | undefined, scope: Scope): Arguments {
    if (!node) return NO_ARGUMENTS;
    if (node.type === 'generator_expression') {
      const value = this.evaluate(node, scope);
      return { positional: [value], named: new Map(), all: [value] };
    }
    const positional: Value[] = [];
    const named = new Map<string, Value>();
    const others: Value[] = [];
    for (const part of node.named.slice(0, 300)) {
      if (part.type === 'keyword_argument')
        named.set(scope.home.text(part.child('name')!), this.evaluate(part.child('value'), scope));
      else if (part.type === 'list_splat') positional.push(...spreadItems(this.evaluate(part.named[0], scope)));
      else if (part.type === 'dictionary_splat') others.push(spreadNamed(this.evaluate(part.named[0], scope), named));
      else positional.push(this.evaluate(part, scope));
    }
    return { positional, named, all: [...positional, ...named.values(), ...others] };
  }

  /** Notes a module of the archive that a call loads by a computed name. @returns true if this is new */
  addLoaded(call: PythonNode, module: OwnModule): boolean {
    const before = this.#loaded.get(call) ?? NOTHING;
    const after = either(before, valueOf(module));
    if (after === before) return false;
    this.#loaded.set(call, after);
    this.dependencies.changed(this.#loaded);
    return true;
  }

  /** Adds the modules that a call loads to its result. */
  #withLoaded(call: PythonNode, result: Value): Value {
    if (!result.refs.some((ref) => ref.kind === 'external' && LOADED.test(ref.path))) return result;
    this.dependencies.read(this.#loaded);
    return either(result, this.#loaded.get(call) ?? NOTHING);
  }

  #call(node: PythonNode, scope: Scope): Value {
    const fn = node.child('function')!;
    const args = this.argumentsOf(node.child('arguments'), scope);
    const results: Value[] = [];
    let callee: Value;
    if (fn.type === 'attribute') {
      const receiver = this.evaluate(fn.child('object'), scope);
      const name = scope.home.text(fn.child('attribute')!);
      const plain = receiver.refs.filter(({ kind }) => kind === 'text' || kind === 'container');
      const known = plain.length > 0 ? resultOfMethod(this, { ...receiver, refs: plain }, name, args) : undefined;
      if (known) results.push(known);
      callee = this.attribute(
        known ? { ...receiver, refs: receiver.refs.filter((ref) => !plain.includes(ref)) } : receiver,
        name,
      );
    } else callee = this.evaluate(fn, scope);
    const called = this.calledBy(node, scope, callee);
    return anyOf([...results, ...called.refs.map((ref) => this.resultOf(ref, args, scope, callee))]);
  }

  /**
   * The functions and classes that a call may call: the callee, with copies of short functions and classes for
   * statements of a module.
   */
  calledBy(call: PythonNode, scope: Scope, callee: Value): Value {
    const [ref] = callee.refs;
    if (callee.refs.length !== 1 || (ref?.kind !== 'function' && ref?.kind !== 'class') || !this.own.hasFixedNames)
      return callee;
    if (!this.#isNamed(call.child('function')!, scope, ref)) return callee;
    if (ref.kind === 'class') {
      const isOnlyCalled = this.own.isOnlyCalled(ref.scope.home.text(ref.node.child('name')!));
      const makeClass = (node: PythonNode, outer: Scope): OwnClass => this.classOf(node, outer);
      return isOnlyCalled ? { ...callee, refs: [this.#copies.ofClass(call, ref, makeClass)] } : callee;
    }
    const make = (node: PythonNode, outer: Scope): OwnFunction => this.functionOf(node, outer);
    return { ...callee, refs: [this.#copies.of(call, scope, ref, make)] };
  }

  /** True if an expression is the name of a function, class or method, which nothing else has. */
  #isNamed(callee: PythonNode, scope: Scope, called: OwnFunction | OwnClass): boolean {
    const { node, scope: outer } = called;
    const owner = called.kind === 'function' ? called.owner : undefined;
    const name = node.child('name');
    const isMethod = callee.type === 'attribute';
    const text = scope.home.text(isMethod ? callee.child('attribute')! : callee);
    if (!name || text !== outer.home.text(name) || (!isMethod && callee.type !== 'identifier')) return false;
    const isOne = (names: Scope | undefined): boolean => (names?.names.get(text)?.length ?? 1) === 1;
    const isSet = [owner, owner?.original].some((own) => own?.attributes.has(text));
    return isOne(outer) && isOne(scope) && isOne(scope.home) && !isSet;
  }

  /** The constant that a name surely is where it stands: a parameter of a copied function. */
  constantOf(node: PythonNode, scope: Scope): Constant | undefined {
    const name = scope.home.text(node);
    for (let outer: Scope | undefined = scope; outer; outer = outer.parent) {
      const bindings = outer.names.get(name);
      if (!bindings || (outer.kind === 'class' && outer !== scope)) continue;
      const [binding, ...others] = bindings;
      const isSet =
        others.length > 0 && (outer !== scope || isInLoop(node) || others.some(({ from }) => from < node.from));
      return binding?.kind === 'param' && !isSet ? this.#copies.constantOf(binding.scope.node, name) : undefined;
    }
    return undefined;
  }

  /** The constant that a module gives a name, such as a setting that its user may change in the source. */
  settingOf(name: string, home: ModuleScope, depth = 0): Constant | undefined {
    const [binding, ...others] = home.names.get(name) ?? [];
    if (!binding || others.length > 0 || home.deleted.has(name) || !/^\w+$/.test(name) || home.stars.length > 0)
      return undefined;
    if (binding.kind === 'import' && binding.imported.name !== undefined && depth === 0) {
      const from = this.own.resolve(home, binding.imported.from);
      return from && this.settingOf(binding.imported.name, from.scope, depth + 1);
    }
    if (binding.kind !== 'expression' || !binding.isCertain || binding.items.length > 0) return undefined;
    const value = literalValue(binding.node, home) ?? (impliesMain(binding.node, home, true) ? false : undefined);
    return value !== undefined && this.own.isSetOnce(name) ? value : undefined;
  }

  /** The possible results of a call. */
  resultOf(ref: Ref, args: Arguments, scope: Scope, callee: Value = NOTHING): Value {
    switch (ref.kind) {
      case 'function':
        return this.returnsOf(ref);
      case 'class':
        return valueOf(ref.instance);
      case 'instance':
        return this.resultOfSpecial(ref, '__call__');
      case 'external':
        return resultOfExternal(this, ref, args, scope, callee);
      case 'container':
        return ref.isRecord && ref.keyed.size > 0 ? valueOf(ref) : marked(callee.marks);
      default:
        return marked(callee.marks);
    }
  }
}
