import type { PythonNode } from '../python-syntax.js';
import { isStandardPath } from './catalogue.js';
import { type Arguments, callsByName, namesIn, NO_ARGUMENTS } from './evaluation.js';
import type { Evaluator } from './evaluator.js';
import type { Moment } from './external-call.js';
import type { CallChecker } from './call-checker.js';
import type { Scope } from './scopes.js';
import {
  anyOf,
  either,
  external,
  type External,
  elementsOf,
  externalsOf,
  NOTHING,
  type OwnClass,
  type OwnFunction,
  type Ref,
  textsOf,
  type Value,
  valueOf,
} from './values.js';
import {
  addsVariant,
  bindsArguments,
  callsArguments,
  isCalledIfPassed,
  isHostHook,
  isImportHook,
  isImportOfName,
  isRequestHandler,
  passesParts,
  isStartable,
  methodsCalledBy,
  passesArgumentsOn,
  readsItems,
  runsClasses,
  startsThread,
} from './callbacks.js';
import { ImplicitUses } from './implicit-uses.js';
import { allMethods } from './method-selection.js';
import type { Reachability } from './reachability.js';
import type { ModuleLoading } from './module-loading.js';
import { PassedObjects } from './passed-objects.js';
import { References } from './references.js';
import { decoratorOfWrapper } from './wrappers.js';
import { isDangerousBase, ObjectEffects } from './object-effects.js';
import { calledByQuery } from './queries.js';
import { fillsQueue } from './queues.js';

/** Libraries of models. */
const MODELS = /^(torch|torchvision|pytorch_lightning|lightning|keras|tensorflow|mlx)\./;

/** Functions that move or replace items of a list that they get. */
const REARRANGES =
  /^(random\.|numpy\.random\.)(\w+\(\)\.)?shuffle$|^heapq\.|^bisect\.insort|^operator\.(i\w+|setitem|delitem)$/;

