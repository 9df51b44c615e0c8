import type { PythonNode } from '../python-syntax.js';
import { dangerOf, isGuardedAttribute, isStandardPath } from './catalogue.js';
import type { Dependencies } from './dependencies.js';
import type { Arguments } from './evaluation.js';
import { decoratorsOf, Evaluator } from './evaluator.js';
import type { Judge, Moment } from './judge.js';
import type { OwnModules } from './own-modules.js';
import type { LaterFunction, Relevance } from './relevance.js';
import { type ModuleScope, parametersOf, type Scope } from './scopes.js';
import {
  anyOf,
  container,
  either,
  elementsOf,
  externalsOf,
  FROM_REQUEST,
  marked,
  NOTHING,
  type OwnClass,
  type OwnFunction,
  type OwnModule,
  type Ref,
  textsOf,
  textValue,
  type Value,
  valueOf,
} from './values.js';

const RANK: Readonly<Record<Moment, number>> = { later: 1, install: 2, listing: 3, import: 4 };
const ROUNDS_MAX = 6;
/** How many classes that a class is derived from are followed. */
const ANCESTORS_MAX = 24;
/** Limit of the values of a dictionary that are treated as called when the dictionary is passed to a function. */
const KEYS_RUN_MAX = 100;

/** A module, a function or the main block of a script: statements that run together. */
interface Body {
  readonly scope: Scope;
  readonly root: PythonNode;
  readonly fn: OwnFunction | undefined;
  moment: Moment;
  /** Dependencies of the last walk of this body; `undefined` if it must be walked again. */
  dependencies: Dependencies | undefined;
  /** The syntax nodes that have an effect, cached by the first walk. */
  steps: readonly Step[] | undefined;
}

/** A syntax node that has an effect when it runs, with its scope. */
interface Step {
  readonly node: PythonNode;
  readonly scope: Scope;
}

/** True for names of special methods, such as `__add__`, which Python may call on any instance without naming them. */
const isSpecial = (name: string): boolean =>
  /^__\w+__$/.test(name) && name !== '__call__' && name !== '__init_subclass__';

/** Methods, of objects of any class, that call the functions passed to them. */
const RUNNERS =
  /\.(submit|run_in_executor|create_task|ensure_future|run_until_complete|run_coroutine_threadsafe|call_soon\w*|call_later|apply_async|apply|start_new_thread|add_done_callback|spawn|to_thread)$/;
/** Methods of core-nodes that the host application calls before it runs a workflow. */
const CALLED_BY_HOST = [
  'INPUT_TYPES',
  'VALIDATE_INPUTS',
  'IS_CHANGED',
  'define_schema',
  'validate_inputs',
  'fingerprint_inputs',
];
/** Decorators and methods that register a function as a request handler of a web server. */
const ROUTES =
  /(^|\.)(routes|router|app|web)\.(get|post|put|delete|patch|view|route|ws)(\(\))?$|\.add_(get|post|put|delete|patch|route|view)$/;
/** Methods that add an import hook, which Python calls at the next import. */
const IMPORT_HOOKS = /^sys\.(meta_path|path_hooks)\.(append|insert|extend)$/;
/** Functions of the standard library that do not call the functions passed to them. */
const KEEPERS =
  /^(functools\.(wraps|lru_cache|cache|cached_property|total_ordering|singledispatch)|dataclasses\.(?!field)|typing\.|abc\.|enum\.|inspect\.|builtins\.(isinstance|issubclass|hasattr|callable|type|id|repr|str|print|property|staticmethod|classmethod|len|dict|list|tuple|set|frozenset|zip|enumerate|reversed|iter|bool|any|all|sum|range|format|super|setattr|getattr|dir|vars|hash)$|contextlib\.|logging\.|warnings\.|collections\.(?!defaultdict)|types\.|copy\.|json\.(?!loads?$)|os\.environ)/;
/** Methods that change the contents of a container. */
const MUTATORS = new Set([
  'append',
  'add',
  'insert',
  'extend',
  'appendleft',
  'put',
  'setdefault',
  'update',
  '__setitem__',
  'register',
  'put_nowait',
]);

/**
 * Interprets the Python code of an archive without running it: finds the code that can run, and at which moment, and
 * passes the calls in it to the judge.
 */
export class Program {
  readonly evaluator: Evaluator;
  readonly #bodies = new Map<PythonNode, Body>();
  /** Modules whose functions have all been reached. */
  readonly #explored = new Set<PythonNode>();
  #hasChanged = false;
  #body!: Body;
  #scope!: Scope;

