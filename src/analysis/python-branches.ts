import { Definitions, type Ending } from './python-definitions.js';
import { catches, type Raised } from './python-errors.js';
import type { PythonNode } from './python-syntax.js';
import { areAll, areEqual, truthOf } from './python-comparisons.js';
import {
  type Doubt,
  identityOf,
  isMaybe,
  isUnordered,
  NONE,
  type Scope,
  type Unknown,
  type Value,
} from './python-values.js';

/** Interprets `if`, `try` and `match`: which branches are taken, and which may be. */
export abstract class Branches extends Definitions {
  /** Code that may fail: an import within the archive that can't be resolved, or a call of a built-in function. */
  protected shaky: Unknown | undefined;
  /** The error that the last import surely raised, and the doubt that it was in. */
  #failed: { readonly because: Unknown; readonly doubt: Doubt | undefined } | undefined;

  protected noteShaky(because: Unknown): void {
    this.shaky = because;
  }

  protected importFails(because: Unknown): void {
    this.#failed = { because, doubt: this.doubt };
  }

  /** Follows one statement. */
  protected abstract run(statement: PythonNode, scope: Scope): Ending | undefined;

  /** Follows the branch that is taken, or all of them as doubtful if the condition is unknown. */
  protected ifStatement(statement: PythonNode, scope: Scope): Ending | undefined {
    const branches: PythonNode[] = [];
    let because: Unknown | undefined;
    let isComplete = false;
    for (const part of [statement, ...statement.all('alternative')]) {
      const condition = part.child('condition');
      const body = part.child('consequence') ?? part.child('body');
      const truth = condition ? truthOf(this.evaluate(condition, scope)) : true;
      if (truth === false) continue;
      if (body) branches.push(body);
      isComplete = truth === true;
      if (isComplete) break;
      because ??= this.unknown(condition ?? statement, scope, 'decides');
    }
    if (!because) return this.body(branches[0], scope);
    return this.eitherOf(
      branches.map((branch) => () => this.body(branch, scope)),
      isComplete,
      because,
    );
  }

  /** Follows all branches as doubtful, and joins how they end. */
  protected eitherOf(
    branches: readonly (() => Ending | undefined)[],
    isComplete: boolean,
    because: Unknown,
  ): Ending | undefined {
    const endings = branches.map((branch) => this.inDoubt(because, branch));
    // Assumes that statements which raise an error are not reached.
    const left = endings.filter((ending) => ending?.kind !== 'raise');
    const hows = left.map((ending) => (ending?.kind === 'maybe' ? ending.how : ending?.kind));
    const how = (['return', 'break', 'continue'] as const).find((kind) => hows.includes(kind));
    if (how === undefined) return undefined;
    if (!isComplete || left.some((ending) => ending?.kind !== 'return')) return { kind: 'maybe', how, because };
    const values = left.flatMap((ending) => (ending?.kind === 'return' ? [ending.value] : []));
    return { kind: 'return', value: values.reduce((a, b) => this.either(a, b, because)) };
  }

  /**
   * Assumes that the body of a `try` succeeds, as it does if everything that it imports is installed. Its handlers are
   * interpreted only if the body fails, or may fail, for another reason.
   */
  protected tryStatement(statement: PythonNode, scope: Scope): Ending | undefined {
    const handlers = statement.named.filter(({ type }) => type === 'except_clause');
    const otherwise = bodyOf(statement.ofType('else_clause'));
    const outer = this.shaky;
    const outerFailed = this.#failed;
    this.shaky = undefined;
    this.#failed = undefined;
    const statements = statement.child('body')?.named ?? [];
    let ending: Ending | undefined;
    let shaky: Unknown | undefined;
    const raised = this.trying(() => {
      for (const inner of statements) {
        ending = shaky ? this.inDoubt(shaky, () => this.run(inner, scope)) : this.run(inner, scope);
        shaky ??= this.shaky;
        if (ending?.kind === 'raise' && !this.raised) this.raise(ending.because, ending.error);
        if (ending || this.raised || this.#isFailed()) break;
      }
    });
    const isFailed = this.#isFailed();
    this.shaky = outer;
    this.#failed = outerFailed;
    const catching = isFailed ? handlers.find((handler) => catchesImports(handler, scope)) : undefined;
    if (catching) {
      const handled = this.#handle(catching, scope);
      ending = handled?.kind === 'raise' ? undefined : handled;
      return this.body(bodyOf(statement.ofType('finally_clause')), scope) ?? ending;
    }
    if (raised && !shaky) {
      const handler = this.#handlerOf(raised, handlers, scope);
      if (handler !== undefined) {
        const handled: Ending | undefined = handler ? this.#handle(handler, scope) : { kind: 'raise', ...raised };
        if (handled?.kind === 'raise') this.raise(handled.because, handled.error);
        return this.body(bodyOf(statement.ofType('finally_clause')), scope) ?? handled;
      }
      ending = { kind: 'raise', ...raised };
    }
    const because = ending?.kind === 'raise' ? ending.because : shaky;
    if (because) {
      const handled = this.eitherOf(
        handlers.map((handler) => () => this.body(bodyOf(handler), scope)),
        false,
        because,
      );
      ending = ending?.kind === 'raise' ? handled : ending ? { kind: 'maybe', how: 'return', because } : handled;
    }
    if (!ending)
      ending = because
        ? this.eitherOf(otherwise ? [() => this.body(otherwise, scope)] : [], false, because)
        : this.body(otherwise, scope);
    return this.body(bodyOf(statement.ofType('finally_clause')), scope) ?? ending;
  }

  /** The handler that catches an error; false if none does, undefined if it is not known which one. */
  #handlerOf({ error }: Raised, handlers: readonly PythonNode[], scope: Scope): PythonNode | false | undefined {
    for (const handler of handlers) {
      const [caught] = handler.named;
      const type = caught?.type === 'as_pattern' ? caught.named[0] : caught;
      if (!type || type.type === 'block') return handler;
      const isCaught = error && catches(this.evaluate(type, scope), error);
      if (isCaught !== false) return isCaught ? handler : undefined;
    }
    return false;
  }

