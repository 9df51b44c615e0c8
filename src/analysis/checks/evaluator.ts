import type { PythonNode } from '../python-syntax.js';
import { literalOf, unescaped } from '../python-text.js';
import { resultOfExternal } from './call-models.js';
import { type Arguments, type Evaluation, NO_ARGUMENTS } from './evaluation.js';
import type { Memoized } from './dependencies.js';
import { resultOfMethod } from './method-models.js';
import type { ModuleScope, Scope } from './scopes.js';
import { impliesMain } from './syntax-roles.js';
import {
  anyOf,
  CONSTANTS,
  container,
  contentOf,
  DECODED,
  either,
  elementsOf,
  externalsOf,
  madeOf,
  marked,
  NOTHING,
  originOf,
  SECRET,
  spreadItems,
  spreadNamed,
  type OwnFunction,
  type OwnModule,
  type Ref,
  textsOf,
  textValue,
  UNKNOWN,
  type Value,
  valueOf,
  withMarks,
} from './values.js';
import { CallCopies } from './call-copies.js';
import { type Constant, literalValue, truthOf } from './constant-conditions.js';
import { formatted, joined } from './composed-texts.js';
import { sliceOf } from './slices.js';
import { AttributeLookup } from './attribute-lookup.js';

const DEPTH_MAX = 250;
const STEPS_MAX = 2_000_000;
/** The length of texts whose characters can spell any other text. */
const ALPHABET_MIN = 20;

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
export class Evaluator extends AttributeLookup implements Evaluation {
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

  /** The expressions of a body that were evaluated since `releaseAfter` was called for it. */
  #releasable: { readonly home: ModuleScope; readonly root: PythonNode; readonly nodes: PythonNode[] } | undefined;

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
    if (this.#releasable?.home === scope.home) this.#releasable.nodes.push(node);
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

  /** Walks a body for the last time, after which the values of its expressions take no more memory. */
  releaseAfter(root: PythonNode, home: ModuleScope, walk: () => void): void {
    const nodes: PythonNode[] = [];
    this.#releasable = { home, root, nodes };
    walk();
    this.#releasable = undefined;
    for (const node of nodes) if (node.from >= root.from && node.to <= root.to) this.#memo.delete(node);
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
        return this.#string(node, scope);
      case 'subscript':
        return this.#subscript(node, scope);
      case 'lambda':
        return valueOf(this.functionOf(node, scope));
      case 'list':
      case 'tuple':
      case 'set':
      case 'expression_list':
      case 'pattern_list':
        return this.#sequence(node, scope);
      case 'dictionary':
        return this.#dictionary(node, scope);
      case 'list_comprehension':
      case 'set_comprehension':
      case 'generator_expression':
      case 'dictionary_comprehension':
        return this.#comprehension(node, scope.child(node));
      default:
        return this.#composed(node, scope);
    }
  }