  constructor(
    readonly own: OwnModules,
    private readonly judge: Judge,
    private readonly relevance: Relevance,
  ) {
    this.evaluator = new Evaluator(own);
  }

  /** Marks the statements of a file as running at a moment. */
  runModule(module: OwnModule, moment: Moment): void {
    this.#reach(module.scope.source.root, module.scope, undefined, moment);
  }

  /** Marks functions, and all methods of classes and instances, as running at a moment. */
  runValue(value: Value, moment: Moment): void {
    for (const ref of value.refs) {
      if (ref.kind === 'function') this.#enter(ref, moment);
      else if (ref.kind === 'class' || ref.kind === 'instance')
        this.#runMethods(ref.kind === 'class' ? ref : ref.of, () => true, moment);
    }
  }

  /**
   * Walks the reached bodies again and again, until a round changes nothing or `rounds` is reached.
   * @param isMeant selects bodies by their moment and file
   * @param stepsMax limit of the evaluator's steps
   * @returns false if the limit of steps was exceeded
   */
  settle(
    rounds = ROUNDS_MAX,
    isMeant: (moment: Moment, path: string) => boolean = () => true,
    stepsMax = Infinity,
  ): boolean {
    for (let round = 0; round < rounds; round++) {
      this.#hasChanged = false;
      this.evaluator.startRound();
      for (const body of this.#bodies.values()) {
        if (!isMeant(body.moment, body.scope.home.path) || this.#isSettled(body)) continue;
        if (this.evaluator.steps > stepsMax) return false;
        this.#walk(body, false);
      }
      if (!this.#hasChanged) break;
    }
    return true;
  }

  #isSettled({ dependencies }: Body): boolean {
    return dependencies !== undefined && this.evaluator.dependencies.isUnchanged(dependencies);
  }

  /** Passes all calls in the selected bodies to the judge. */
  judgeAll(isMeant: (moment: Moment, path: string) => boolean): void {
    this.evaluator.startRound();
    for (const body of this.#bodies.values()) if (isMeant(body.moment, body.scope.home.path)) this.#walk(body, true);
  }

  /** Number of reached bodies. */
  get size(): number {
    return this.#bodies.size;
  }

  /** Paths of all files with a reached body. */
  get reachedPaths(): Set<string> {
    return new Set([...this.#bodies.values()].map(({ scope }) => scope.home.path));
  }

  /** Marks the relevant functions and main blocks of reached files as running later, if not reached yet. */
  reachRest(): void {
    const functions: LaterFunction[] = [];
    for (const { root, scope } of [...this.#bodies.values()]) {
      if (scope.kind !== 'module' || root !== scope.home.source.root || this.#explored.has(root)) continue;
      this.#explored.add(root);
      functions.push(...this.#definitionsIn(root, scope));
    }
    const inner = ({ node, scope }: LaterFunction): LaterFunction[] =>
      this.#definitionsIn(node.child('body')!, scope.child(node));
    for (const { node, scope } of this.relevance.of(functions, inner))
      this.#reach(node.child('body')!, scope.child(node), this.evaluator.functionOf(node, scope), 'later');
  }

  /** The functions that are defined in a part of the source, other than inside of each other. */
  #definitionsIn(root: PythonNode, outer: Scope): LaterFunction[] {
    const functions: LaterFunction[] = [];
    const scopes: Scope[] = [outer];
    root.walk(
      (node) => {
        const scope = scopes.at(-1)!;
        if (node !== root && isFunctionBody(node)) return false;
        if (isFunction(node) && node.child('body')) functions.push({ node, scope });
        if (opensScope(node)) scopes.push(scope.child(node));
        else if (isMainBlock(node, scope)) this.#reach(node.child('consequence')!, scope, undefined, 'later');
        return true;
      },
      (node) => {
        if (opensScope(node)) scopes.pop();
      },
    );
    return functions;
  }

  #reach(root: PythonNode, scope: Scope, fn: OwnFunction | undefined, moment: Moment): void {
    const body = this.#bodies.get(root);
    if (!body) this.#bodies.set(root, { root, scope, fn, moment, dependencies: undefined, steps: undefined });
    else if (RANK[moment] > RANK[body.moment]) {
      body.moment = moment;
      body.dependencies = undefined;
    } else return;
    this.#hasChanged = true;
  }

  #enter(fn: OwnFunction, moment: Moment, args?: Arguments): void {
    const body = fn.node.child('body');
    if (body) this.#reach(body, fn.scope.child(fn.node), fn, moment);
    if (args) this.#bindArguments(fn, args);
  }

  #bindArguments(fn: OwnFunction, args: Arguments): void {
    const parameters = parametersOf(fn.node, fn.scope.home.source);
    const isMethod = fn.owner && fn.node.type !== 'lambda' && !decoratorsOf(fn.node, fn.scope).includes('staticmethod');
    const rest = [...args.positional];
    const plain = parameters.slice(isMethod ? 1 : 0);
    for (const { name, takes } of plain) {
      if (takes === 'rest') this.#bind(fn, name, rest.length > 0 ? this.#packed(fn, name, rest.splice(0)) : NOTHING);
      else if (takes === 'named') this.#bind(fn, name, this.#packed(fn, name, [...args.named.values()], args.named));
      else this.#bind(fn, name, either(args.named.get(name) ?? NOTHING, rest.shift() ?? NOTHING));
    }
  }

  #packed(fn: OwnFunction, name: string, values: readonly Value[], named?: ReadonlyMap<string, Value>): Value {
    const known = fn.params.get(name)?.refs.find((ref) => ref.kind === 'container');
    const packed = known?.kind === 'container' ? known : container(NOTHING);
    const items = anyOf(values);
    this.evaluator.add(packed, items);
    for (const [key, value] of named ?? []) this.evaluator.put(packed, textValue(key), value);
    return valueOf(packed, items.marks, items.words);
  }

  #bind(fn: OwnFunction, name: string, value: Value): void {
    const before = fn.params.get(name) ?? NOTHING;
    const after = either(before, value);
    if (after === before) return;
    fn.params.set(name, after);
    this.evaluator.dependencies.changed(fn.params);
    this.#hasChanged = true;
  }

  #walk(body: Body, isJudging: boolean): void {
    body.dependencies = this.evaluator.dependencies.open(undefined);
    this.#follow(body, isJudging);
    this.evaluator.dependencies.close();
  }

