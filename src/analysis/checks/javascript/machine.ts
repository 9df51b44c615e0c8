import type { AnyNode, Class as ClassNode, Function as FunctionNode, ModuleDeclaration, Statement } from 'acorn';
import { type FindingLevel, isGraver } from '../../../values/finding-levels.js';
import { passedOn } from './marks.js';
import {
  type Environment,
  MARK,
  NOTHING,
  OPEN,
  opened,
  type ScriptFile,
  type Site,
  Thing,
  thingValue,
  type Value,
} from './values.js';

/** Something that a script does. */
export interface ScriptFinding {
  readonly path: string;
  readonly level: FindingLevel;
  readonly line: number;
  readonly message: string;
  readonly call: string;
}

/** In which event code runs. */
export interface Context {
  /** True if the user asked for it, such as by a click on an element. */
  readonly isAsked: boolean;
  /** True in a timer. */
  readonly isTimer?: boolean;
  /** True while something is copied. */
  readonly isCopying?: boolean;
}

/** A function that the browser calls later. */
export interface Callback {
  readonly callee: Value;
  readonly args: readonly Value[];
  readonly self: Value;
  readonly site: Site;
  readonly context: Context;
}

/** Thrown when the analysis of the scripts exceeds its steps. */
class TooManySteps extends Error {}

/** Steps for each character of the sources: in which calls are analysed one by one, and further ones. */
const FAST_STEPS = 2;
const FAST_STEPS_MIN = 3000;
const FAST_STEPS_MAX = 40_000;
/** For all scripts together. */
const FAST_STEPS_ALL = 100_000;
const STEPS = 0.2;
const STEPS_MIN = 3000;
/** Steps for all small scripts of an archive together, and for all large ones, 2 to 3 µs each. */
const STEPS_ALL = 100_000;
/** No part of the analysis takes more than this share of the steps that are left. */
const SHARE_MAX = 0.25;

/** The steps that are left for scripts of an archive. */
export class Budget {
  #left = STEPS_ALL;