  #composed(node: PythonNode, scope: Scope): Value {
    const evaluate = (part: PythonNode | undefined): Value => this.evaluate(part, scope);
    switch (node.type) {
      case 'parenthesized_expression':
      case 'await':
      case 'list_splat':
      case 'type':
        return anyOf(node.named.map(evaluate));
      case 'conditional_expression':
        return either(evaluate(node.named[0]), evaluate(node.named[2]));
      case 'boolean_operator':
        return this.#either(node, scope);
      case 'named_expression':
        return evaluate(node.child('value'));
      case 'assignment':
        return evaluate(node.child('right'));
      case 'concatenated_string':
      case 'binary_operator':
        return this.#joined(node, scope);
      case 'yield':
        return node.ofType('from') ? evaluate(node.named.at(-1)) : UNKNOWN;
      case 'as_pattern':
        return evaluate(node.children[0]);
      default:
        return madeOf(node.named.slice(0, 10).map(evaluate));
    }
  }

  #joined(node: PythonNode, scope: Scope): Value {
    const operands = node.type === 'binary_operator' ? [node.child('left'), node.child('right')] : node.named;
    return joined(
      node,
      scope.home,
      operands.map((part) => this.evaluate(part, scope)),
    );
  }

  #string(node: PythonNode, scope: Scope): Value {
    const literal = literalOf(scope.home.source.text(node));
    if (!literal) return UNKNOWN;
    if (node.children.length > 0) {
      const holes = node.children.map((part) => this.evaluate(part.child('expression') ?? part.named[0], scope));
      return formatted(node, scope.home, holes);
    }
    return textValue(unescaped(literal.content, literal.prefix.includes('r')) ?? literal.content);
  }

  #attribute(node: PythonNode, scope: Scope): Value {
    const name = scope.home.text(node.child('attribute')!);
    const found = this.attribute(this.evaluate(node.child('object'), scope), name);
    // A frame is mostly one of the module itself.
    return /^f_(globals|locals)$/.test(name)
      ? either(found, valueOf(container(NOTHING, undefined, { kind: 'module', scope: scope.home })))
      : found;
  }

  #sequence(node: PythonNode, scope: Scope): Value {
    const parts = node.named;
    if (node.type === 'pattern_list') return UNKNOWN;
    const values = parts
      .slice(0, 2000)
      .map((part) =>
        part.type === 'list_splat' ? elementsOf(this.evaluate(part.named[0], scope)) : this.evaluate(part, scope),
      );
    const isOrdered = parts.length <= 200 && parts.every(({ type }) => type !== 'list_splat');
    return this.filledContainer(node, anyOf(values), isOrdered ? values : undefined);
  }

  #dictionary(node: PythonNode, scope: Scope): Value {
    const found = this.containerOf(node);
    for (const part of node.named.slice(0, 3000)) {
      const value = this.evaluate(part.child('value'), scope);
      if (part.type === 'pair') {
        const key = this.evaluate(part.child('key'), scope);
        this.put(found, key, value);
        // A loop over the dictionary gives its keys.
        const functions = key.refs.filter(({ kind }) => kind === 'function');
        if (functions.length > 0) this.add(found, { ...NOTHING, refs: functions });
      } else
        for (const ref of this.evaluate(part.named[0], scope).refs) {
          if (ref.kind === 'container') this.merge(found, ref);
          else if (ref.kind === 'external' && ref.path === 'os.environ') this.add(found, marked(SECRET));
        }
    }
    const { marks, words } = contentOf(found);
    return valueOf(found, marks, words);
  }

  #comprehension(node: PythonNode, scope: Scope): Value {
    const body = node.child('body');
    const value = this.evaluate(body?.type === 'pair' ? body.child('value') : body, scope);
    const key = body?.type === 'pair' ? this.evaluate(body.child('key'), scope) : NOTHING;
    return this.filledContainer(node, either(value, originOf(key)), undefined);
  }

  #subscript(node: PythonNode, scope: Scope): Value {
    const owner = this.evaluate(node.child('value'), scope);
    const index = node.child('subscript');
    if (index?.type === 'slice') return sliceOf(owner, scope.home.source.text(index));
    const position = index?.type === 'integer' ? Number(scope.home.text(index)) : NaN;
    const key = this.evaluate(index, scope);
    const isOwnModule =
      externalsOf(owner).some(({ path }) => path === 'sys.modules') &&
      externalsOf(key).some(({ path }) => path === '__name__' || path === '__package__');
    const item = isOwnModule ? this.moduleNamed(key, scope) : this.item(owner, key, position);
    const isOfAlphabet = textsOf(owner).some((text) => text.length >= ALPHABET_MIN);
    // A text has no items with names: what may be a text, too, is a dictionary here.
    const isComputed =
      isOfAlphabet && index !== undefined && index.type !== 'string' && !/^-?\d+$/.test(scope.home.text(index));
    return isComputed ? withMarks(item, DECODED) : item;
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

  /** The functions that a call may call: the callee, with copies of short functions for statements of a module. */
  calledBy(call: PythonNode, scope: Scope, callee: Value): Value {
    const [ref] = callee.refs;
    if (callee.refs.length !== 1 || ref?.kind !== 'function' || !this.own.hasFixedNames) return callee;
    if (!this.#isNamed(call.child('function')!, scope, ref)) return callee;
    const make = (node: PythonNode, outer: Scope): OwnFunction => this.functionOf(node, outer);
    return { ...callee, refs: [this.#copies.of(call, scope, ref, make)] };
  }

  /** True if an expression is the name of a function, or of a method, which nothing else has. */
  #isNamed(callee: PythonNode, scope: Scope, { node, scope: outer, owner }: OwnFunction): boolean {
    const name = node.child('name');
    const isMethod = callee.type === 'attribute';
    const text = scope.home.text(isMethod ? callee.child('attribute')! : callee);
    if (!name || text !== outer.home.text(name) || (!isMethod && callee.type !== 'identifier')) return false;
    const isOne = (names: Scope | undefined): boolean => (names?.names.get(text)?.length ?? 1) === 1;
    return isOne(outer) && isOne(scope) && isOne(scope.home) && owner?.attributes.has(text) !== true;
  }

  /** The value of `or` or `and`: of one side if the other one surely decides so. */
  #either(node: PythonNode, scope: Scope): Value {
    const [left, right] = [node.child('left'), node.child('right')];
    const truth = truthOf(left, scope, (name, inner) =>
      name.type === 'call' ? undefined : this.constantOf(name, inner),
    );
    const isOr = node.child('operator')?.type === 'or';
    if (truth !== undefined) return this.evaluate(truth === isOr ? left : right, scope);
    return either(this.evaluate(left, scope), this.evaluate(right, scope));
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
