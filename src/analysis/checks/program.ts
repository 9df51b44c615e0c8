import type { PythonNode } from '../python-syntax.js';
import { Evaluator } from './evaluator.js';
import type { CallChecker } from './call-checker.js';
import { type Moment, runsOnLoad } from './external-call.js';
import type { OwnModules } from './own-modules.js';
import { DANGEROUS_WORD, type LaterFunction, type Relevance } from './relevance.js';
import type { Scope } from './scopes.js';
import type { OwnFunction, OwnModule, Value } from './values.js';
import { FOREIGN } from './value-flow.js';
import {
  hasEffect,
  isNeverTrue,
  isFunction,
  isFunctionBody,
  isImported,
  isMainBlock,
  mainBlocksOf,
  opensScope,
} from './syntax-roles.js';
import type { Body, Step } from './body.js';
import { Reachability } from './reachability.js';
import { type ConstantName, isLeftOut } from './constant-conditions.js';
import { methodsNamed } from './method-selection.js';
import { ModuleLoading } from './module-loading.js';
import { Effects } from './effects.js';
import { endOfWaiting } from './queues.js';

const CONSTRUCTOR = methodsNamed('__init__');
const ROUNDS_MAX = 8;
/** The rounds after which arguments and imports that are not known yet are taken for unknown ones. */
const ARGUMENTS_ROUND = 1;
const LOADING_ROUND = 3;

/** A source without these defines no functions, and has no main block. */
const DEFINES = /\b(def|lambda)\b|\b__name__\s{0,9}([=!]=|in\b)|[=!]=\s{0,9}__name__\b/;

/**
 * Interprets the Python code of an archive without running it: finds the code that can run, and at which moment, and
 * reports findings about the calls in it.
 */
export class Program {
  readonly evaluator: Evaluator;
  readonly #reachability: Reachability;
  readonly #loading: ModuleLoading;
  readonly #effects: Effects;
  /** Modules whose functions have all been reached. */
  readonly #explored = new Set<PythonNode>();

  constructor(
    private readonly own: OwnModules,
    checker: CallChecker,
    private readonly relevance: Relevance,
  ) {
    this.evaluator = new Evaluator(own);
    this.#reachability = new Reachability(this.evaluator);
    this.#loading = new ModuleLoading(own, this.#reachability);
    this.#effects = new Effects(this.#reachability, this.#loading, checker);
  }

  /** Marks the statements of a file as running at a moment. */
  runModule(module: OwnModule, moment: Moment): void {
    this.#reachability.reachModule(module, moment);
  }

  /** True if the statements of a file run when the host loads the package. */
  isImported(path: string): boolean {
    return [...this.#reachability.bodies.values()].some(
      ({ root, home, moment }) => runsOnLoad(moment) && home.path === path && root === home.source.root,
    );
  }

