import type { PythonNode } from '../python-syntax.js';
import { DependencyTracker } from './dependencies.js';
import type { ModuleScope, Scope } from './scopes.js';
import {
  type Container,
  container,
  either,
  isSame,
  NOTHING,
  type OwnClass,
  type OwnFunction,
  type Ref,
  setKey,
  textsOf,
  textValue,
  type Value,
  valueOf,
} from './values.js';

/** Values of further keys of a container are not told apart. */
const KEYS_MAX = 5000;

const isSameNamespace = ({ namespaceOf: one }: Container, { namespaceOf: other }: Container): boolean =>
  one === other || (one !== undefined && other !== undefined && isSame(one, other));

const isNew = (ref: Ref): ref is Container => ref.kind === 'container' && !ref.isKept;

/**
 * The objects that evaluation creates: functions, classes, containers, and the values assigned to their attributes.
 * Each only gains possible values, so that repeated evaluation ends.
 */
export abstract class Heap {
  /** Tracks which memoized values are still valid. */
  readonly dependencies = new DependencyTracker();
  readonly #functions = new Map<PythonNode, OwnFunction>();
  readonly #classes = new Map<PythonNode, OwnClass>();
  readonly #containers = new Map<PythonNode, Container>();
  /** The containers that calls of libraries make. */
  readonly #made = new Map<PythonNode, Container[]>();
  /** Values that code assigns to attributes of modules. */
  readonly #stored = new Map<ModuleScope | PythonNode, Map<string, Value>>();

  /** The function of a definition or lambda. */
  functionOf(node: PythonNode, scope: Scope): OwnFunction {
    let fn = this.#functions.get(node);
    if (!fn) {
      const owner = scope.kind === 'class' ? this.classOf(scope.node, scope.parent!) : undefined;
      fn = { kind: 'function', node, scope, owner, params: new Map(), returns: NOTHING, accesses: new Set() };
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
      this.dependencies.changed(this.#classes);
    }
    return found;
  }

  /** All classes so far. */
  protected get classes(): readonly OwnClass[] {
    this.dependencies.read(this.#classes);
    return [...this.#classes.values()];
  }

  /** Releases the container that an expression creates, which is not evaluated again. */
  protected forgetContainer(node: PythonNode): void {
    this.#containers.delete(node);
    this.#made.delete(node);
  }

  /** The container that a list, dictionary or other expression creates. */
  protected containerOf(node: PythonNode): Container {
    let found = this.#containers.get(node);
    if (!found) {
      found = container();
      found.isKept = true;
      this.#containers.set(node, found);
    }
    return found;
  }

  /** The result of a call, in which each new container is replaced by the one that the call has made before. */
  protected keptResult(node: PythonNode, result: Value): Value {
    if (!result.refs.some(isNew)) return result;
    let made = this.#made.get(node);
    if (!made) this.#made.set(node, (made = []));
    return this.#kept(made, { next: 0 }, result);
  }

  #kept(made: Container[], at: { next: number }, value: Value): Value {
    if (!value.refs.some(isNew)) return value;
    return { ...value, refs: value.refs.map((ref) => (isNew(ref) ? this.#keep(made, at, ref) : ref)) };
  }

  #keep(made: Container[], at: { next: number }, found: Container): Container {
    const index = at.next++;
    found.isKept = true;
    found.items = this.#kept(made, at, found.items);
    const known = (made[index] ??= found);
    if (known === found) return known;
    if (!isSameNamespace(known, found)) return found;
    known.ordered = known.isRearranged ? undefined : found.ordered;
    this.merge(known, found);
    return known;
  }

  /** The container of an expression, after adding what the expression puts in it. */
  protected filledContainer(node: PythonNode, items: Value, ordered: readonly Value[] | undefined): Value {
    const isNew = !this.#containers.has(node);
    const found = this.containerOf(node);
    const before = found.items;
    found.ordered = found.isRearranged ? undefined : ordered;
    found.items = either(found.items, items);
    if (!isNew && found.items !== before) this.dependencies.changed(found);
    return valueOf(found, found.items.marks, found.items.words);
  }

  /** Stores a value under a key of a container. @returns true if this adds something */
  put(target: Container, key: Value, value: Value): boolean {
    const texts = textsOf(key);
    if (texts.length === 0) return this.add(target, value);
    let hasChanged = false;
    for (const text of texts) hasChanged = this.#putAt(target, text, value) || hasChanged;
    return hasChanged;
  }

  #putAt(target: Container, key: string, value: Value): boolean {
    if (target.namespaceOf) this.store(target.namespaceOf, key, value);
    if (target.keyed.size > KEYS_MAX) return this.add(target, value);
    const before = target.keyed.get(key);
    const after = either(before ?? NOTHING, value);
    if (after === before) return false;
    setKey(target, key, after);
    this.dependencies.changed(target);
    return true;
  }

  /** Forgets the order of a container. @returns true if it was known */
  rearrange(target: Container): boolean {
    if (target.isRearranged || target.ordered === undefined) return false;
    target.isRearranged = true;
    target.ordered = undefined;
    this.dependencies.changed(target);
    return true;
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
    for (const [key, value] of source.keyed) this.#putAt(target, key, value);
  }

  /** The possible results of a function. */
  returnsOf(fn: OwnFunction): Value {
    this.dependencies.read(fn);
    return fn.returns;
  }

  /** Stores a value in an attribute. @returns true if this adds something */
  store(owner: Ref, name: string, value: Value): boolean {
    if (owner.kind === 'container' && owner.isRecord) return this.put(owner, textValue(name), value);
    const own = owner.kind === 'instance' ? owner.of : owner.kind === 'class' ? (owner.original ?? owner) : undefined;
    const attributes =
      owner.kind === 'module'
        ? this.attributesOf(owner.scope)
        : owner.kind === 'function'
          ? this.attributesOf(owner.node)
          : own?.attributes;
    if (!attributes) return false;
    const before = attributes.get(name) ?? NOTHING;
    const after = either(before, value);
    attributes.set(name, after);
    if (after === before) return false;
    if (own) this.dependencies.changed(name);
    // The methods of a class depend on all of its attributes that may be functions.
    const hasMethod = after.refs.some((ref) => ref.kind === 'function' && !before.refs.includes(ref));
    if (!own || hasMethod) this.dependencies.changed(attributes);
    return true;
  }

  /** Values that code assigned to the names of a module, or to the attributes of a function. */
  protected attributesOf(owner: ModuleScope | PythonNode): Map<string, Value> {
    let stored = this.#stored.get(owner);
    if (!stored) this.#stored.set(owner, (stored = new Map()));
    this.dependencies.read(stored);
    return stored;
  }
}