  #follow(body: Body, isJudging: boolean): void {
    this.#body = body;
    this.#scope = body.scope;
    const { fn } = body;
    if (fn?.node.type === 'lambda') this.#returns(fn, this.evaluator.evaluate(body.root, body.scope));
    body.steps ??= this.#stepsOf(body);
    for (const { node, scope } of body.steps) {
      this.#scope = scope;
      this.#effects(node, isJudging);
    }
  }

  #stepsOf(body: Body): Step[] {
    const steps: Step[] = [];
    const scopes: Scope[] = [body.scope];
    body.root.walk(
      (node) => {
        if (this.#isSkipped(node, body)) return false;
        const scope = scopes.at(-1)!;
        if (hasEffect(node) && (node.type !== 'identifier' || isOutside(node, scope))) steps.push({ node, scope });
        if (opensScope(node)) scopes.push(scope.child(node));
        return true;
      },
      (node) => {
        if (opensScope(node) && scopes.length > 1) scopes.pop();
      },
    );
    return steps;
  }

  /** True for statements that do not run with the body: of functions, of main blocks and of `if TYPE_CHECKING`. */
  #isSkipped(node: PythonNode, { root, scope }: Body): boolean {
    if (node === root) return false;
    if (isFunctionBody(node)) return true;
    const outer = node.parent;
    return (
      node.field === 'consequence' && outer !== undefined && (isMainBlock(outer, scope) || isForTypesOnly(outer, scope))
    );
  }

  #evaluate(node: PythonNode | undefined): Value {
    return this.evaluator.evaluate(node, this.#scope);
  }

  #effects(node: PythonNode, isJudging: boolean): void {
    switch (node.type) {
      case 'call':
        this.#call(node, isJudging);
        break;
      case 'attribute':
      case 'identifier':
      case 'subscript':
        this.#mention(node, isJudging);
        break;
      case 'import_statement':
      case 'import_from_statement':
        this.#import(node);
        break;
      case 'assignment':
      case 'augmented_assignment':
        this.#assign(node.child('left'), this.#evaluate(node.child('right')));
        break;
      case 'return_statement':
        if (this.#body.fn) this.#returns(this.#body.fn, this.#evaluate(node.named[0]));
        break;
      case 'yield':
        this.#yield(node);
        break;
      case 'decorator':
        this.#decorator(node, isJudging);
        break;
      case 'with_item':
        this.#enterContext(node);
        break;
      case 'class_definition':
        this.#class(node);
        break;
      default:
    }
  }

  #returns(fn: OwnFunction, value: Value): void {
    const after = either(fn.returns, value);
    if (after === fn.returns) return;
    fn.returns = after;
    this.evaluator.dependencies.changed(fn);
    this.#hasChanged = true;
  }

  #yield(node: PythonNode): void {
    const { fn } = this.#body;
    if (!fn) return;
    const value = this.#evaluate(node.named.at(-1));
    const known = fn.returns.refs.find((ref) => ref.kind === 'container');
    const packed = known?.kind === 'container' ? known : container(NOTHING);
    this.evaluator.add(packed, node.ofType('from') ? elementsOf(value) : value);
    this.#returns(fn, either(valueOf(packed, value.marks, value.words), value));
  }

  #enterContext(node: PythonNode): void {
    const value = node.child('value');
    for (const ref of this.#evaluate(value?.type === 'as_pattern' ? value.children[0] : value).refs)
      if (ref.kind === 'instance')
        this.#runMethods(ref.of, (name) => /^__a?(enter|exit)__$/.test(name), this.#body.moment);
  }

  #assign(target: PythonNode | undefined, value: Value): void {
    if (!target) return;
    if (/^(pattern_list|tuple_pattern|list_pattern)$/.test(target.type)) {
      for (const inner of target.named) this.#assign(inner, either(value, elementsOf(value)));
    } else if (target.type === 'attribute') {
      const name = this.#scope.home.text(target.child('attribute')!);
      for (const owner of this.#evaluate(target.child('object')).refs) this.#store(owner, name, value);
    } else if (target.type === 'subscript') {
      const key = this.#evaluate(target.child('subscript'));
      for (const owner of this.#evaluate(target.child('value')).refs) {
        if (owner.kind === 'container') this.#put(owner, key, value);
        else if (owner.kind === 'external' && owner.path === 'os.environ')
          this.judge.environment(textsOf(key), target, this.#scope.home);
        else if (owner.kind === 'external' && isStandardPath(owner.path)) this.#runAll([value]);
      }
    }
  }

  #put(owner: Ref & { kind: 'container' }, key: Value, value: Value): void {
    if (this.evaluator.put(owner, key, value)) this.#hasChanged = true;
  }

  #store(owner: Ref, name: string, value: Value): void {
    if (this.evaluator.store(owner, name, value)) this.#hasChanged = true;
    // Python may call a function that is stored in one of these modules, for example as `sys.excepthook`.
    if (owner.kind === 'external' && /^(sys|builtins|threading|atexit|signal|site|importlib)\b/.test(owner.path))
      this.#runAll([value]);
  }

  #import(node: PythonNode): void {
    const { home } = this.#scope;
    for (const { from, name, whole } of home.source.importsOf(node)) {
      const paths = whole
        ? whole.map((_part, index) => whole.slice(0, index + 1))
        : from.path.map((_part, index) => from.path.slice(0, index + 1));
      if (from.level > 0 && paths.length === 0) paths.push([]);
      for (const path of paths) this.#reachModule(this.own.resolve(home, { level: from.level, path }));
      if (name === undefined || name === '*') continue;
      const source = this.own.resolve(home, from);
      // In a package, `from . import name` binds the name to the module that it loads.
      const isNamed = source !== undefined && source.scope !== home && source.scope.names.has(name);
      if (!isNamed) this.#reachModule(this.own.resolve(home, { level: from.level, path: [...from.path, name] }));
      if (source && !isNamed) this.#runNamed(source.scope, '__getattr__');
    }
  }

  #runNamed(scope: ModuleScope, name: string): void {
    if (scope.names.has(name)) this.runValue(this.evaluator.moduleAttribute(scope, name, 0), this.#body.moment);
  }

  #reachModule(module: OwnModule | undefined): void {
    if (module) this.runModule(module, this.#body.moment);
  }

  #class(node: PythonNode): void {
    const own = this.evaluator.classOf(node, this.#scope);
    const args = this.evaluator.argumentsOf(node.child('superclasses'), this.#scope);
    const { moment } = this.#body;
    for (const base of args.positional)
      for (const ref of base.refs) if (ref.kind === 'class') this.#derived(ref, moment);
    const meta = args.named.get('metaclass') ?? NOTHING;
    for (const ref of meta.refs) {
      if (ref.kind === 'class') this.#runMethods(ref, () => true, moment);
      else if (ref.kind === 'function') this.#enter(ref, moment, args);
    }
    for (const name of CALLED_BY_HOST)
      if (own.scope.child(node).names.has(name))
        this.runValue(this.evaluator.attribute(valueOf(own), name), moment === 'import' ? 'listing' : moment);
  }

  /** Marks the code that runs when a subclass of `base` is defined: `__init_subclass__` and inherited metaclasses. */
  #derived(base: OwnClass, moment: Moment, seen = new Set<OwnClass>()): void {
    if (seen.has(base) || seen.size >= ANCESTORS_MAX) return;
    seen.add(base);
    this.#runMethods(base, (name) => name === '__init_subclass__' || name === '__mro_entries__', moment);
    const args = this.evaluator.argumentsOf(base.node.child('superclasses'), base.scope);
    for (const ref of args.named.get('metaclass')?.refs ?? [])
      if (ref.kind === 'class') this.#runMethods(ref, () => true, moment);
    for (const value of args.positional)
      for (const ref of value.refs) if (ref.kind === 'class') this.#derived(ref, moment, seen);
  }

  #runMethods(
    own: OwnClass,
    isMeant: (name: string) => boolean,
    moment: Moment,
    seen: Set<OwnClass> = new Set<OwnClass>(),
  ): void {
    if (seen.has(own) || seen.size >= ANCESTORS_MAX) return;
    seen.add(own);
    for (const [name, bindings] of own.scope.child(own.node).names) {
      if (!isMeant(name) || bindings.every(({ kind }) => kind === 'import' || kind === 'class')) continue;
      for (const ref of this.evaluator.attribute(valueOf(own), name).refs)
        if (ref.kind === 'function') this.#enter(ref, moment);
    }
    for (const base of this.evaluator.basesOf(own))
      for (const ref of base.refs) if (ref.kind === 'class') this.#runMethods(ref, isMeant, moment, seen);
  }

  #instantiate(own: OwnClass, args: Arguments): void {
    const { moment } = this.#body;
    for (const name of ['__init__', '__new__'])
      for (const ref of this.evaluator.attribute(valueOf(own), name).refs)
        if (ref.kind === 'function') this.#enter(ref, moment, args);
    const isOfLibrary = this.evaluator
      .basesOf(own)
      .some((base) =>
        externalsOf(base).some(
          ({ path }) =>
            isStandardPath(path) &&
            /^(threading|multiprocessing|socketserver|http|code|cmd|asyncio|concurrent|html|sched|codecs|importlib|logging)\b/.test(
              path,
            ),
        ),
      );
    this.#runMethods(own, isOfLibrary ? () => true : isSpecial, moment);
  }

  #decorator(node: PythonNode, isJudging: boolean): void {
    const definition = node.parent?.child('definition');
    if (!definition) return;
    const target =
      definition.type === 'class_definition'
        ? valueOf(this.evaluator.classOf(definition, this.#scope))
        : valueOf(this.evaluator.functionOf(definition, this.#scope));
    const callee = this.#evaluate(node.named[0]);
    const args: Arguments = { positional: [target], named: new Map(), all: [target] };
    for (const ref of callee.refs) {
      if (ref.kind === 'external') {
        if (isJudging) this.judge.call({ ref, callee, args, node, home: this.#scope.home, moment: this.#body.moment });
        if (ROUTES.test(ref.path)) this.#serve([target]);
        if (/^(atexit\.register|asyncio\.run|threading\.|builtins\.(map|filter))/.test(ref.path))
          this.#runAll([target]);
      } else this.#apply(ref, args);
    }
  }

  #apply(ref: Ref, args: Arguments): void {
    if (ref.kind === 'function') this.#enter(ref, this.#body.moment, args);
    else if (ref.kind === 'class') this.#instantiate(ref, args);
    else if (ref.kind === 'instance')
      for (const method of this.evaluator.attribute(valueOf(ref), '__call__').refs)
        if (method.kind === 'function') this.#enter(method, this.#body.moment, args);
  }

  #call(node: PythonNode, isJudging: boolean): void {
    const fn = node.child('function')!;
    const args = this.evaluator.argumentsOf(node.child('arguments'), this.#scope);
    const callee = this.#evaluate(fn);
    if (fn.type === 'attribute')
      this.#mutate(this.#evaluate(fn.child('object')), this.#scope.home.text(fn.child('attribute')!), args);
    for (const ref of callee.refs) {
      if (ref.kind !== 'external') {
        this.#apply(ref, args);
        if (ref.kind === 'class' && isJudging) this.#judgeBases(ref, args, node);
        continue;
      }
      if (isJudging) this.judge.call({ ref, callee, args, node, home: this.#scope.home, moment: this.#body.moment });
      this.#callExternal(ref.path, args, callee, node, isJudging);
    }
  }

  /** Judges the instantiation of a class as a call of its base classes that start programs. */
  #judgeBases(own: OwnClass, args: Arguments, node: PythonNode): void {
    for (const callee of this.evaluator.basesOf(own))
      for (const ref of externalsOf(callee))
        if (dangerOf(ref.path) === 'shell')
          this.judge.call({ ref, callee, args, node, home: this.#scope.home, moment: this.#body.moment });
  }

  /** Applies the effects that a call of an external function has on its arguments. */
  #callExternal(path: string, args: Arguments, callee: Value, node: PythonNode, isJudging: boolean): void {
    if (path === 'builtins.setattr') this.#setAttribute(args);
    if (ROUTES.test(path)) this.#serve(args.all);
    if (path === 'operator.methodcaller()' || path === 'operator.attrgetter()')
      this.#callByName(args, callee, node, isJudging);
    if ((isStandardPath(path) && !KEEPERS.test(path)) || RUNNERS.test(path)) this.#runAll(args.all, args);
    if (IMPORT_HOOKS.test(path))
      for (const ref of args.all.flatMap(({ refs }) => refs))
        if (ref.kind === 'instance' || ref.kind === 'class')
          this.#runMethods(ref.kind === 'class' ? ref : ref.of, () => true, this.#body.moment);
    if (
      /^(importlib\.(import_module|util\.|machinery\.|reload|_bootstrap)|builtins\.__import__|imp\.|runpy\.|pkgutil\.|\?.*\.(exec_module|load_module)$|importlib\.[\w.()]+\.(exec_module|load_module)$|builtins\.exec$)/.test(
        path,
      )
    )
      this.#loadByName(path, args);
    if (/^sys\.path\./.test(path) || /^(site\.addsitedir|os\.chdir)$/.test(path)) this.#changePath();
  }

  #changePath(): void {
    if (this.own.isPathChanged) return;
    this.own.isPathChanged = true;
    this.evaluator.dependencies.invalidateAll();
    this.#hasChanged = true;
  }

  /** Marks the first parameter of request handlers as data from a request. */
  #serve(handlers: readonly Value[]): void {
    for (const ref of handlers.flatMap(({ refs }) => refs)) {
      if (ref.kind !== 'function') continue;
      const parameters = parametersOf(ref.node, ref.scope.home.source);
      const request = parameters[ref.owner ? 1 : 0];
      if (request) this.#bind(ref, request.name, marked(FROM_REQUEST));
    }
  }

  #setAttribute({ positional: [owner = NOTHING, name = NOTHING, value = NOTHING] }: Arguments): void {
    for (const ref of owner.refs) for (const text of textsOf(name)) this.#store(ref, text, value);
  }

  #callByName(args: Arguments, callee: Value, node: PythonNode, isJudging: boolean): void {
    if (!isJudging) return;
    const found = anyOf(
      callee.words.map((word) => this.evaluator.attribute(args.positional[0] ?? NOTHING, word, true)),
    );
    for (const ref of externalsOf(found))
      this.judge.call({ ref, callee: found, args, node, home: this.#scope.home, moment: this.#body.moment });
  }

  /** Reaches the modules that a call imports by name; all modules nearby if the name is unknown. */
  #loadByName(path: string, args: Arguments): void {
    const { home } = this.#scope;
    const texts = args.all.flatMap(textsOf);
    if (path === 'importlib.util.find_spec' || path === 'importlib.invalidate_caches') return;
    let isFound = false;
    for (const text of texts) {
      const [, dots, rest] = /^(\.*)(.*)$/s.exec(text)!;
      const names = rest!.split('.').filter((part) => part !== '');
      const module =
        names.length > 0 && names.length < 20
          ? (this.own.resolve(home, { level: dots!.length, path: names }) ?? this.own.fileEndingWith(text))
          : undefined;
      if (!module) continue;
      isFound = true;
      names.forEach((_name, index) =>
        this.#reachModule(this.own.resolve(home, { level: dots!.length, path: names.slice(0, index + 1) })),
      );
      this.#reachModule(module);
    }
    const isUnknown = args.all.slice(0, 2).some((value) => textsOf(value).length === 0 && value.refs.length > 0);
    if (!isFound && isUnknown) for (const module of this.own.near(home)) this.#reachModule(module);
  }

  #mutate(owner: Value, name: string, args: Arguments): void {
    if (!MUTATORS.has(name)) return;
    for (const ref of owner.refs) {
      if (ref.kind === 'container') {
        if (name === 'update') this.#update(ref, args);
        else if (name === '__setitem__' || name === 'setdefault')
          this.#put(ref, args.positional[0] ?? NOTHING, args.positional[1] ?? NOTHING);
        else if (name === 'extend') this.#put(ref, NOTHING, anyOf(args.positional.map(elementsOf)));
        else this.#put(ref, NOTHING, args.positional.at(-1) ?? NOTHING);
      }
    }
  }

  #update(target: Ref & { kind: 'container' }, args: Arguments): void {
    for (const value of args.positional)
      for (const ref of value.refs)
        if (ref.kind === 'container') for (const [key, item] of ref.keyed) this.#put(target, textValue(key), item);
    for (const [key, item] of args.named) this.#put(target, textValue(key), item);
  }

  /** Marks the archive's own functions in `values` as called by the code that they are passed to. */
  #runAll(values: readonly Value[], args?: Arguments, depth = 0, seen = new Set<Ref>()): void {
    for (const { refs } of values)
      for (const ref of refs) {
        if ((ref.kind !== 'function' && ref.kind !== 'instance' && ref.kind !== 'container') || seen.has(ref)) continue;
        seen.add(ref);
        if (ref.kind === 'function')
          this.#enter(ref, this.#body.moment, args && depth === 0 ? unknownArguments(args) : undefined);
        else if (ref.kind === 'instance') {
          if (depth === 0) this.#runMethods(ref.of, isSpecial, this.#body.moment);
        } else if (depth < 2 && !ref.namespaceOf) this.#runAll(firstOf(ref, KEYS_RUN_MAX), args, depth + 1, seen);
      }
  }

  #mention(node: PythonNode, isJudging: boolean): void {
    if (node.type === 'attribute' || node.type === 'subscript') this.#property(node);
    if (!isJudging || !isRead(node) || this.#isInTypeTest(node)) return;
    for (const ref of externalsOf(this.#evaluate(node)))
      if (dangerOf(ref.path) !== undefined || isGuardedAttribute(ref.path))
        this.judge.mention(ref, node, this.#scope.home, this.#isGivenToLibrary(node) ? 'later' : this.#body.moment);
  }

  /** True for an argument of a function of a third-party library, which is assumed to call it later. */
  #isGivenToLibrary(node: PythonNode): boolean {
    const call = node.parent?.type === 'argument_list' ? node.parent.parent : undefined;
    if (call?.type !== 'call') return false;
    const refs = externalsOf(this.#evaluate(call.child('function')));
    return refs.length > 0 && refs.every(({ path }) => path !== '?' && !isStandardPath(path));
  }

  /** True for an argument of `isinstance` and similar functions, which do not call their arguments. */
  #isInTypeTest(node: PythonNode): boolean {
    let outer = node.parent;
    while (outer && /^(tuple|argument_list|parenthesized_expression)$/.test(outer.type)) outer = outer.parent;
    const fn = outer?.type === 'call' ? outer.child('function') : undefined;
    return (
      fn !== undefined &&
      /^(isinstance|issubclass|hasattr|callable|getattr|super|print|type)$/.test(this.#scope.home.text(fn))
    );
  }

  #property(node: PythonNode): void {
    const owner = this.#evaluate(node.child(node.type === 'attribute' ? 'object' : 'value'));
    const name = node.type === 'attribute' ? this.#scope.home.text(node.child('attribute')!) : '__class_getitem__';
    for (const ref of owner.refs) {
      if (ref.kind === 'module' && name !== '__class_getitem__' && !ref.scope.names.has(name))
        this.#runNamed(ref.scope, '__getattr__');
      if (ref.kind !== 'class' && ref.kind !== 'instance') continue;
      for (const found of this.evaluator.attribute(valueOf(ref), name).refs) {
        const isComputed =
          found.kind === 'function' &&
          (node.type === 'subscript' ||
            decoratorsOf(found.node, found.scope).some((decorator) => /property|\.getter|\.setter/.test(decorator)));
        if (isComputed) this.#enter(found, this.#body.moment);
      }
    }
  }
}

/** The values of a container: those without a key, and those of the first keys. */
function firstOf({ items, keyed }: Ref & { kind: 'container' }, most: number): Value[] {
  const found = [items];
  for (const value of keyed.values()) {
    if (found.length > most) break;
    found.push(value);
  }
  return found;
}

const unknownArguments = ({ all }: Arguments): Arguments => {
  const items = anyOf(all.map(elementsOf));
  const any: Value = { ...items, refs: items.refs.filter(({ kind }) => kind !== 'external') };
  return { positional: Array.from({ length: 6 }, () => any), named: new Map(), all: [any] };
};

const EFFECTS = new Set([
  'call',
  'attribute',
  'subscript',
  'import_statement',
  'import_from_statement',
  'assignment',
  'augmented_assignment',
  'return_statement',
  'yield',
  'decorator',
  'with_item',
  'class_definition',
]);

const hasEffect = (node: PythonNode): boolean => EFFECTS.has(node.type) || (node.type === 'identifier' && isRead(node));

/**
 * True if a name is bound by an import or is a builtin. Other names are skipped, because the statement that assigned a
 * dangerous function to such a name is judged itself.
 */
function isOutside(node: PythonNode, scope: Scope): boolean {
  const name = scope.home.text(node);
  for (let outer: Scope | undefined = scope; outer; outer = outer.parent) {
    const bindings = outer.names.get(name);
    if (bindings) return bindings.some(({ kind }) => kind === 'import');
  }
  return true;
}

const isFunction = ({ type }: PythonNode): boolean => type === 'function_definition' || type === 'lambda';

const isFunctionBody = ({ field, parent }: PythonNode): boolean =>
  field === 'body' && parent !== undefined && isFunction(parent);

const opensScope = (node: PythonNode): boolean =>
  node.type === 'class_definition' || node.type.endsWith('_comprehension') || node.type === 'generator_expression';

/** True for `if __name__ == "__main__":`, whose block does not run when the file is imported. */
function isMainBlock(node: PythonNode, scope: Scope): boolean {
  if (node.type !== 'if_statement') return false;
  const condition = node.child('condition');
  return (
    condition !== undefined &&
    condition.to - condition.from < 60 &&
    /^\(?\s*(__name__\s*==\s*['"]__main__['"]|['"]__main__['"]\s*==\s*__name__)\s*\)?$/.test(
      scope.home.source.text(condition),
    )
  );
}

function isForTypesOnly(node: PythonNode, scope: Scope): boolean {
  const condition = node.type === 'if_statement' ? node.child('condition') : undefined;
  return condition !== undefined && /^(typing\.)?TYPE_CHECKING$/.test(scope.home.source.text(condition));
}

/** True for a name or attribute that is used as a value: not called, assigned, declared, compared or used as a type. */
function isRead(node: PythonNode): boolean {
  const { parent, field } = node;
  if (!parent) return false;
  switch (parent.type) {
    case 'call':
      return field !== 'function';
    case 'attribute':
      return false;
    case 'subscript':
      return field !== 'value';
    case 'assignment':
    case 'augmented_assignment':
    case 'for_statement':
    case 'for_in_clause':
      return field !== 'left';
    case 'parenthesized_expression':
      return isRead(parent);
    case 'keyword_argument':
    case 'default_parameter':
    case 'typed_default_parameter':
      return field === 'value';
    case 'argument_list':
      return !isTypeTest(parent);
    case 'decorator':
    case 'type':
    case 'except_clause':
    case 'comparison_operator':
    case 'parameters':
    case 'lambda_parameters':
    case 'dotted_name':
    case 'delete_statement':
    case 'typed_parameter':
    case 'pattern_list':
    case 'tuple_pattern':
    case 'function_definition':
    case 'class_definition':
    case 'global_statement':
    case 'nonlocal_statement':
    case 'aliased_import':
    case 'generic_type':
    case 'union_type':
    case 'as_pattern_target':
      return false;
    default:
      return true;
  }
}

/** True for the list of base classes of a class definition. */
function isTypeTest(list: PythonNode): boolean {
  return list.parent?.type === 'class_definition';
}
