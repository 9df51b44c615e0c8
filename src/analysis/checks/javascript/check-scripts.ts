import type { AnyNode } from 'acorn';
import { call, callMember, construct, invoke } from './calls.js';
import { evaluate } from './expressions.js';
import { Budget, type Callback, DATABASE, Machine, type Operations, type ScriptFinding } from './machine.js';
import { parseScript } from './parse.js';
import { declareBody, runBody, runStatement } from './statements.js';
import { tellingParts } from './script-parts.js';
import { checkSpelling, checkStatements } from './text-rules.js';
import { Environment, OPEN, type Script, type ScriptFile, type Site, Thing, thingValue, type Value } from './values.js';

/** Scripts are evaluated again to pass on what later parts of them have found out. Larger ones are evaluated once. */
const ROUNDS = 3;
const ROUNDS_OF_MANY = 2;
const MANY = 300_000;
const ONCE_FROM = 400_000;

/** The most characters of one script, and of all, the smallest first. Others are not parsed: that takes too long. */
const PARSED_MAX = 1_000_000;
const PARSED_ALL_MAX = 3_000_000;
/** The most characters of all scripts that the host does not serve. There are only notes about these. */
const PARSED_UNSERVED_MAX = 200_000;

/** Scripts of this size are mostly libraries. */
const LONG = 20_000;

const TOO_DEEP = 'is too deeply nested to be checked';

/** Checks scripts for stealing what the browser stores, and for code that is hidden or loaded. Nothing is run. */
export function checkScripts(scripts: readonly Script[]): ScriptFinding[] {
  const found: ScriptFinding[] = [];
  const small: ScriptFile[] = [];
  const budgetOfLarge = new Budget();
  const parsed = parsedOf(scripts);
  const isLong = ({ source }: Script): boolean => source.length >= LONG;
  // Long ones first, because the small ones stay in memory until all of them are evaluated together.
  for (const script of [...parsed.keys()].toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))) {
    const file = parse(script, found, parsed.get(script)!);
    if (file?.isSmall) small.push(file);
    // Large ones only by themselves, so that not all of them are in memory.
    else if (file) found.push(...checkFiles([file], budgetOfLarge));
    else if (!parsed.get(script) && !script.isUnserved)
      for (const part of tellingParts(script)) found.push(...checkPart(part, budgetOfLarge));
  }
  return [...found, ...checkFiles(small, new Budget())];
}

/** Follows a part of a script that is too large as a whole. One that can't be parsed alone is left out. */
function checkPart({ path, source, line = 1 }: Script, budget: Budget): ScriptFinding[] {
  try {
    const file = parseScript(path, source, line);
    return file ? checkFiles([{ ...file, isSmall: false }], budget) : [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ path, level: 'hold', line, message: TOO_DEEP, call: source.slice(0, 300).split('\n')[0]! }];
  }
}

/** The scripts, the smallest first, and whether each is parsed. */
function parsedOf(scripts: readonly Script[]): Map<Script, boolean> {
  let left = PARSED_ALL_MAX;
  let leftUnserved = PARSED_UNSERVED_MAX;
  const inOrder = scripts.toSorted(
    (a, b) => Number(!!a.isUnserved) - Number(!!b.isUnserved) || a.source.length - b.source.length,
  );
  return new Map(
    inOrder.map((script) => {
      // Spaces take no time, and may be there to make a script too large.
      const length = script.source.replace(/\s+/g, ' ').length;
      left -= length;
      if (script.isUnserved) leftUnserved -= length;
      return [script, length <= PARSED_MAX && left >= 0 && leftUnserved >= 0];
    }),
  );
}

/** Checks the text of a script, and parses it unless it is too large. */
function parse(
  { path, source, line = 1, isUnserved }: Script,
  found: ScriptFinding[],
  isParsed: boolean,
): ScriptFile | undefined {
  let file: ScriptFile | undefined;
  const report = (level: ScriptFinding['level'], index: number, message: string): void => {
    const at = line + source.slice(0, index).split('\n').length - 1;
    found.push({ path, level, line: at, message, call: source.slice(index, index + 300).split('\n')[0]! });
  };
  try {
    if (isParsed) file = parseScript(path, source, line);
    else if (!isUnserved) report('warn', 0, 'is too large to be followed, so only its text was checked');
    if (isParsed && !file) report('warn', 0, 'is no JavaScript that a browser can run, so it was not checked further');
  } catch {
    report('hold', 0, TOO_DEEP);
  }
  const isSmall = file?.isSmall ?? source.length < ONCE_FROM;
  for (const { level, index, message } of checkSpelling(source, isSmall)) report(level, index, message);
  // Not all of a large script is followed.
  if (!file?.isSmall) for (const { level, index, message } of checkStatements(source)) report(level, index, message);
  return file;
}

/** Checks files whose functions may call each other. */
function checkFiles(files: readonly ScriptFile[], budget: Budget): ScriptFinding[] {
  const first = new Evaluation(files, new Map(), budget);
  const found = first.evaluate();
  const { storedItems, readItems } = first.machine;
  const isOwn = [...storedItems.keys()].some((name) => readItems.has(name) || name === DATABASE);
  // The items that the scripts store themselves are known now.
  const isHeld = found.some(({ level }) => level === 'hold');
  return isOwn && isHeld ? new Evaluation(files, storedItems, budget).evaluate() : found;
}

const OPERATIONS: Operations = { evaluate, runBody, runStatement, call, callMember, construct, invoke };

