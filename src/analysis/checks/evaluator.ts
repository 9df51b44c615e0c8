import type { ImportedName } from '../python-module.js';
import type { PythonNode } from '../python-syntax.js';
import { literalOf, unescaped } from '../python-text.js';
import { isHarmlessVariable, resultOfExternal } from './call-models.js';
import type { Arguments, Evaluation } from './evaluation.js';
import { type Dependencies, DependencyTracker } from './dependencies.js';
import { BUILTINS, canonical } from './external-names.js';
import { resultOfMethod } from './method-models.js';
import type { OwnModules } from './own-modules.js';
import { type Binding, type ItemPath, type ModuleScope, parametersOf, type Scope } from './scopes.js';
import {
  anyOf,
  type Container,
  container,
  contentOf,
  DECODED,
  either,
  elementsOf,
  external,
  externalsOf,
  madeOf,
  marked,
  NOTHING,
  type OwnClass,
  type OwnFunction,
  type OwnModule,
  OWN_FOLDER,
  SECRET,
  type Ref,
  setKey,
  textsOf,
  textValue,
  UNKNOWN,
  type Value,
  valueOf,
  withMarks,
} from './values.js';

const NO_ARGUMENTS: Arguments = { positional: [], named: new Map(), all: [] };
const DEPTH_MAX = 250;
const STEPS_MAX = 2_000_000;
const BASES_MAX = 50;

/** The value of an expression, with its dependencies. */
type Memoized = Dependencies & { value: Value };

/** Thrown when the sources take more work than their size justifies. */
export class TooMuchWork extends Error {}

/** Finds what expressions may be, without regard to the order of statements. It runs nothing and changes nothing. */
export class Evaluator implements Evaluation {
  /** Tracks which memoized values are still valid. */
  readonly dependencies = new DependencyTracker();
  readonly #memo = new Map<PythonNode, Memoized>();
  readonly #functions = new Map<PythonNode, OwnFunction>();
  readonly #classes = new Map<PythonNode, OwnClass>();
  readonly #containers = new Map<PythonNode, Container>();
  /** Values that code assigns to attributes of modules. */
  readonly #stored = new Map<ModuleScope, Map<string, Value>>();
  /** The attributes of modules that are being evaluated. */
  readonly #pending = new Set<string>();
  #depth = 0;
  #steps = 0;

  constructor(readonly own: OwnModules) {}

  /** How many expressions have been evaluated, those that were evaluated again included. */
  get steps(): number {
    return this.#steps;
  }

  /** Lets values be computed again if what they depend on has changed. */
  startRound(): void {
    this.dependencies.startRound();
  }

  /** The possible values of an expression. */
  evaluate(node: PythonNode | undefined, scope: Scope): Value {
    if (!node) return NOTHING;
    const known = this.#memo.get(node);
    if (known && this.dependencies.isCurrent(known)) {
      this.dependencies.use(known);
      return known.value;
    }
    if (++this.#steps > STEPS_MAX) throw new TooMuchWork();
    if (this.#depth > DEPTH_MAX) return UNKNOWN;
    const memoized: Memoized = this.dependencies.open(NOTHING);
    // For an expression that depends on itself.
    this.#memo.set(node, memoized);
    this.#depth++;
    memoized.value = this.#evaluate(node, scope);
    this.#depth--;
    for (const ref of memoized.value.refs) if (ref.kind === 'container') this.dependencies.read(ref);
    this.dependencies.close();
    return memoized.value;
  }

  #evaluate(node: PythonNode, scope: Scope): Value {
    switch (node.type) {
      case 'identifier':
        return this.name(scope.home.text(node), scope, node.from);
      case 'attribute':
        return this.attribute(this.evaluate(node.child('object'), scope), scope.home.text(node.child('attribute')!));
      case 'call':
        return this.#call(node, scope);
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
      case 'integer':
        return external('int');
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
      case 'conditional_expression':
        return anyOf(node.named.map(evaluate));
      case 'boolean_operator':
        return either(evaluate(node.child('left')), evaluate(node.child('right')));
      case 'named_expression':
        return evaluate(node.child('value'));
      case 'assignment':
        return evaluate(node.child('right'));
      case 'concatenated_string':
      case 'binary_operator':
        return this.#joined(node, scope);
      case 'yield':
        return UNKNOWN;
      case 'as_pattern':
        return evaluate(node.children[0]);
      case 'comparison_operator':
      case 'not_operator':
        return external('bool');
      case 'none':
        return NOTHING;
      default:
        return madeOf(node.named.slice(0, 10).map(evaluate));
    }
  }

  #joined(node: PythonNode, scope: Scope): Value {
    const operator = node.child('operator')?.type;
    const parts = (node.type === 'binary_operator' ? [node.child('left'), node.child('right')] : node.named).map(
      (part) => this.evaluate(part, scope),
    );
    const whole = madeOf(parts, operator === '^' ? DECODED : 0);
    if (operator !== undefined && operator !== '+') {
      const path = operator === '/' ? anyOf(parts.slice(0, 1)) : NOTHING;
      return externalsOf(path).some(({ path: name }) => name !== '?') ? { ...whole, refs: path.refs } : whole;
    }
    const texts = parts.map((part) => textsOf(part)[0]);
    if (texts.every((text) => text !== undefined)) return textValue(texts.join(''), whole.marks, whole.words);
    const containers = parts.flatMap(({ refs }) => refs.filter(({ kind }) => kind === 'container'));
    return containers.length > 0 ? { ...whole, refs: containers } : whole;
  }