  /** Marks the main blocks of a file that is run as a script at this moment, unless it is imported earlier. */
  runMainBlocks({ scope }: OwnModule, moment: Moment): void {
    if (this.#reachability.bodies.get(scope.source.root)?.moment !== moment) return;
    for (const node of scope.source.root.named)
      for (const block of mainBlocksOf(node, scope)) this.#reachability.reach(block, scope, moment);
  }

  /** Lets all that is reached from now on run later. */
  finishLoading(): void {
    this.#reachability.finishLoading();
  }

  /** Reaches no further modules. */
  stopLoading(): void {
    this.#loading.isStopped = true;
  }

  /** Marks functions, and all methods of classes and instances, as running at a moment. */
  runValue(value: Value, moment: Moment): void {
    this.#reachability.runValue(value, moment);
  }

  /** Marks the special methods of instances that the host uses at a moment. */
  useValue(value: Value, moment: Moment): void {
    this.#reachability.use(value, moment, /^/);
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
      this.#reachability.hasChanged = false;
      this.evaluator.hasGrown = false;
      this.evaluator.startRound();
      for (const body of this.#reachability.bodies.values()) {
        if (!isMeant(body.moment, body.home.path) || this.#isSettled(body)) continue;
        if (this.evaluator.steps > stepsMax) return false;
        this.#walk(body, false);
      }
      if (this.evaluator.hasGrown) this.#reachability.hasChanged = true;
      if (!this.#assumeUnknown(round, rounds) && !this.#reachability.hasChanged) break;
    }
    return true;
  }

  /**
   * Follows the urgent functions, together with the constructors of their classes and the functions that they call.
   * @param stepsMax limit of the evaluator's steps
   */
  followUrgent(stepsMax: number): void {
    this.evaluator.startRound();
    for (const body of this.#reachability.bodies.values()) {
      if (body.moment !== 'later' || !body.fn || !this.relevance.isUrgent(body.fn) || this.#isSettled(body)) continue;
      if (this.evaluator.steps > stepsMax) return;
      for (const root of this.#reachedBy(body)) {
        const called = this.#reachability.bodies.get(root)!;
        if (called.moment === 'later' && called.dependencies === undefined) this.#walk(called, false);
      }
      this.evaluator.startRound();
      if (!this.#isSettled(body)) this.#walk(body, false);
    }
  }

  /** Walks a body. @returns the roots of the bodies that it reaches, the constructor of its class first */
  #reachedBy(body: Body): ReadonlySet<PythonNode> {
    const roots = new Set<PythonNode>();
    const owner = body.fn?.owner;
    this.#reachability.reached = roots;
    if (owner) this.#reachability.runMethods(owner, CONSTRUCTOR, 'later');
    this.#walk(body, false);
    this.#reachability.reached = undefined;
    return roots;
  }

  /** Names and arguments become known in the first rounds. @returns true if something was still unknown */
  #assumeUnknown(round: number, rounds: number): boolean {
    const isStable = !this.#reachability.hasChanged;
    if ((isStable || round >= ARGUMENTS_ROUND) && this.evaluator.completeArguments()) return true;
    return (isStable || round >= Math.min(LOADING_ROUND, rounds - 1)) && this.#loading.loadUnknown();
  }

  #isSettled({ dependencies }: Body): boolean {
    return dependencies !== undefined && this.evaluator.dependencies.isUnchanged(dependencies);
  }

  /** Reports findings about all calls in the selected bodies. */
  reportAll(isMeant: (moment: Moment, path: string) => boolean): void {
    this.evaluator.startRound();
    for (const body of this.#reachability.bodies.values())
      if (isMeant(body.moment, body.home.path)) this.#walk(body, true);
  }

  /**
   * Reports findings about all calls in bodies that run later. After that, these can't be walked again. Functions that
   * were not followed have passed nothing on, so of them only those that are dangerous themselves are walked. Those
   * that get something dangerous come first, because they may pass it on.
   */
  reportLater(): void {
    this.evaluator.startRound();
    const done = new Set<Body>();
    const report = (isNext: (body: Body) => boolean): void => {
      for (const body of this.#reachability.bodies.values()) {
        if (body.moment !== 'later' || done.has(body) || !isNext(body)) continue;
        done.add(body);
        this.#reportLast(body);
      }
    };
    const isGiven = ({ fn, dependencies }: Body): boolean =>
      dependencies === undefined && fn !== undefined && getsDanger(fn);
    report(isGiven);
    report(
      (body) => body.dependencies !== undefined || !body.fn || this.relevance.isDangerous(body.fn) || isGiven(body),
    );
  }

  /** Reports findings about all calls in the selected bodies, which can't be walked again after that. */
  reportRest(isMeant: (moment: Moment, path: string) => boolean): void {
    this.evaluator.startRound();
    for (const body of this.#reachability.bodies.values())
      if (isMeant(body.moment, body.home.path)) this.#reportLast(body);
  }

  #reportLast(body: Body): void {
    this.#walk(body, true);
    this.evaluator.release(body.root);
    body.release();
  }

  /** Number of reached bodies. */
  get size(): number {
    return this.#reachability.bodies.size;
  }

  /** Paths of all files with a reached body. */
  get reachedPaths(): Set<string> {
    return new Set([...this.#reachability.bodies.values()].map(({ home }) => home.path));
  }

  /** Marks the relevant functions and main blocks of reached files as running later, if not reached yet. */
  reachRest(): void {
    const functions: LaterFunction[] = [];
    for (const { root, home } of [...this.#reachability.bodies.values()]) {
      if (root !== home.source.root || this.#explored.has(root)) continue;
      this.#explored.add(root);
      functions.push(...this.#definitionsIn(root, home));
    }
    const inner = ({ node, scope }: LaterFunction): LaterFunction[] => {
      const body = node.child('body')!;
      return DEFINES.test(scope.home.source.text(body)) ? this.#definitionsIn(body, scope.child(node)) : [];
    };
    for (const { node, scope } of this.relevance.of(functions, inner))
      this.#reachability.reach(node.child('body')!, this.evaluator.functionOf(node, scope), 'later');
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
        else if (isMainBlock(node, scope)) this.#reachability.reach(node, scope, 'later');
        return true;
      },
      (node) => {
        if (opensScope(node)) scopes.pop();
      },
    );
    return functions;
  }

  #walk(body: Body, isReporting: boolean): void {
    body.dependencies = this.evaluator.dependencies.open(undefined);
    this.#follow(body, isReporting);
    this.evaluator.dependencies.close();
  }

  #follow(body: Body, isReporting: boolean): void {
    const { fn } = body;
    if (fn?.node.type === 'lambda')
      this.#reachability.flow.addResult(fn, this.evaluator.evaluate(body.root, body.scope));
    body.steps ??= this.#stepsOf(body);
    let from = Infinity;
    let to = 0;
    for (const step of body.steps) {
      const { node } = step;
      const isWaiting = step.isSwitchedOff || (node.from >= from && node.to <= to);
      this.#effects.apply(step, fn, isWaiting ? 'later' : body.moment, isReporting);
      const end = this.#reachability.isRaised(this.#reachability.queues)
        ? undefined
        : endOfWaiting(step, this.evaluator);
      if (end === undefined || end <= to) continue;
      from = Math.min(from, node.to);
      to = end;
    }
  }

  #stepsOf(body: Body): Step[] {
    const steps: Step[] = [];
    const outer = body.scope;
    const scopes: Scope[] = [outer];
    let offTo = 0;
    body.root.walk(
      (node) => {
        const scope = scopes.at(-1)!;
        if (this.#isSkipped(node, body, outer, scope)) return false;
        if (node.from >= offTo && isLeftOut(node, scope, this.#settingName)) offTo = node.to;
        if (hasEffect(node) && (node.type !== 'identifier' || isImported(node, scope)))
          steps.push({ node, scope, isSwitchedOff: node.from < offTo });
        if (opensScope(node)) scopes.push(scope.child(node));
        return true;
      },
      (node) => {
        if (opensScope(node)) scopes.pop();
      },
    );
    return steps;
  }

  /** True for statements that do not run with the body: of functions, main blocks, `if False` and other constants. */
  #isSkipped(node: PythonNode, { root }: Body, scope: Scope, inner: Scope): boolean {
    if (node === root) return false;
    if (isFunctionBody(node)) return true;
    return (
      isMainBlock(node, scope) ||
      (node.field === 'consequence' && isNeverTrue(node.parent!, scope)) ||
      isLeftOut(node, inner, this.#constantName)
    );
  }

  readonly #settingName: ConstantName = (node, scope) => {
    // The archive has the file, but its user may remove it.
    if (node.type === 'call') return this.own.finds(node, scope.home) ? true : undefined;
    const name = scope.home.text(node);
    for (let inner = scope; inner.parent; inner = inner.parent) if (inner.names.has(name)) return undefined;
    return this.evaluator.settingOf(name, scope.home);
  };

  readonly #constantName: ConstantName = (node, scope) =>
    node.type === 'call' ? undefined : this.evaluator.constantOf(node, scope);
}

/** True for a function to which something dangerous was passed, or data from outside. */
const getsDanger = ({ params }: OwnFunction): boolean =>
  [...params.values()].some(
    ({ refs, marks }) =>
      (marks & FOREIGN) !== 0 || refs.some((ref) => ref.kind === 'external' && DANGEROUS_WORD.test(ref.path)),
  );