/** Evaluates files until nothing new is found out. */
class Evaluation {
  readonly #environments = new Map<ScriptFile, Environment>();
  readonly #exports = new Map<string, Thing>();
  readonly machine: Machine;
  readonly #files: readonly ScriptFile[];

  constructor(files: readonly ScriptFile[], ownItems: ReadonlyMap<string, Value>, budget: Budget) {
    this.machine = new Machine(OPERATIONS, (from, specifier) => this.#exportsOf(from, specifier), ownItems, budget);
    for (const { path } of files) this.#exports.set(path, new Thing());
    this.#files = this.#importedFirst(files.toSorted((one, other) => one.source.length - other.source.length));
  }

  /** Sorts files like the browser runs them: a file comes after those that it imports. */
  #importedFirst(files: readonly ScriptFile[]): readonly ScriptFile[] {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const sorted = new Set<ScriptFile>();
    const seen = new Set<ScriptFile>();
    // The last file is added when all that it imports are. Without recursion, because chains may be long.
    const stack = files.toReversed();
    while (stack.length > 0) {
      const file = stack.at(-1)!;
      const imported = seen.has(file) ? [] : this.#importedBy(file, byPath).filter((other) => !seen.has(other));
      seen.add(file);
      stack.push(...imported);
      if (imported.length === 0) sorted.add(stack.pop()!);
    }
    return [...sorted];
  }

  #importedBy({ path, program }: ScriptFile, byPath: ReadonlyMap<string, ScriptFile>): ScriptFile[] {
    return program.body.flatMap((statement) => {
      const specifier = 'source' in statement ? statement.source?.value : undefined;
      const target = typeof specifier === 'string' ? this.#pathOf(path, specifier) : undefined;
      return (target === undefined ? undefined : byPath.get(target)) ?? [];
    });
  }

  evaluate(): ScriptFinding[] {
    const size = this.#files.reduce((sum, { source }) => sum + source.length, 0);
    const rounds = size < MANY ? ROUNDS : ROUNDS_OF_MANY;
    for (let round = 0; round < rounds && (round === 0 || this.machine.isChanged); round++) this.#runAll(round);
    this.machine.judgePending();
    return [...this.machine.findings.values()];
  }

  #runAll(round: number): void {
    const machine = this.machine;
    machine.startRound();
    for (const file of this.#files) {
      if (round > 0 && file.source.length > ONCE_FROM) continue;
      let env = this.#environments.get(file);
      if (!env) this.#environments.set(file, (env = new Environment(file)));
      env.self = thingValue(machine.globals);
      this.#runProgram(file, env);
    }
    const size = this.#files.reduce((sum, { source }) => sum + source.length, 0);
    const runCallbacks = (): void => {
      for (let at = 0; at < machine.callbacks.length; at++) this.#runCallback(machine.callbacks[at]!);
    };
    machine.limited(size / 5, runCallbacks);
    machine.limited(size, () => {
      for (let at = 0; at < machine.closures.length; at++) this.#runUnreached(machine.closures[at]!);
    });
    machine.limited(size / 5, runCallbacks);
  }

  /** Runs the statements of a file, those of a large one in parts that have limits of their own. */
  #runProgram({ program: { body }, source, isSmall }: ScriptFile, env: Environment): void {
    const machine = this.machine;
    machine.limited(source.length, () => machine.attempt(() => declareBody(machine, body, env)));
    for (const part of isSmall ? [body] : partsOf(body))
      machine.limited(isSmall ? source.length : part.at(-1)!.end - part[0]!.start, () =>
        machine.attempt(() => {
          for (const statement of part) runStatement(machine, statement, env);
        }),
      );
  }

  #runCallback({ callee, args, self, site, context }: Callback): void {
    const machine = this.machine;
    machine.attempt(() => machine.within(context, () => call(machine, callee, args, self, site)));
  }

  /** Runs a function that nothing calls, such as a method that the host calls. */
  #runUnreached(closure: Thing): void {
    const machine = this.machine;
    const { code, scope } = closure;
    if (!code || 'superClass' in code || machine.reached.has(code)) return;
    const site: Site = { node: code as AnyNode, env: scope! };
    machine.attempt(() => machine.within({ isAsked: true }, () => invoke(machine, closure, [], OPEN, site)));
  }

  #exportsOf(from: string, specifier: string): Thing | undefined {
    const path = specifier === '' ? from : this.#pathOf(from, specifier);
    return path === undefined ? undefined : this.#exports.get(path);
  }

  /** The path of the file that a specifier means; `undefined` if it can be none of the archive. */
  #pathOf(from: string, specifier: string): string | undefined {
    const path = specifier.split(/[?#]/, 1)[0]!;
    if (path.startsWith('.')) return resolved(from, path);
    // `/extensions/PACKAGE/…`
    const end = /^\/extensions\/[^/]{1,200}\/(.+)$/.exec(path)?.[1];
    return end === undefined
      ? undefined
      : [...this.#exports.keys()].find((one) => one === end || one.endsWith(`/${end}`));
  }
}

/** Length of the parts of a large script, unless a statement is longer. */
const PART = 20_000;

/** Groups statements in their order. */
function partsOf<T extends { readonly start: number; readonly end: number }>(body: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (const statement of body) {
    const part = parts.at(-1);
    if (part && statement.end - part[0]!.start <= PART) part.push(statement);
    else parts.push([statement]);
  }
  return parts;
}

/** The path of a file from the path of another one. */
function resolved(from: string, path: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