  #handle(handler: PythonNode, scope: Scope): Ending | undefined {
    const [caught] = handler.named;
    const alias = caught?.type === 'as_pattern' ? caught.child('alias') : undefined;
    if (alias) this.assign(alias, this.unknown(handler, scope, 'is an error'), scope);
    const ending = this.body(bodyOf(handler), scope);
    // Python gives the name another value first, because the handler may have deleted it.
    if (alias) this.assign(alias, NONE, scope);
    if (alias) this.remove(alias.named[0] ?? alias, scope);
    return ending;
  }

  /** True if an import surely failed, and not only if a condition is true. */
  #isFailed(): boolean {
    return this.#failed !== undefined && this.#failed.doubt === this.doubt;
  }

  /** Follows the `case` that fits, or all that may. */
  protected matchStatement(statement: PythonNode, scope: Scope): Ending | undefined {
    const subjects = statement.all('subject');
    const subject = subjects.length === 1 ? subjects[0] : undefined;
    const value = subject ? this.evaluate(subject, scope) : this.unknown(statement, scope, 'decides');
    const branches: PythonNode[] = [];
    let isOpen = false;
    let isComplete = false;
    for (const clause of statement.child('body')?.all('alternative') ?? []) {
      const patterns = clause.named.filter(({ type }) => type === 'case_pattern');
      const body = clause.child('consequence');
      const fits = patterns.length === 1 ? this.#fits(patterns[0]!.children, value, scope) : undefined;
      const guard = clause.child('guard')?.named[0];
      const isMet = guard && fits !== false ? truthOf(this.evaluate(guard, scope)) : true;
      if (fits === false || isMet === false || !body) continue;
      branches.push(body);
      isComplete = fits === true && isMet === true;
      if (isComplete) break;
      isOpen = true;
    }
    if (!isOpen) return this.body(branches[0], scope);
    return this.eitherOf(
      branches.map((branch) => () => this.body(branch, scope)),
      isComplete,
      this.unknown(subject ?? statement, scope, 'decides'),
    );
  }

  /** Whether a value has the form of a pattern; undefined if that is unknown. */
  #fits(pattern: readonly PythonNode[], value: Value, scope: Scope): boolean | undefined {
    const [first] = pattern;
    if (!first || pattern.length > 1) return undefined;
    if (first.type === '_') return true;
    if (first.type === 'dotted_name') {
      if (first.children.length > 1) return undefined;
      this.bind(scope, scope.module.text(first), value);
      return true;
    }
    if (['true', 'false', 'none'].includes(first.type)) {
      const wanted = this.evaluate(first, scope);
      const isSame = value.kind === 'constant' && wanted.kind === 'constant' && value.value === wanted.value;
      return value.kind === 'unknown' ? undefined : isSame;
    }
    if (['string', 'integer', 'float'].includes(first.type)) return areEqual(value, this.evaluate(first, scope));
    if (first.type === 'tuple_pattern' || first.type === 'list_pattern')
      return this.#fitsEach(first.named, value, scope);
    if (first.type === 'dict_pattern') return this.#fitsKeys(first, value, scope);
    // A sign is a separate child, and which value it belongs to is unknown.
    if (first.type !== 'union_pattern' || !first.children.every(({ isNamed, type }) => isNamed || type === '_'))
      return undefined;
    const any = first.children.map((inner) => this.#fits([inner], value, scope));
    return any.includes(true) ? true : any.includes(undefined) ? undefined : false;
  }

  /** Whether the items of a list or tuple have the form of patterns, one each. */
  #fitsEach(patterns: readonly PythonNode[], value: Value, scope: Scope): boolean | undefined {
    if (value.kind === 'constant' || value.kind === 'dictionary') return false;
    if (value.kind !== 'list' || value.form === 'set' || value.loose || isUnordered(value)) return undefined;
    if (patterns.some((pattern) => pattern.ofType('splat_pattern'))) return undefined;
    if (patterns.length !== value.items.length) return false;
    return areAll(patterns.map((pattern, at) => this.#fits(pattern.children, value.items[at]!, scope)));
  }

  /** Whether a dictionary has the keys of a pattern, with values of their forms. */
  #fitsKeys(pattern: PythonNode, value: Value, scope: Scope): boolean | undefined {
    if (value.kind === 'constant' || value.kind === 'list') return false;
    const keys = pattern.all('key');
    if (value.kind !== 'dictionary' || value.loose.length > 0 || keys.length < pattern.named.length / 2)
      return undefined;
    const values = pattern.all('value');
    return areAll(
      keys.map((key, at) => {
        const identity = identityOf(this.evaluate(key, scope));
        const found = identity === undefined ? undefined : value.entries.get(identity)?.value;
        if (!found) return identity === undefined ? undefined : false;
        return isMaybe(found) ? undefined : this.#fits(values[at]?.children ?? [], found, scope);
      }),
    );
  }
}

/** True if a handler catches the error of an import. */
function catchesImports(handler: PythonNode, { module }: Scope): boolean {
  const [caught] = handler.named;
  return (
    caught?.type === 'block' ||
    (caught !== undefined && /\b(ImportError|ModuleNotFoundError|Exception|BaseException)\b/.test(module.text(caught)))
  );
}

const bodyOf = (clause: PythonNode | undefined): PythonNode | undefined => clause?.ofType('block');
