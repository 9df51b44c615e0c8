import type { PythonNode } from '../python-syntax.js';
import { Body } from './body.js';
import type { Cell } from './dependencies.js';
import { type Arguments, NO_ARGUMENTS, unknownArguments } from './evaluation.js';
import type { Evaluator } from './evaluator.js';
import { decoratorsOf } from './name-lookup.js';
import { type Moment, runsOnLoad } from './external-call.js';
import { parametersOf, type Scope } from './scopes.js';
import {
  ANCESTORS_MAX,
  anyOf,
  externalsOf,
  NOTHING,
  type OwnClass,
  type OwnFunction,
  type OwnModule,
  type Ref,
  REFS_MAX,
  textValue,
  type Value,
  valueOf,
} from './values.js';
import { ValueFlow } from './value-flow.js';
import { storeFields } from './constructed-fields.js';
import { hasWrapper } from './wrappers.js';
import { CALLED_BY_HOST, CALLED_ON_EXTENSION, isMethodOfContainers } from './callbacks.js';
import {
  isOfContainer,
  isOfRunningClass,
  isPlain,
  isSpecial,
  isThread,
  OF_ENUMERATIONS,
  SPECIAL_METHODS,
} from './class-traits.js';
import { allMethods, type MethodSelection, methodsNamed, methodsWhere } from './method-selection.js';

const RANK: Readonly<Record<Moment, number>> = { later: 1, install: 2, listing: 3, import: 4 };

const ANY = /^/;

/** Attributes of core-nodes that the host reads. */
const READ_BY_HOST = /^[A-Z][A-Z_]*$/;

/** Methods that run when an object is made, or when nothing uses it any more. */
const CALLED_AT_ONCE = methodsNamed('__post_init__', '__attrs_post_init__', '__del__', '__set_name__');
/** Methods that run when a class is defined. */
const DEFINED = methodsNamed('__subclasshook__', ...OF_ENUMERATIONS);
/** Methods that Python may call without their names, and those that any code may call on containers. */
const IMPLICIT = methodsWhere((name) => isSpecial(name) || name === 'keys');
const IMPLICIT_OF_CONTAINERS = methodsWhere((name) => isSpecial(name) || isMethodOfContainers(name));
const SPECIAL_OR_CALL = methodsWhere((name) => isSpecial(name) || name === '__call__');

/** Limit of the values of a dictionary that are treated as called when the dictionary is passed to a function. */
const KEYS_RUN_MAX = 100;

/** Whether code that runs on load may do something for which other code waits. */
export interface Flag {
  isRaised: boolean;
}

const isDispatch = (decorator: string): boolean => /singledispatch/.test(decorator);

/** Finds which code of an archive can run, when, and with which arguments. */
export class Reachability {
  /** True if anything was reached, or has got a new possible value, since this was set to false. */
  hasChanged = false;
  readonly #bodies = new Map<PythonNode, Body>();
  #isLoaded = false;
  /** Raised if code that runs on load may put something into a queue, for which other code waits. */
  readonly queues: Flag = { isRaised: false };
  /** Raised if code that runs on load may start a thread or process that it has made. */
  readonly threads: Flag = { isRaised: false };
  /** Functions that are called other than as decorators. */
  readonly #calledPlainly = new Set<PythonNode>();

  /** Collects the roots of all bodies that are reached, those included that were reached before. */
  reached: Set<PythonNode> | undefined;

  /** The functions that one of `functools.singledispatch` calls instead of itself. */
  readonly #variants = new Map<OwnFunction, Set<OwnFunction>>();

  /** Passes values to the parameters and results of functions. */
  readonly flow: ValueFlow;

  constructor(readonly evaluator: Evaluator) {
    this.flow = new ValueFlow(evaluator, (cell) => this.noteChange(cell));
  }

  /** The bodies that are reached, those included that are reached while they are iterated. */
  get bodies(): ReadonlyMap<PythonNode, Body> {
    return this.#bodies;
  }