/** A field of a text to be formatted, with names of attributes. */
const ATTRIBUTE_FIELD = /\{\w{0,50}((?:\.\w{1,50}){1,5})/g;

/** Functions that add their second argument to the list that is the first one. */
const ADDS_ITEM = /^(heapq\.heap(push|replace|pushpop)|bisect\.insort(_left|_right)?)$/;

const isNameOfCode = (value: Value): boolean => textsOf(value).includes('__code__');

/** The result of a method of something unknown, such as the routes that a function is given. */
const MAY_BE_ROUTE = /^\?\.(get|post|put|delete|patch|route|ws|websocket)\(\)$/;

/** Applies the effects of calls, and reports findings about them. */
export abstract class CallEffects {
  protected readonly evaluator: Evaluator;
  protected readonly objects: ObjectEffects;
  protected readonly uses: ImplicitUses;
  protected readonly references: References;
  readonly #passedObjects: PassedObjects;
  protected fn: OwnFunction | undefined;
  protected moment!: Moment;
  protected scope!: Scope;
  protected isReporting = false;

  constructor(
    protected readonly reachability: Reachability,
    protected readonly loading: ModuleLoading,
    protected readonly checker: CallChecker,
  ) {
    this.evaluator = reachability.evaluator;
    this.objects = new ObjectEffects(reachability);
    this.uses = new ImplicitUses(reachability);
    this.references = new References(reachability, loading, this.objects, this.uses);
    this.#passedObjects = new PassedObjects(reachability);
  }

  /**
   * True for a function that registers request handlers, and for one that looks like that: `routes.post("/path")`.
   * @param callee the expression that makes the function
   */
  protected isRoute(path: string, callee: PythonNode | undefined): boolean {
    if (isRequestHandler(path)) return true;
    if (!MAY_BE_ROUTE.test(path)) return false;
    const [first] = callee?.child('arguments')?.named ?? [];
    return textsOf(this.evaluate(first)).some((text) => text.startsWith('/'));
  }

  protected evaluate(node?: PythonNode): Value {
    return this.evaluator.evaluate(node, this.scope);
  }

  /** The name that an attribute expression takes from its object. */
  protected nameOf(attribute: PythonNode): string {
    return this.scope.home.text(attribute.child('attribute')!);
  }

  #setAttribute(args: Arguments, node: PythonNode): void {
    this.objects.setAttribute(args, this.moment);
    const [owner = NOTHING, name = NOTHING, value = NOTHING] = args.positional;
    const isPath = externalsOf(owner).some(({ path }) => path === 'sys') && textsOf(name).includes('path');
    if (isPath) this.changePath(node, value);
  }

  /** Applies an assignment to the search path like a call of its method `extend`. */
  protected changePath(node: PythonNode, value: Value): void {
    this.extendPath('sys.path.extend', node, value);
  }

  protected extendPath(method: string, node: PythonNode, value: Value): void {
    const callee = external(method);
    const args: Arguments = { positional: [value], named: new Map(), all: [value] };
    for (const ref of externalsOf(callee)) {
      if (this.isReporting) this.check(ref, callee, args, node);
      this.#callExternal(ref.path, args, callee, node);
    }
  }

  protected replaceCode(node: PythonNode): void {
    if (this.isReporting) this.checker.checkReplacedCode(node, this.scope.home, this.moment);
  }

  /** Applies `f.register(type)(function)`, whose parts are `callee` and `variants`. */
  protected addVariants(callee: PythonNode | undefined, variants: readonly Value[]): void {
    const method = callee?.type === 'call' ? callee.child('function') : callee;
    const owner = method?.type === 'attribute' ? this.evaluate(method.child('object')) : NOTHING;
    for (const ref of owner.refs) if (ref.kind === 'function') this.reachability.addVariants(ref, variants);
  }

  protected callOwn(ref: Ref, args: Arguments, isDecorator = false): void {
    if (ref.kind === 'function') this.reachability.enter(ref, this.moment, args, isDecorator);
    else if (ref.kind === 'class') this.reachability.instantiate(ref, args, this.moment);
    else if (ref.kind === 'instance')
      for (const name of ['__call__', ...(this.#isOfModel(ref.of) ? ['forward', 'call'] : [])]) {
        const methods = this.evaluator.attribute(valueOf(ref), name);
        for (const method of methods.refs)
          if (method.kind === 'function') this.reachability.enter(method, this.moment, args);
        this.reachability.flow.bindReceiver(methods, valueOf(ref), this.moment);
      }
  }

  /** True for a class of a model, which calls its `forward` or `call` when it is called. */
  #isOfModel(own: OwnClass): boolean {
    return this.evaluator.basesOf(own).some((base) => externalsOf(base).some(({ path }) => MODELS.test(path)));
  }

  protected call(node: PythonNode): void {
    const fn = node.child('function')!;
    const args = this.evaluator.argumentsOf(node.child('arguments'), this.scope);
    const callee = this.evaluator.calledBy(node, this.scope, this.evaluate(fn));
    if (fn.type === 'attribute')
      this.objects.callMethod(this.evaluate(fn.child('object')), this.nameOf(fn), callee, args, this.moment);
    if (fn.type === 'attribute' && this.nameOf(fn) === 'format')
      this.#format(this.evaluate(fn.child('object')), args, node);
    if (fn.type === 'attribute') this.uses.callMethod(fn, callee, args, this.scope, this.moment);
    const decorator = fn.type === 'identifier' ? decoratorOfWrapper(fn, this.scope) : undefined;
    // A call of a decorated function also counts as a call of the function itself, so that only its own code is
    // followed, not that of all functions with the same decorator.
    const isWrapped = decorator !== undefined && this.reachability.isOnlyDecorator(decorator);
    for (const ref of callee.refs) {
      if (ref.kind !== 'external') {
        if (!isWrapped) this.callOwn(ref, args);
        if (ref.kind === 'class' && this.isReporting) this.#checkBases(ref, args, node);
        continue;
      }
      if (this.isReporting) this.check(ref, callee, args, node);
      this.uses.callExternal(ref.path, args, this.moment);
      this.#callExternal(ref.path, args, callee, node);
    }
    const method = fn.type === 'attribute' ? this.nameOf(fn) : undefined;
    this.#passedObjects.apply(callee, method, args, this.moment);
  }

  /** Applies that a text such as `{0.name}` reads attributes of what is put into it. */
  #format(text: Value, { all }: Arguments, node: PythonNode): void {
    const fields = textsOf(text).flatMap((one) => [...one.matchAll(ATTRIBUTE_FIELD)]);
    for (const [, names] of fields)
      for (const name of names!.split('.'))
        if (name !== '') this.references.accessAttribute(anyOf(all), name, node, this.moment);
  }

  /** Checks the instantiation of a class as a call of its base classes that start programs, load code or unpickle. */
  #checkBases(own: OwnClass, args: Arguments, node: PythonNode): void {
    for (const callee of this.evaluator.basesOf(own))
      for (const ref of externalsOf(callee)) if (isDangerousBase(ref.path, own)) this.check(ref, callee, args, node);
  }

  protected check(ref: External, callee: Value, args: Arguments, node: PythonNode): void {
    this.checker.checkCall({ ref, callee, args, node, home: this.scope.home, moment: this.moment });
  }

  /** Applies the effects that a call of an external function has on its arguments. */
  #callExternal(path: string, args: Arguments, callee: Value, node: PythonNode): void {
    if (addsVariant(path)) this.addVariants(node.child('function'), args.all);
    if (REARRANGES.test(path)) for (const value of args.all) this.objects.rearrange(value);
    if (ADDS_ITEM.test(path)) this.objects.addItem(args);
    if (startsThread(path)) this.reachability.raise(this.reachability.threads, this.moment);
    if (fillsQueue(path)) this.reachability.raise(this.reachability.queues, this.moment);
    if (/^builtins\.(get|has)attr$/.test(path))
      for (const name of textsOf(args.positional[1] ?? NOTHING))
        this.references.accessAttribute(args.positional[0]!, name, node, this.moment);
    if (path === 'operator.attrgetter()') this.#readByName(args.positional[0], callee, node);
    if (/^inspect\.getmembers(_static)?$/.test(path))
      this.references.readAttributes(args.positional[0] ?? NOTHING, node, this.moment);
    const methods = methodsCalledBy(path);
    for (const ref of methods ? args.all.flatMap(({ refs }) => refs) : [])
      if (ref.kind === 'instance') this.reachability.runMethods(ref.of, methods!, this.moment);
    if (path === 'builtins.setattr') this.#setAttribute(args, node);
    if (/(^builtins\.setattr|\.__setattr__)$/.test(path) && args.positional.slice(0, 2).some(isNameOfCode))
      this.replaceCode(node);
    if (this.isRoute(path, node.child('function'))) this.objects.serve(args.all, passesParts(path));
    if (isHostHook(path)) for (const value of args.all) this.objects.intercept(value);
    if (path === 'nodes.NODE_CLASS_MAPPINGS.update') this.objects.replaceNodes(args);
    if (/^os\.(environ\.(setdefault|update|__setitem__)|putenv)$/.test(path))
      this.checker.checkEnvironment(namesIn(args), anyOf(args.all), node, this.scope.home);
    if (/^(builtins\.type|types\.new_class|dataclasses\.make_dataclass)$/.test(path))
      this.objects.defineByCall(args, this.moment);
    if (/^(dataclasses|copy)\.replace$|^attrs?\.evolve$/.test(path)) this.objects.replaceFields(args);
    if (runsClasses(path)) this.objects.runClasses(args, this.moment);
    if (path === 'builtins.property') this.objects.makeAccessors(args);
    if (callsByName(path)) this.#callByName(args.positional[0], args, callee, node);
    if (this.isReporting && args.positional[0])
      for (const called of calledByQuery(path, args.positional[0], this.evaluator, this.scope, node.from))
        for (const ref of externalsOf(called)) this.check(ref, called, NO_ARGUMENTS, node);
    // A function with bound arguments is followed when the result is called.
    if (bindsArguments(path)) this.reachability.flow.bindFirst(args);
    else if (callsArguments(path, args.all.length)) this.#callPassed(path, args, node);
    if (isImportHook(path))
      for (const ref of args.all.flatMap(({ refs }) => refs))
        if (ref.kind === 'instance' || ref.kind === 'class')
          this.reachability.runMethods(ref.kind === 'class' ? ref : ref.of, allMethods, this.moment);
    if (isImportOfName(path)) this.loading.loadByName(path, args, this.scope, this.moment, node);
    const isOfPackage = /^__file__\.(append|insert|extend)$/.test(path);
    if (isOfPackage || /^sys\.path\.|^(site\.addsitedir|os\.chdir)$/.test(path)) this.loading.changePath(isOfPackage);
    if (/^sys\.path\./.test(path)) this.loading.reachShadows(anyOf(args.all), this.moment);
  }

  /** Applies `operator.attrgetter("name")(owner)`, whose names are the words of the callee. */
  #readByName(owner: Value | undefined, callee: Value, node: PythonNode): void {
    for (const word of callee.words) this.references.accessAttribute(owner ?? NOTHING, word, node, this.moment);
  }

  /** Applies that a function calls those which are passed to it. */
  #callPassed(path: string, args: Arguments, node: PythonNode): void {
    const isWaiting = isStartable(path) && !this.reachability.isRaised(this.reachability.threads);
    this.reachability.runPassed(args, isWaiting ? 'later' : this.moment, passesArgumentsOn(path), readsItems(path));
    // Calling a class makes an instance.
    if (isStandardPath(path))
      for (const ref of args.all.flatMap(({ refs }) => refs))
        if (ref.kind === 'class') this.reachability.instantiate(ref, NO_ARGUMENTS, isWaiting ? 'later' : this.moment);
    for (const value of args.all)
      for (const { path: passed } of externalsOf(value))
        if (passed === 'operator.attrgetter()') this.#readByName(elementsOf(anyOf(args.all)), value, node);
        else if (isImportOfName(passed)) {
          const all = args.all.filter((other) => other !== value).map((other) => either(other, elementsOf(other)));
          this.loading.loadByName(passed, { positional: all, named: new Map(), all }, this.scope, this.moment, node);
        }
    if (!this.isReporting) return;
    for (const value of args.all) {
      // Such a function gets what comes after it, and others get all.
      const at = passesArgumentsOn(path) ? args.positional.indexOf(value) : -1;
      const before = args.positional.slice(0, at + 1);
      const all = args.all.filter((other) => other !== value && !before.includes(other));
      const passed: Arguments = { positional: all, named: new Map(), all };
      for (const ref of externalsOf(value)) {
        if (isCalledIfPassed(ref, path)) this.check(ref, value, passed, node);
        if (callsByName(ref.path)) this.#callByName(elementsOf(anyOf(all)), passed, value, node);
      }
    }
  }

  /** Applies a call of a method of `owner` whose name is among the words of the callee. */
  #callByName(owner: Value | undefined, args: Arguments, callee: Value, node: PythonNode): void {
    const found = anyOf(callee.words.map((word) => this.evaluator.attribute(owner ?? NOTHING, word, true)));
    const isCall = externalsOf(callee).some(({ path }) => path.startsWith('operator.methodcaller'));
    for (const ref of found.refs)
      if (ref.kind === 'function' && isCall) this.reachability.enter(ref, this.moment);
      else if (ref.kind === 'external' && this.isReporting) this.check(ref, found, args, node);
  }
}