  #string(node: PythonNode, scope: Scope): Value {
    const literal = literalOf(scope.home.source.text(node));
    if (!literal) return UNKNOWN;
    if (node.children.length > 0) {
      const holes = node.children.map((part) => this.evaluate(part.child('expression') ?? part.named[0], scope));
      return this.#formatted(node, scope, holes);
    }
    return textValue(unescaped(literal.content, literal.prefix.includes('r')) ?? literal.content);
  }

  /** An f-string: its text if all of it is known. */
  #formatted(node: PythonNode, scope: Scope, holes: readonly Value[]): Value {
    const { source } = scope.home;
    let at = node.from;
    let text = '';
    const pieces: string[] = [];
    node.children.forEach((hole, index) => {
      const piece = source.source.slice(at, hole.from).replace(/^[a-zA-Z]*["']+/, '');
      pieces.push(piece);
      text += piece + (textsOf(holes[index]!)[0] ?? '\0');
      at = hole.to;
    });
    const end = source.source.slice(at, node.to).replace(/["']{1,3}$/, '');
    pieces.push(end);
    const whole = madeOf([...holes, ...pieces.filter((piece) => piece !== '').map((piece) => textValue(piece))]);
    return text.includes('\0') ? whole : textValue(text + end, whole.marks, whole.words);
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
    return this.#contained(node, anyOf(values), isOrdered ? values : undefined);
  }

  #dictionary(node: PythonNode, scope: Scope): Value {
    const found = this.#container(node);
    for (const part of node.named.slice(0, 3000)) {
      const value = this.evaluate(part.child('value'), scope);
      if (part.type === 'pair') this.put(found, this.evaluate(part.child('key'), scope), value);
      else
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
    return this.#contained(node, either(value, { ...key, refs: [] }), undefined);
  }

  #container(node: PythonNode): Container {
    let found = this.#containers.get(node);
    if (!found) this.#containers.set(node, (found = container()));
    return found;
  }

  #contained(node: PythonNode, items: Value, ordered: readonly Value[] | undefined): Value {
    const isNew = !this.#containers.has(node);
    const found = this.#container(node);
    const before = found.items;
    found.ordered = ordered;
    found.items = either(found.items, items);
    if (!isNew && found.items !== before) this.dependencies.changed(found);
    return valueOf(found, found.items.marks, found.items.words);
  }

  /** Stores a value under a key of a container. @returns true if this adds something */
  put(target: Container, key: Value, value: Value): boolean {
    const texts = textsOf(key);
    let hasChanged = false;
    if (texts.length === 0 || target.keyed.size > 5000) hasChanged = this.add(target, value);
    for (const text of texts) {
      const owner = target.namespaceOf;
      if (owner) this.store(owner, text, value);
      if (target.keyed.size > 5000) continue;
      const before = target.keyed.get(text);
      const after = either(before ?? NOTHING, value);
      if (after === before) continue;
      setKey(target, text, after);
      hasChanged = true;
    }
    if (hasChanged) this.dependencies.changed(target);
    return hasChanged;
  }

  /** Adds an item at an unknown position of a container. @returns true if this adds something */
  add(target: Container, value: Value): boolean {
    const before = target.items;
    target.items = either(before, value);
    if (target.items === before) return false;
    this.dependencies.changed(target);
    return true;
  }

  /** Adds all of a container to another one. */
  merge(target: Container, source: Container): void {
    if (target === source) return;
    this.add(target, source.items);
    for (const [key, value] of source.keyed) this.put(target, textValue(key), value);
  }

  /** The possible results of a function. */
  returnsOf(fn: OwnFunction): Value {
    this.dependencies.read(fn);
    return fn.returns;
  }

  #attributesOf(scope: ModuleScope): Map<string, Value> {
    let stored = this.#stored.get(scope);
    if (!stored) this.#stored.set(scope, (stored = new Map()));
    this.dependencies.read(stored);
    return stored;
  }

  /** Stores a value in an attribute. @returns true if this adds something */
  store(owner: Ref, name: string, value: Value): boolean {
    const attributes =
      owner.kind === 'module'
        ? this.#attributesOf(owner.scope)
        : owner.kind === 'class'
          ? owner.attributes
          : owner.kind === 'instance'
            ? owner.of.attributes
            : undefined;
    if (!attributes) return false;
    const before = attributes.get(name) ?? NOTHING;
    const after = either(before, value);
    attributes.set(name, after);
    if (after === before) return false;
    this.dependencies.changed(attributes);
    return true;
  }

  #subscript(node: PythonNode, scope: Scope): Value {
    const owner = this.evaluate(node.child('value'), scope);
    const index = node.child('subscript');
    if (index?.type === 'slice') {
      const isReversed = /:\s*-\s*1$/.test(scope.home.source.text(index));
      const texts = textsOf(owner);
      if (isReversed && texts[0] !== undefined)
        return textValue([...texts[0]].reverse().join(''), owner.marks | DECODED);
      return isReversed ? withMarks(owner, DECODED) : owner;
    }
    return this.item(
      owner,
      this.evaluate(index, scope),
      Number(index?.type === 'integer' ? scope.home.text(index) : NaN),
    );
  }

  /** An item of a value, by its key or position. */
  item(owner: Value, key: Value, position = NaN): Value {
    const marks = isHarmlessVariable(owner, key) ? owner.marks & ~SECRET : owner.marks;
    let found: Value = { refs: [], marks, words: owner.words };
    for (const ref of owner.refs) found = either(found, this.#itemOf(ref, key, position));
    return found;
  }

  #itemOf(ref: Ref, key: Value, position: number): Value {
    const texts = textsOf(key);
    if (ref.kind === 'container') {
      const owner = ref.namespaceOf;
      if (owner) {
        if (texts.length > 0) return anyOf(texts.map((text) => this.attribute(valueOf(owner), text, true)));
        return either(madeOf([key]), external('namespace[]', true, key.marks));
      }
      const ordered = ref.ordered?.at(position);
      if (ordered) return ordered;
      const keyed = anyOf(texts.map((text) => ref.keyed.get(text) ?? NOTHING));
      return texts.length > 0 && keyed !== NOTHING ? either(keyed, ref.items) : elementsOf(valueOf(ref));
    }
    if (ref.kind !== 'external') return this.#dunder(ref, '__getitem__');
    if (ref.path === 'sys.modules') return this.moduleNamed(key, undefined);
    // In modules other than `__main__`, `__builtins__` is the dictionary.
    const dictionary = /^(.+)\.__dict__$/.exec(ref.path) ?? /^(builtins)$/.exec(ref.path);
    if (ref.path === 'os.environ') return external('os.environ[]', false, 0, texts);
    if (!dictionary) return external(ref.path === '?' ? '?' : `${ref.path}[]`, ref.isHidden);
    const source = external(dictionary[1]!, true);
    return texts.length > 0
      ? anyOf(texts.map((text) => this.attribute(source, text, true)))
      : external(`${dictionary[1]!}.*`, true, key.marks);
  }

  #dunder(ref: Ref, name: string): Value {
    if (ref.kind !== 'instance') return UNKNOWN;
    return anyOf(
      this.attribute(valueOf(ref), name).refs.map((method) =>
        method.kind === 'function' ? this.returnsOf(method) : UNKNOWN,
      ),
    );
  }

  /** A module by its computed name, through an unusual way. */
  moduleNamed(name: Value, scope: Scope | undefined): Value {
    const texts = textsOf(name);
    if (texts.length === 0) {
      const isOwn = externalsOf(name).some(({ path }) => path === '__name__' || path === '__package__');
      if (isOwn && scope) return valueOf({ kind: 'module', scope: scope.home });
      return external('?module', true, name.marks, name.words);
    }
    return anyOf(texts.map((text) => this.#moduleOfText(text, name.marks, scope)));
  }

  #moduleOfText(text: string, marks: number, scope: Scope | undefined): Value {
    const [, dots, rest] = /^(\.*)(.*)$/s.exec(text)!;
    const path = rest!.split('.').filter((part) => part !== '');
    const found = scope && this.own.resolve(scope.home, { level: dots!.length, path });
    const name = dots === '' ? canonical(text) : '?';
    return found ? valueOf(found) : external(name, true, marks);
  }

  /** The possible values of a name at a position of the source. */
  name(name: string, scope: Scope, at: number): Value {
    for (let inner: Scope | undefined = scope, isFirst = true; inner; inner = inner.parent) {
      const isVisible = inner.kind !== 'class' || isFirst;
      if (inner.kind !== 'comprehension') isFirst = false;
      const bindings = isVisible ? inner.names.get(name) : undefined;
      if (!bindings) continue;
      const value = this.#bound(bindings);
      const isShadowed =
        inner.kind !== 'module' ||
        (!inner.deleted.has(name) && bindings.some(({ isCertain, from }) => isCertain && from < at));
      return isShadowed || !BUILTINS.has(name) ? value : either(value, external(canonical(`builtins.${name}`)));
    }
    return this.#unbound(name, scope.home);
  }

  #unbound(name: string, home: ModuleScope): Value {
    const stored = this.#attributesOf(home).get(name);
    if (stored) return stored;
    const starred = this.#starred(name, home, 0);
    if (starred !== NOTHING && !BUILTINS.has(name)) return starred;
    if (BUILTINS.has(name)) return either(external(`builtins.${name}`), starred);
    if (name === '__builtins__') return external('builtins', true);
    if (name === '__file__' || name === '__path__') return external('__file__', false, OWN_FOLDER);
    return external(/^__\w+__$/.test(name) ? name : '?');
  }

  /** The values that `from module import *` may give to a name. */
  #starred(name: string, home: ModuleScope, depth: number): Value {
    if (depth > 8) return NOTHING;
    return anyOf(
      home.stars.map(({ from }) => {
        const source = this.own.resolve(home, from);
        if (source) return this.moduleAttribute(source.scope, name, depth + 1);
        return from.level > 0 || BUILTINS.has(name) ? NOTHING : external(canonical(`${from.path.join('.')}.${name}`));
      }),
    );
  }

  #bound(bindings: readonly Binding[]): Value {
    let value: Value = NOTHING;
    for (const binding of bindings.length > 60 ? [...bindings.slice(0, 30), ...bindings.slice(-30)] : bindings)
      value = either(value, this.#valueOf(binding));
    return value;
  }

  #valueOf(binding: Binding): Value {
    const { scope } = binding;
    switch (binding.kind) {
      case 'expression':
        return this.#unpacked(this.evaluate(binding.node, scope), binding.items);
      case 'entered':
        return this.#entered(this.evaluate(binding.node, scope));
      case 'import':
        return this.imported(binding.imported, scope);
      case 'function':
        return this.#decorated(binding.node, scope, valueOf(this.functionOf(binding.node, scope)));
      case 'class':
        return this.#decorated(binding.node, scope, valueOf(this.classOf(binding.node, scope)));
      case 'param':
        return this.#parameter(this.functionOf(scope.node, scope.parent!), binding.name);
      default:
        return UNKNOWN;
    }
  }

  #unpacked(value: Value, items: ItemPath): Value {
    let found = value;
    for (const index of items) found = index === undefined ? elementsOf(found) : this.item(found, NOTHING, index);
    return found;
  }

  #entered(value: Value): Value {
    return anyOf(
      value.refs.map((ref) =>
        ref.kind === 'instance' ? either(this.#dunder(ref, '__enter__'), valueOf(ref)) : { ...value, refs: [ref] },
      ),
    );
  }

  #decorated(node: PythonNode, scope: Scope, value: Value): Value {
    const decorators =
      node.parent?.type === 'decorated_definition'
        ? node.parent.children.filter(({ type }) => type === 'decorator')
        : [];
    return decorators.reduce((inner, decorator) => {
      const made = this.evaluate(decorator.named[0], scope).refs.map((ref) =>
        ref.kind === 'external' ? NOTHING : this.resultOf(ref, NO_ARGUMENTS, scope),
      );
      return either(inner, anyOf(made));
    }, value);
  }

  #parameter(fn: OwnFunction, name: string): Value {
    const parameters = parametersOf(fn.node, fn.scope.home.source);
    const parameter = parameters.find((one) => one.name === name);
    this.dependencies.read(fn.params);
    const given = fn.params.get(name) ?? NOTHING;
    const standard = parameter?.standard ? this.evaluate(parameter.standard, fn.scope) : NOTHING;
    const own = parameters[0]?.name === name ? this.#receiver(fn) : NOTHING;
    const all = anyOf([own, given, standard]);
    return all.refs.length > 0 ? all : either(all, UNKNOWN);
  }

  /** The class or instance that a method receives as its first argument. */
  #receiver({ node, owner, scope }: OwnFunction): Value {
    if (!owner || node.type === 'lambda') return NOTHING;
    const decorators = decoratorsOf(node, scope);
    if (decorators.includes('staticmethod')) return NOTHING;
    const name = scope.home.text(node.child('name')!);
    const isOfClass =
      decorators.includes('classmethod') || ['__new__', '__init_subclass__', '__class_getitem__'].includes(name);
    return valueOf(isOfClass ? owner : owner.instance);
  }

  /** The function of a definition or lambda. */
  functionOf(node: PythonNode, scope: Scope): OwnFunction {
    let fn = this.#functions.get(node);
    if (!fn) {
      const owner = scope.kind === 'class' ? this.classOf(scope.node, scope.parent!) : undefined;
      fn = { kind: 'function', node, scope, owner, params: new Map(), returns: NOTHING };
      this.#functions.set(node, fn);
    }
    return fn;
  }

  /** The class of a definition. */
  classOf(node: PythonNode, scope: Scope): OwnClass {
    let found = this.#classes.get(node);
    if (!found) {
      const made: { -readonly [K in keyof OwnClass]: OwnClass[K] } = {
        kind: 'class',
        node,
        scope,
        attributes: new Map(),
        isInstantiated: false,
        instance: undefined as never,
      };
      made.instance = { kind: 'instance', of: made };
      found = made;
      this.#classes.set(node, found);
    }
    return found;
  }

  /** The base classes of a class. */
  basesOf({ node, scope }: OwnClass): Value[] {
    const parts = node.child('superclasses')?.named ?? [];
    return parts
      .filter(({ type }) => type !== 'keyword_argument')
      .slice(0, BASES_MAX)
      .map((part) => this.evaluate(part, scope));
  }

  /** An attribute of a value. */
  attribute(value: Value, name: string, isHidden = false): Value {
    let found: Value = { refs: [], marks: value.marks, words: value.words };
    for (const ref of value.refs) found = either(found, this.#attributeOf(ref, name, isHidden));
    return found;
  }

  #attributeOf(ref: Ref, name: string, isHidden: boolean): Value {
    switch (ref.kind) {
      case 'external':
        if (name === 'f_builtins') return external('builtins', true);
        if (/^(__globals__|func_globals)$/.test(name) && ref.path !== '?')
          return external(`${/^\w+/.exec(ref.path)?.[0] ?? '?'}.__dict__`, true);
        return name === '__getattribute__'
          ? external(`${ref.path}.__getattribute__`, true)
          : external(canonical(`${ref.path}.${name}`), isHidden || ref.isHidden);
      case 'module':
        return this.moduleAttribute(ref.scope, name, 0);
      case 'class':
      case 'instance':
        return this.#classAttribute(ref, name);
      case 'function':
        if (/^(__globals__|func_globals)$/.test(name))
          return valueOf(container(NOTHING, undefined, { kind: 'module', scope: ref.scope.home }));
        return name === '__call__' ? valueOf(ref) : external(`function.${name}`);
      case 'text':
        return external(`str.${name}`);
      default:
        return name === '__class__' ? external('builtins.list') : external(`container.${name}`);
    }
  }

  #classAttribute(ref: OwnClass | (Ref & { kind: 'instance' }), name: string): Value {
    const owner = ref.kind === 'class' ? ref : ref.of;
    if (name === '__class__') return ref.kind === 'class' ? external('builtins.type') : valueOf(owner);
    if (name === '__dict__') return valueOf(container(NOTHING, undefined, owner));
    const found = this.#inherited(owner, name, new Set());
    if (found !== NOTHING) return found;
    const fallback = this.#inherited(owner, '__getattr__', new Set());
    return either(UNKNOWN, anyOf(fallback.refs.map((fn) => (fn.kind === 'function' ? this.returnsOf(fn) : NOTHING))));
  }

  #inherited(owner: OwnClass, name: string, seen: Set<OwnClass>): Value {
    if (seen.has(owner) || seen.size > BASES_MAX) return NOTHING;
    seen.add(owner);
    const bindings = owner.scope.child(owner.node).names.get(name);
    this.dependencies.read(owner.attributes);
    const own = either(owner.attributes.get(name) ?? NOTHING, bindings ? this.#bound(bindings) : NOTHING);
    if (bindings) return own;
    let found = own;
    for (const base of this.basesOf(owner))
      for (const ref of base.refs) {
        if (ref.kind === 'class') found = either(found, this.#inherited(ref, name, seen));
        else if (ref.kind === 'external' && found === NOTHING) found = external(canonical(`${ref.path}.${name}`));
      }
    return found;
  }

  /** A name of a module of the archive, or a module in its folder. */
  moduleAttribute(scope: ModuleScope, name: string, depth: number): Value {
    const key = `${scope.path}\0${name}`;
    // Modules may import a name from each other, or from themselves.
    if (this.#pending.has(key)) return NOTHING;
    this.#pending.add(key);
    try {
      return this.#moduleAttribute(scope, name, depth);
    } finally {
      this.#pending.delete(key);
    }
  }

  #moduleAttribute(scope: ModuleScope, name: string, depth: number): Value {
    const stored = this.#attributesOf(scope).get(name) ?? NOTHING;
    if (name === '__dict__') return valueOf(container(NOTHING, undefined, { kind: 'module', scope }));
    if (name === '__builtins__') return external('builtins', true);
    const bindings = scope.names.get(name);
    const bound = either(stored, bindings ? this.#bound(bindings) : NOTHING);
    if (bound !== NOTHING) return bound;
    const starred = this.#starred(name, scope, depth);
    if (starred !== NOTHING) return starred;
    const inner = scope.path.endsWith('__init__.py') ? this.own.resolve(scope, { level: 1, path: [name] }) : undefined;
    if (inner) return valueOf(inner);
    const computed = scope.names.get('__getattr__');
    return computed
      ? either(
          UNKNOWN,
          anyOf(this.#bound(computed).refs.map((ref) => (ref.kind === 'function' ? this.returnsOf(ref) : NOTHING))),
        )
      : UNKNOWN;
  }

  /** The possible values of one name of an import statement. */
  imported({ from, name, whole }: ImportedName, { home }: Scope): Value {
    const path = from.path.join('.');
    const source = this.own.resolve(home, from);
    if (name === undefined) {
      if (source) return valueOf(source);
      return from.level > 0 ? UNKNOWN : external(canonical(whole ? whole[0]! : path));
    }
    // A module in the package takes precedence where the package itself does not define the name.
    const inner = this.own.resolve(home, { level: from.level, path: [...from.path, name] });
    if (source) {
      const value = this.moduleAttribute(source.scope, name, 0);
      return inner ? either(value === UNKNOWN ? NOTHING : value, valueOf(inner)) : value;
    }
    if (inner) return valueOf(inner);
    return from.level > 0 ? UNKNOWN : external(canonical(`${path}.${name}`));
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
      else if (part.type === 'list_splat') positional.push(elementsOf(this.evaluate(part.named[0], scope)));
      else if (part.type === 'dictionary_splat') others.push(elementsOf(this.evaluate(part.named[0], scope)));
      else positional.push(this.evaluate(part, scope));
    }
    return { positional, named, all: [...positional, ...named.values(), ...others] };
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
    return anyOf([...results, ...callee.refs.map((ref) => this.resultOf(ref, args, scope, callee))]);
  }

  /** The possible results of a call. */
  resultOf(ref: Ref, args: Arguments, scope: Scope, callee: Value = NOTHING): Value {
    switch (ref.kind) {
      case 'function':
        return this.returnsOf(ref);
      case 'class':
        return valueOf(ref.instance);
      case 'instance':
        return this.#dunder(ref, '__call__');
      case 'external':
        return resultOfExternal(this, ref, args, scope, callee);
      default:
        return marked(callee.marks);
    }
  }
}

/** The names of the decorators of a function or class, as written in the source. */
export function decoratorsOf(node: PythonNode, scope: Scope): string[] {
  const outer = node.parent;
  if (outer?.type !== 'decorated_definition') return [];
  return outer.children
    .filter(({ type }) => type === 'decorator')
    .map(({ named: [inner] }) => (inner ? scope.home.text(inner) : ''));
}

/** A module as a value. */
export const moduleValue = (module: OwnModule): Value => valueOf(module);