  /** Lets all that is reached from now on run later, because the package is loaded. */
  finishLoading(): void {
    this.#isLoaded = true;
  }

  /**
   * Marks statements as running at a moment.
   * @param place the function, or the scope of other statements
   */
  reach(root: PythonNode, place: OwnFunction | Scope, at: Moment): void {
    const moment = this.#isLoaded ? 'later' : at;
    const body = this.#bodies.get(root);
    this.reached?.add(root);
    if (!body) this.#bodies.set(root, new Body(root, place, moment));
    else if (RANK[moment] > RANK[body.moment]) {
      body.moment = moment;
      body.dependencies = undefined;
    } else return;
    this.hasChanged = true;
  }

  /** Raises a flag if code at this moment runs on load. */
  raise(flag: Flag, moment: Moment): void {
    if (flag.isRaised || !runsOnLoad(moment)) return;
    flag.isRaised = true;
    this.noteChange(flag);
  }

  /** True if a flag is raised. */
  isRaised(flag: Flag): boolean {
    this.evaluator.dependencies.read(flag);
    return flag.isRaised;
  }

  /** Lets all that depends on a cell be walked again. */
  noteChange(cell: Cell): void {
    this.evaluator.dependencies.changed(cell);
    this.hasChanged = true;
  }

  /** True for a function that only decorators call. */
  isOnlyDecorator(fn: PythonNode): boolean {
    this.evaluator.dependencies.read(fn);
    return !this.#calledPlainly.has(fn);
  }

  /** Marks a function as running at a moment, and passes it the arguments. */
  enter(fn: OwnFunction, moment: Moment, args?: Arguments, isDecorator = false): void {
    if (!isDecorator && !this.#calledPlainly.has(fn.node)) {
      this.#calledPlainly.add(fn.node);
      if (hasWrapper(fn)) this.noteChange(fn.node);
    }
    const body = fn.node.child('body');
    if (body) this.reach(body, fn, moment);
    if (args) this.flow.passArguments(fn, args);
    if (!decoratorsOf(fn.node, fn.scope).some(isDispatch)) return;
    this.evaluator.dependencies.read(fn);
    for (const variant of this.#variants.get(fn) ?? []) this.enter(variant, moment, args);
  }

  /** Lets a function of `functools.singledispatch` call others. */
  addVariants(fn: OwnFunction, variants: readonly Value[]): void {
    let known = this.#variants.get(fn);
    if (!known) this.#variants.set(fn, (known = new Set()));
    const before = known.size;
    for (const ref of variants.flatMap(({ refs }) => refs)) if (ref.kind === 'function') known.add(ref);
    known.delete(fn);
    if (known.size > before) this.noteChange(fn);
  }

  /** Marks the statements of a file as running at a moment. */
  reachModule({ scope }: OwnModule, moment: Moment): void {
    this.reach(scope.source.root, scope, moment);
  }

  /** Marks functions, and all methods of classes and instances, as running at a moment. */
  runValue(value: Value, moment: Moment): void {
    for (const ref of value.refs) {
      if (ref.kind === 'function') this.enter(ref, moment);
      else if (ref.kind === 'class' || ref.kind === 'instance')
        this.runMethods(ref.kind === 'class' ? ref : ref.of, allMethods, moment);
    }
  }

  /** Marks the code that runs when a class is defined, and the methods that the host calls. */
  define(node: PythonNode, scope: Scope, moment: Moment): void {
    const own = this.evaluator.classOf(node, scope);
    const hosts = moment === 'import' ? 'listing' : moment;
    const isDataClass = decoratorsOf(node, scope).some((decorator) => /dataclass/.test(decorator));
    const args = this.evaluator.argumentsOf(node.child('superclasses'), scope);
    for (const base of args.positional)
      for (const ref of base.refs) if (ref.kind === 'class') this.#runForSubclass(ref, own, args, moment);
    for (const base of args.positional) this.runDescriptor(base, '__mro_entries__', moment);
    this.runMethods(own, DEFINED, moment);
    // The members of an enumeration are made with the class.
    const isEnum = externalsOf(anyOf(args.positional)).some(({ path }) => /^enum\.\w*(Enum|Flag)$/.test(path));
    if (isEnum) this.runMethods(own, methodsNamed('__init__', '__new__'), moment);
    const meta = args.named.get('metaclass') ?? NOTHING;
    for (const ref of meta.refs) {
      if (ref.kind === 'class') this.#runMetaclass(ref, own, moment);
      else if (ref.kind === 'function') this.enter(ref, moment, args);
    }
    for (const name of own.scope.child(node).names.keys())
      if (READ_BY_HOST.test(name) || isDataClass) this.#read(this.evaluator.attribute(valueOf(own), name), hosts);
    for (const name of CALLED_BY_HOST)
      if (own.scope.child(node).names.has(name)) this.runValue(this.evaluator.attribute(valueOf(own), name), hosts);
    if (externalsOf(anyOf(args.positional)).some(({ path }) => path.endsWith('.ComfyExtension')))
      this.runMethods(own, methodsNamed(...CALLED_ON_EXTENSION), hosts);
  }

  /** Marks the methods that run when something reads an attribute with this value and uses it. */
  #read(value: Value, moment: Moment): void {
    if (!value.refs.some(({ kind }) => kind === 'instance')) return;
    this.runDescriptor(value, '__get__', moment);
    this.use(value, moment, ANY);
  }