  /** The number of steps that a part of the analysis may take which wants to take a number of them. */
  allow(wanted: number): number {
    return Math.min(wanted, Math.max(STEPS_MIN, this.#left * SHARE_MAX));
  }

  take(steps: number): void {
    this.#left -= steps;
  }
}
const PATHS_MAX = 20_000;
const CALLBACKS_MAX = 3000;
/** How often one function may wait to be called. */
const WAITING_MAX = 3;

/** Sources whose objects have these marks, by their names. */
const SOURCES: readonly (readonly [RegExp, number])[] = [
  [/^(localStorage|sessionStorage|indexedDB|cookieStore|navigator\.credentials)\b/, MARK.private | MARK.stored],
  [/^navigator\.clipboard\.read(Text)?\(\)/, MARK.private | MARK.stored | MARK.copied],
  [/^navigator\.mediaDevices\.get(User|Display)Media\(\)/, MARK.private],
  [/\bapi\.get(Settings?|UserData|Items)\(\)/, MARK.stored],
  [/\b(api\.authToken|settings\.settingsValues)\b/, MARK.private | MARK.stored],
  [/^location\.(search|hash)\b/, MARK.answer],
  [/\b(root)?[gG]raph\.(_?nodes|_nodes_by_id|_nodes_in_order)\b/, MARK.work],
  [/\b(?:(root)?[gG]raph\.(serialize|asSerialisable)|graphToPrompt|api\.get(History|Queue))\(\)/, MARK.work],
];

/** Stands for the databases of the scripts among the items that they store. */
export const DATABASE = 'indexedDB';

/** The steps of the analysis that call each other. */
export interface Operations {
  /** Evaluates an expression to all values that it may have. */
  evaluate(machine: Machine, node: AnyNode, env: Environment): Value;
  /** Declares what a function or program hoists, and runs it. */
  runBody(machine: Machine, body: readonly (Statement | ModuleDeclaration)[], env: Environment): void;
  runStatement(machine: Machine, node: Statement | ModuleDeclaration, env: Environment): void;
  /** The result of calling a value. */
  call(machine: Machine, callee: Value, args: readonly Value[], self: Value, site: Site): Value;
  callMember(machine: Machine, of: Value, key: Value | string, args: readonly Value[], site: Site): Value;
  /** The result of `new`. */
  construct(machine: Machine, callee: Value, args: readonly Value[], site: Site): Value;
  /** Calls a function of a script; with separate variables if `isFresh`. */
  invoke(machine: Machine, callee: Thing, args: readonly Value[], self: Value, site: Site, isFresh?: boolean): Value;
}

/** The state of the analysis of the scripts of an archive. */
export class Machine {
  readonly #paths = new Map<string, Thing>();
  readonly globals = Object.assign(new Thing('window'), { isShared: true });
  readonly findings = new Map<string, ScriptFinding>();
  readonly callbacks: Callback[] = [];
  readonly #waiting = new Map<Thing, number>();
  /** All functions of the scripts, as they were created. */
  readonly closures: Thing[] = [];
  /** Functions that have been analysed. */
  readonly reached = new Set<FunctionNode | ClassNode>();
  readonly active = new Set<FunctionNode | ClassNode>();
  /** Bound functions whose targets are being called. */
  readonly activeBound = new Set<Thing>();
  /** How often each function was analysed for all of its calls in this round. */
  readonly runs = new Map<FunctionNode | ClassNode, number>();
  context: Context = { isAsked: false };
  /** Texts that scripts run as code. */
  readonly nested = new Map<string, ScriptFile>();
  /** Items of the storage that the scripts store, and that they read. */
  readonly storedItems = new Map<string, Value>();
  readonly readItems = new Set<string>();
  /** The values that scripts post to workers and windows of the host. */
  posted = NOTHING;
  /** The values that each file throws. */
  readonly thrown = new Map<ScriptFile, Value>();
  depth = 0;
  isChanged = false;
  #steps = 0;
  #fastMax = 0;
  #stepsMax = 0;
  /** Findings that depend on what else the file does. */
  readonly #pending: (() => void)[] = [];
  /** Files that send requests elsewhere. */
  readonly sending = new Set<ScriptFile>();
  /** Files that choose something by names of secrets. */
  readonly asking = new Set<ScriptFile>();
  /** Files that read secrets, or what the user has copied. */
  readonly reading = new Set<ScriptFile>();
  /** Small files that add a form to the page which sends elsewhere. */
  readonly addingForms = new Set<ScriptFile>();
  readonly watchingCopies = new Set<ScriptFile>();

  constructor(
    readonly operations: Operations,
    /** Returns what a module of the archive exports; the module itself for an empty specifier. */
    readonly exportsOf: (from: string, specifier: string) => Thing | undefined,
    /** Items of the storage that the scripts store themselves. */
    readonly ownItems: ReadonlyMap<string, Value>,
    private readonly budget: Budget,
  ) {}

  /** Evaluates an expression to all values that it may have. */
  evaluate(node: AnyNode, env: Environment): Value {
    return this.operations.evaluate(this, node, env);
  }

  /** The result of calling a value. */
  call(callee: Value, args: readonly Value[], self: Value, site: Site): Value {
    return this.operations.call(this, callee, args, self, site);
  }

  /** A call of which only the arguments are known. It may call functions among them, and may clean texts. */
  callUnknown(values: readonly Value[], site: Site): Value {
    const marks = passedOn(values) & ~MARK.answerText;
    for (const callee of values)
      this.enqueue({ callee, args: [opened(marks), OPEN], self: OPEN, site, context: this.context });
    return opened(marks);
  }

  /** True if calls can still be analysed one by one. */
  get isFast(): boolean {
    return this.#steps < this.#fastMax;
  }

  step(): void {
    if (++this.#steps > this.#stepsMax) throw new TooManySteps();
  }

  /** Runs a part of the analysis until it has taken the steps that its size allows. */
  limited(size: number, work: () => void): void {
    const fast = this.budget.allow(Math.min(FAST_STEPS_MIN + size * FAST_STEPS, FAST_STEPS_MAX));
    const before = this.#steps;
    this.#fastMax = Math.min(before + fast, FAST_STEPS_ALL);
    this.#stepsMax = before + this.budget.allow(fast + STEPS_MIN + size * STEPS);
    try {
      work();
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
    } finally {
      this.budget.take(this.#steps - before);
    }
  }

  /** Runs a part of the analysis that may be too deeply nested. */
  attempt(work: () => void): void {
    this.depth = 0;
    this.active.clear();
    try {
      work();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }

  /** Evaluates everything once more. */
  startRound(): void {
    this.isChanged = false;
    this.callbacks.length = 0;
    this.#waiting.clear();
    this.runs.clear();
    this.reached.clear();
  }

  /** The object of the browser or the host with a name. */
  path(name: string): Thing {
    let thing = this.#paths.get(name);
    if (!thing) {
      thing = new Thing(name);
      thing.isShared = true;
      const isOwn = name.startsWith('indexedDB') && name !== 'indexedDB.databases()' && this.ownItems.has(DATABASE);
      for (const [pattern, marks] of SOURCES) if (!isOwn && pattern.test(name)) thing.marks |= marks;
      if (this.#paths.size < PATHS_MAX) this.#paths.set(name, thing);
    }
    return thing;
  }

  /** The value that is an object of the browser or the host. */
  pathValue(name: string): Value {
    return thingValue(this.path(name), MARK.open);
  }

  /** Reports something that the code at a position does; for code in a text, at the position that runs it. */
  report(level: FindingLevel, { node, env }: Site, message: string): void {
    const { path, source, site, line } = env.file;
    if (site) {
      this.report(level, site, message);
      return;
    }
    const key = `${path}\0${node.start}\0${message}`;
    const known = this.findings.get(key);
    if (known && !isGraver(level, known.level)) return;
    const call = source.slice(node.start, Math.min(node.end, node.start + 300)).split('\n')[0]!;
    this.findings.set(key, { path, level, line: line + lineAt(source, node.start) - 1, message, call });
  }

  /** Judges something once everything is known about the file. */
  later(judge: () => void): void {
    if (this.#pending.length < 2000) this.#pending.push(judge);
  }

  judgePending(): void {
    for (const judge of this.#pending) judge();
  }

  /** Lets a function run after the rest of the script. */
  enqueue(callback: Callback): void {
    const functions = callback.callee.things.filter(({ code, bound }) => code ?? bound);
    if (functions.length === 0 || this.callbacks.length >= CALLBACKS_MAX) return;
    const known = this.#waiting.get(functions[0]!) ?? 0;
    if (known >= WAITING_MAX) return;
    this.#waiting.set(functions[0]!, known + 1);
    this.callbacks.push(callback);
  }

  /** Runs some code in another context. */
  within<T>(context: Context, work: () => T): T {
    const before = this.context;
    this.context = context;
    try {
      return work();
    } finally {
      this.context = before;
    }
  }

  /** A function or class of the script. */
  closure(node: FunctionNode | ClassNode, env: Environment): Thing {
    return env.allocate(node as AnyNode, () => {
      const thing = new Thing(undefined, node, env);
      this.closures.push(thing);
      return thing;
    });
  }
}

/** The value of a parameter of which only the name is known. */
export const parameterOf = (machine: Machine, name: string): Value =>
  /^(app|api|graph)$/.test(name) ? machine.pathValue(name) : OPEN;

const lineAt = (source: string, at: number): number => {
  let line = 1;
  for (let next = source.indexOf('\n'); next >= 0 && next < at; next = source.indexOf('\n', next + 1)) line++;
  return line;
};