  /** Marks a method of descriptors, such as `__get__`. */
  runDescriptor(value: Value, method: string, moment: Moment): void {
    for (const ref of value.refs) if (ref.kind === 'instance') this.runMethods(ref.of, methodsNamed(method), moment);
  }

  /**
   * Marks the code that runs when a subclass of `base` is defined: `__init_subclass__`, which gets the keywords of the
   * definition, and inherited metaclasses.
   */
  #runForSubclass(base: OwnClass, subclass: OwnClass, { named }: Arguments, moment: Moment): void {
    const keywords = new Map([...named].filter(([name]) => name !== 'metaclass'));
    const args = { positional: [], named: keywords, all: [...keywords.values()] };
    this.#runNamed(base, ['__init_subclass__'], moment, args);
    this.#runNamed(base, ['__mro_entries__'], moment);
    for (const ref of this.evaluator.attribute(valueOf(base), '__init_subclass__').refs) {
      if (ref.kind !== 'function') continue;
      const [received] = parametersOf(ref.node, ref.scope.home.source);
      if (received) this.flow.bind(ref, received.name, valueOf(subclass));
    }
    this.#runMetaclasses(base, subclass, moment, new Set());
  }

  /** Marks the methods of a metaclass, which get the class that is defined. */
  #runMetaclass(metaclass: OwnClass, defined: OwnClass, moment: Moment): void {
    this.runMethods(metaclass, allMethods, moment);
    this.#fillNamespace(metaclass, defined, moment);
    for (const name of ['__init__', '__call__'])
      for (const ref of this.evaluator.attribute(valueOf(metaclass), name).refs) {
        const [self] = ref.kind === 'function' ? parametersOf(ref.node, ref.scope.home.source) : [];
        if (ref.kind === 'function' && self) this.flow.bind(ref, self.name, valueOf(defined));
      }
  }

  /** Passes the names and values of a class to the mapping in which its metaclass collects them. */
  #fillNamespace(metaclass: OwnClass, defined: OwnClass, moment: Moment): void {
    const { evaluator } = this;
    const prepared = evaluator
      .attribute(valueOf(metaclass), '__prepare__')
      .refs.flatMap((ref) => (ref.kind === 'function' ? evaluator.returnsOf(ref).refs : []));
    for (const ref of prepared) {
      if (ref.kind !== 'instance') continue;
      for (const name of defined.scope.child(defined.node).names.keys()) {
        const positional = [textValue(name), evaluator.attribute(valueOf(defined), name)];
        this.#runNamed(ref.of, ['__setitem__'], moment, { positional, named: new Map(), all: positional });
      }
    }
  }

  /** Marks the methods of the metaclasses of a class and of its base classes. */
  #runMetaclasses(own: OwnClass, defined: OwnClass, moment: Moment, seen: Set<OwnClass>): void {
    if (seen.has(own) || seen.size >= ANCESTORS_MAX) return;
    seen.add(own);
    const args = this.evaluator.argumentsOf(own.node.child('superclasses'), own.scope);
    for (const ref of args.named.get('metaclass')?.refs ?? [])
      if (ref.kind === 'class') this.#runMetaclass(ref, defined, moment);
    for (const value of args.positional)
      for (const ref of value.refs) if (ref.kind === 'class') this.#runMetaclasses(ref, defined, moment, seen);
  }

  /** Marks the selected methods of a class and of its base classes. */
  runMethods(
    own: OwnClass,
    selection: MethodSelection,
    moment: Moment,
    seen: Set<OwnClass> = new Set<OwnClass>(),
    receiver: OwnClass = own,
  ): void {
    if (seen.has(own) || seen.size >= ANCESTORS_MAX) return;
    seen.add(own);
    const { names } = own.scope.child(own.node);
    for (const name of selection(names)) {
      if (names.get(name)!.every(({ kind }) => kind === 'import' || kind === 'class')) continue;
      const methods = this.evaluator.attribute(valueOf(own), name);
      for (const ref of methods.refs) if (ref.kind === 'function') this.enter(ref, moment);
      this.flow.bindReceiver(methods, valueOf(receiver.instance), moment);
    }
    for (const attributes of [own.attributes, own.original?.attributes]) {
      if (!attributes) continue;
      this.evaluator.dependencies.read(attributes);
      for (const name of selection(attributes))
        for (const ref of attributes.get(name)!.refs) if (ref.kind === 'function') this.enter(ref, moment);
    }
    for (const base of this.evaluator.basesOf(own))
      for (const ref of base.refs) if (ref.kind === 'class') this.runMethods(ref, selection, moment, seen, receiver);
  }

  /** The methods of a class that Python may call without their names. */
  #implicitMethods(own: OwnClass): MethodSelection {
    return isOfContainer(this.evaluator, own) ? IMPLICIT_OF_CONTAINERS : IMPLICIT;
  }

  /** Marks the methods with some names that a class has or inherits. */
  #runNamed(own: OwnClass, names: readonly string[], moment: Moment, args?: Arguments): void {
    for (const name of names)
      for (const ref of this.evaluator.attribute(valueOf(own), name).refs)
        if (ref.kind === 'function') this.enter(ref, moment, args);
  }

  /** Marks the code that runs when a class is instantiated, and methods that Python may call on the instance. */
  instantiate(own: OwnClass, args: Arguments, moment: Moment): void {
    this.#runNamed(own, ['__init__', '__new__'], moment, args);
    if (storeFields(this.evaluator, own, args)) this.hasChanged = true;
    const made = this.evaluator.resultOf(own, NO_ARGUMENTS, own.scope);
    this.flow.bindReceiver(this.evaluator.attribute(valueOf(own), '__init__'), made, moment);
    const isWaiting = isThread(this.evaluator, own) && !this.isRaised(this.threads);
    if (isOfRunningClass(this.evaluator, own)) {
      this.runMethods(own, isWaiting ? SPECIAL_METHODS : allMethods, moment);
      if (!isWaiting) this.runAll(args.all, moment);
    } else if (runsOnLoad(moment) && isPlain(this.evaluator, own)) this.runMethods(own, CALLED_AT_ONCE, moment);
    else this.runMethods(own, this.#implicitMethods(own), moment);
  }

  /** Stores a value in an attribute of an object. */
  setField(owner: Ref, name: string, value: Value): void {
    if (this.evaluator.store(owner, name, value)) this.hasChanged = true;
  }

  /**
   * Marks the special methods of instances that code uses other than by calling a method, and of those in a list.
   * @param methods the names of the special methods that the code may call
   */
  use(value: Value, moment: Moment, methods: RegExp): void {
    if (!value.refs.some(isUsable)) return;
    const seen = new Set<Ref>();
    let refs: readonly Ref[] = value.refs;
    for (let depth = 0; depth <= 2 && refs.some(isUsable); depth++) {
      const inner: Value[] = [];
      for (const ref of refs) {
        if (!isUsable(ref) || seen.has(ref)) continue;
        seen.add(ref);
        if (ref.kind === 'container') {
          if (depth < 2 && !ref.namespaceOf) inner.push(...firstOf(ref, KEYS_RUN_MAX));
          continue;
        }
        const isImplicit = this.#implicitMethods(ref.of);
        this.runMethods(ref.of, (names) => isImplicit(names).filter((name) => methods.test(name)), moment);
      }
      refs = inner.flatMap((one) => one.refs);
    }
  }

  /**
   * Marks the functions that a call is given as running.
   * @param isPassedOn whether one of them gets the arguments after it
   * @param isShallow whether functions in containers are not called
   */
  runPassed(args: Arguments, moment: Moment, isPassedOn: boolean, isShallow = false): void {
    const at = isPassedOn ? args.positional.findIndex(isOneFunction) : -1;
    const called = args.positional[at];
    this.runAll(
      args.all.filter((value) => value !== called),
      moment,
      args,
      0,
      new Set(),
      isShallow,
    );
    const positional = args.positional.slice(at + 1);
    const passed = { positional, named: args.named, all: [...positional, ...args.named.values()] };
    for (const ref of called?.refs ?? []) if (ref.kind === 'function') this.enter(ref, moment, passed);
  }

  /** Marks the archive's own functions in `values` as called by the code that they are passed to. */
  runAll(
    values: readonly Value[],
    moment: Moment,
    args?: Arguments,
    depth = 0,
    seen = new Set<Ref>(),
    isShallow = false,
  ): void {
    for (const { refs } of values)
      for (const ref of refs) {
        if (seen.has(ref)) continue;
        seen.add(ref);
        if (ref.kind === 'function') this.enter(ref, moment, args && depth === 0 ? unknownArguments(args) : undefined);
        else if (ref.kind === 'class') {
          if (depth === 0 && isOfRunningClass(this.evaluator, ref)) this.runMethods(ref, allMethods, moment);
        } else if (ref.kind === 'instance') {
          if (depth === 0) this.runMethods(ref.of, SPECIAL_OR_CALL, moment);
        } else if (ref.kind === 'container' && depth < 2 && !isShallow && !ref.namespaceOf)
          this.runAll(firstOf(ref, KEYS_RUN_MAX), moment, args, depth + 1, seen);
      }
  }
}

/** True for an object with special methods that code may call without naming it, or that contains such objects. */
const isUsable = (ref: Ref): ref is Ref & { kind: 'instance' | 'container' } =>
  ref.kind === 'instance' || ref.kind === 'container';

/** True for a value that is one function of the archive. */
const isOneFunction = ({ refs }: Value): boolean => refs.length === 1 && refs[0]!.kind === 'function';

/** The values of a container: those without a key, and those with one, of which only the first if they are many. */
function firstOf({ items, keyed, anyKeyed }: Ref & { kind: 'container' }, most: number): Value[] {
  if (anyKeyed.refs.length < REFS_MAX) return [items, anyKeyed];
  const found = [items];
  for (const value of keyed.values()) {
    if (found.length > most) break;
    found.push(value);
  }
  return found;
}
