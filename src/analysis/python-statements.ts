import type { SyntaxNode } from '@lezer/common';
import { Definitions, type Ending } from './python-definitions.js';
import { childrenOf } from './python-module.js';
import { areEqual, constant, NONE, type Scope, truthOf, type Unknown, type Value } from './python-values.js';

const ROUNDS_MAX = 1000;
/** Follows statements: what they bind, and which way they go. */
export abstract class Statements extends Definitions {
  /** An import of this archive that can't be followed: whether it fails is not known. */
  protected shaky: Unknown | undefined;

  protected abstract importInto(statement: SyntaxNode, scope: Scope): void;

  /** Follows statements one by one. */
  protected runAll(statements: readonly SyntaxNode[], scope: Scope): Ending | undefined {
    for (let index = 0; index < statements.length; index++) {
      const ending = this.#run(statements[index]!, scope);
      if (ending?.kind !== 'maybe') {
        if (ending) return ending;
        continue;
      }
      this.inDoubt(ending.because, () => this.runAll(statements.slice(index + 1), scope));
      return ending;
    }
    return undefined;
  }

  #run(statement: SyntaxNode, scope: Scope): Ending | undefined {
    return this.deeper(
      () => this.#statement(statement, scope),
      () => {
        this.loosen(scope.names, this.unknown(statement, scope, 'takes too much to find out'));
        return undefined;
      },
    );
  }

  protected body(body: SyntaxNode | undefined | null, scope: Scope): Ending | undefined {
    const statements = body ? childrenOf(body).filter(({ name }) => name !== ':') : [];
    this.charge(statements.length >> 3);
    return this.runAll(statements, scope);
  }

  #statement(statement: SyntaxNode, scope: Scope): Ending | undefined {
    const [first, ...rest] = childrenOf(statement);
    switch (statement.name) {
      case 'StatementGroup':
        return this.runAll(
          [...(first ? [first] : []), ...rest].filter(({ name }) => name !== ';'),
          scope,
        );
      case 'ImportStatement':
        this.importInto(statement, scope);
        return undefined;
      case 'ExpressionStatement':
        if (first) this.evaluateAll([first, ...rest], scope);
        return undefined;
      case 'AssignStatement':
        this.#assignment(statement, scope);
        return undefined;
      case 'UpdateStatement':
        this.#update(statement, scope);
        return undefined;
      case 'FunctionDefinition':
      case 'ClassDefinition':
      case 'DecoratedStatement':
        this.define(statement, scope);
        return undefined;
      case 'IfStatement':
        return this.#if(statement, scope);
      case 'ForStatement':
        return this.#for(statement, scope);
      case 'WhileStatement':
        return this.#while(statement, scope);
      case 'TryStatement':
        return this.#try(statement, scope);
      case 'MatchStatement':
        return this.#match(statement, scope);
      case 'WithStatement':
        this.#enter(rest, scope);
        return this.body(statement.getChild('Body'), scope);
      case 'ScopeStatement':
        this.#elsewhere(statement, scope);
        return undefined;
      case 'DeleteStatement':
        for (const target of rest) if (target.name !== ',') this.remove(target, scope);
        return undefined;
      case 'ReturnStatement':
        return { kind: 'return', value: rest.length > 0 ? this.evaluateAll(rest, scope) : NONE };
      case 'BreakStatement':
        return { kind: 'break' };
      case 'ContinueStatement':
        return { kind: 'continue' };
      case 'RaiseStatement':
        return { kind: 'raise', because: this.unknown(statement, scope, 'is an error') };
      default:
        return undefined;
    }
  }

  /** What a `with` enters. That it is left, too, is told by no mapping. */
  #enter(parts: readonly SyntaxNode[], scope: Scope): void {
    parts.forEach((part, index) => {
      const before = parts[index - 1]?.name;
      if (part.name === 'Body' || part.name === 'as' || part.name === ',' || part.name === 'with' || before === 'as')
        return;
      const manager = this.evaluate(part, scope);
      const unknown = (): Unknown => this.unknown(part, scope, 'is entered');
      const entered = this.callOwn(manager, '__enter__', [], unknown) ?? unknown();
      if (parts[index + 1]?.name === 'as' && parts[index + 2]) this.assign(parts[index + 2]!, entered, scope);
    });
  }

  #assignment(statement: SyntaxNode, scope: Scope): void {
    const parts = childrenOf(statement).filter(({ name }) => name !== 'TypeDef');
    const last = parts.findLastIndex(({ name }) => name === 'AssignOp');
    if (last === -1) return;
    const value = this.evaluateAll(parts.slice(last + 1), scope);
    let targets: SyntaxNode[] = [];
    for (const part of parts.slice(0, last + 1)) {
      if (part.name !== 'AssignOp') targets.push(part);
      else {
        this.assignAll(targets, value, scope);
        targets = [];
      }
    }
  }

  #update(statement: SyntaxNode, scope: Scope): void {
    const [target, sign, ...right] = childrenOf(statement);
    if (!target || !sign) return;
    const operator = scope.module.text(sign).slice(0, -1);
    const before = this.evaluate(target, scope);
    const value = this.evaluateAll(right, scope);
    if (operator === '|' && before.kind === 'dictionary') this.merge(before, value);
    else if (operator === '+' && before.kind === 'list' && before.form === 'list') {
      const { items, loose } = this.itemsOf(value);
      for (const item of items) this.append(before, item);
      if (loose) this.loosen(before, loose);
    } else
      this.assign(
        target,
        this.operate(operator, before, value) ??
          (value.kind === 'unknown' ? value : this.unknown(statement, scope, 'is computed')),
        scope,
      );
  }

  #elsewhere(statement: SyntaxNode, scope: Scope): void {
    const isGlobal = childrenOf(statement)[0]?.name === 'global';
    for (const node of statement.getChildren('VariableName')) {
      const name = scope.module.text(node);
      let at = scope.outer;
      while (at?.outer && (isGlobal || at.kind === 'class' || at.names.get(name) === undefined)) at = at.outer;
      if (at) scope.elsewhere?.set(name, at);
    }
  }

  /** What a condition decides: the branch that is taken, or, where it can't be told, all of them in doubt. */
  #if(statement: SyntaxNode, scope: Scope): Ending | undefined {
    const parts = childrenOf(statement);
    const branches: SyntaxNode[] = [];
    let because: Unknown | undefined;
    let isComplete = false;
    for (let index = 0; index < parts.length && !isComplete; index++) {
      const { name } = parts[index]!;
      if (name !== 'if' && name !== 'elif' && name !== 'else') continue;
      const condition = name === 'else' ? undefined : parts[index + 1];
      const body = parts.slice(index).find((part) => part.name === 'Body');
      const value: Value = condition && condition.name !== 'Body' ? this.evaluate(condition, scope) : constant(true);
      const truth = truthOf(value);
      if (truth === false) continue;
      if (body) branches.push(body);
      if (truth === undefined) because ??= this.unknown(condition ?? statement, scope, 'decides');
      else isComplete = true;
    }
    if (!because) return this.body(branches[0], scope);
    return this.#eitherOf(
      branches.map((branch) => () => this.body(branch, scope)),
      isComplete,
      because,
    );
  }

  #eitherOf(
    branches: readonly (() => Ending | undefined)[],
    isComplete: boolean,
    because: Unknown,
  ): Ending | undefined {
    const endings = branches.map((branch) => this.inDoubt(because, branch));
    // What raises an error is taken not to happen.
    const left = endings.filter((ending) => ending?.kind !== 'raise');
    const hows = left.map((ending) => (ending?.kind === 'maybe' ? ending.how : ending?.kind));
    const how = (['return', 'break', 'continue'] as const).find((kind) => hows.includes(kind));
    if (how === undefined) return undefined;
    if (!isComplete || left.some((ending) => ending?.kind !== 'return')) return { kind: 'maybe', how, because };
    const values = left.flatMap((ending) => (ending?.kind === 'return' ? [ending.value] : []));
    return { kind: 'return', value: values.every((value) => areEqual(value, values[0]!)) ? values[0]! : because };
  }

  #for(statement: SyntaxNode, scope: Scope): Ending | undefined {
    const parts = childrenOf(statement);
    const start = parts.findIndex(({ name }) => name === 'for');
    const at = parts.findIndex(({ name }) => name === 'in');
    const end = parts.findIndex(({ name }) => name === 'Body');
    if (at === -1 || end === -1) return undefined;
    const targets = parts.slice(start + 1, at);
    const { items, loose } = this.itemsOf(this.evaluateAll(parts.slice(at + 1, end), scope));
    const round = (item: Value): Ending | undefined => {
      this.assignAll(targets, item, scope);
      return this.body(parts[end], scope);
    };
    const ending = this.#rounds(
      [...items],
      loose ?? (start > 0 ? this.unknown(statement, scope, 'is awaited') : undefined),
      round,
    );
    const otherwise = parts[end + 1]?.name === 'else' ? parts[end + 2] : undefined;
    if (!ending) return this.body(otherwise, scope);
    if (ending.kind === 'break') return undefined;
    if (ending.kind === 'maybe') this.inDoubt(ending.because, () => this.body(otherwise, scope));
    return ending.kind === 'maybe' && ending.how !== 'return' ? undefined : ending;
  }

  /** Goes through the items of a loop, and how it ends: by all of them, by `break` or by more than that. */
  #rounds(
    items: readonly Value[],
    loose: Unknown | undefined,
    round: (item: Value) => Ending | undefined,
  ): Ending | undefined {
    let left: Extract<Ending, { kind: 'maybe' }> | undefined;
    for (const item of items) {
      if (this.isExhausted) break;
      const ending = left ? this.inDoubt(left.because, () => round(item)) : round(item);
      if (ending === undefined || ending.kind === 'continue') continue;
      if (ending.kind === 'maybe') {
        if (ending.how === 'return' || (ending.how === 'break' && !left))
          left = { ...ending, because: left?.because ?? ending.because };
        continue;
      }
      // In doubt already, it may as well not have come so far.
      return left
        ? { kind: 'maybe', how: ending.kind === 'return' ? 'return' : left.how, because: left.because }
        : ending;
    }
    if (loose) {
      const ending = this.inDoubt(loose, () => round(loose));
      const how = ending?.kind === 'maybe' ? ending.how : ending?.kind;
      if (how === 'return' || how === 'break')
        left = { kind: 'maybe', how: left?.how === 'return' ? 'return' : how, because: loose };
    }
    return left;
  }

  #while(statement: SyntaxNode, scope: Scope): Ending | undefined {
    const [, condition] = childrenOf(statement);
    const body = statement.getChild('Body');
    for (let round = 0; condition && body && round < ROUNDS_MAX; round++) {
      const value = this.evaluate(condition, scope);
      const truth = truthOf(value);
      if (truth === false) return undefined;
      if (truth === undefined) {
        const because = this.unknown(condition, scope, 'decides');
        return this.#eitherOf([() => this.body(body, scope)], false, because);
      }
      const ending = this.body(body, scope);
      if (ending?.kind === 'break') return undefined;
      if (ending?.kind === 'return' || ending?.kind === 'raise' || ending?.kind === 'maybe')
        return ending.kind === 'maybe' ? { ...ending, how: 'return' } : ending;
    }
    if (body)
      this.inDoubt(this.unknown(condition ?? statement, scope, 'takes too much to find out'), () =>
        this.body(body, scope),
      );
    return undefined;
  }

  /**
   * A `try` is taken to go well, as it does where all that it imports is installed; its handlers count where it surely
   * or maybe doesn't.
   */
  #try(statement: SyntaxNode, scope: Scope): Ending | undefined {
    const parts = childrenOf(statement);
    const bodyAfter = (word: string): SyntaxNode[] =>
      parts.flatMap(({ name }, index) =>
        name === word ? (parts.slice(index).find((part) => part.name === 'Body') ?? []) : [],
      );
    const [body] = bodyAfter('try');
    const outer = this.shaky;
    this.shaky = undefined;
    const statements = body ? childrenOf(body).filter(({ name }) => name !== ':') : [];
    let ending: Ending | undefined;
    let shaky: Unknown | undefined;
    for (const inner of statements) {
      ending = shaky ? this.inDoubt(shaky, () => this.#run(inner, scope)) : this.#run(inner, scope);
      shaky ??= this.shaky;
      if (ending) break;
    }
    this.shaky = outer;
    const because = ending?.kind === 'raise' ? ending.because : shaky;
    if (because) {
      const handled = this.#eitherOf(
        bodyAfter('except').map((handler) => () => this.body(handler, scope)),
        false,
        because,
      );
      ending = ending?.kind === 'raise' ? handled : ending ? { kind: 'maybe', how: 'return', because } : handled;
    }
    if (!ending)
      ending = because
        ? this.#eitherOf(
            bodyAfter('else').map((other) => () => this.body(other, scope)),
            false,
            because,
          )
        : this.body(bodyAfter('else')[0], scope);
    return this.body(bodyAfter('finally')[0], scope) ?? ending;
  }

  #match(statement: SyntaxNode, scope: Scope): Ending | undefined {
    const [, subject] = childrenOf(statement);
    const value: Value = subject ? this.evaluate(subject, scope) : NONE;
    const branches: SyntaxNode[] = [];
    let isOpen = false;
    let isComplete = false;
    for (const clause of statement.getChild('MatchBody')?.getChildren('MatchClause') ?? []) {
      const [, pattern] = childrenOf(clause);
      const body = clause.getChild('Body');
      const fits = pattern && !clause.getChild('Guard') ? this.#fits(pattern, value, scope) : undefined;
      if (fits === false || !body) continue;
      branches.push(body);
      isComplete = fits === true;
      if (isComplete) break;
      isOpen = true;
    }
    if (!isOpen) return this.body(branches[0], scope);
    return this.#eitherOf(
      branches.map((branch) => () => this.body(branch, scope)),
      isComplete,
      this.unknown(subject ?? statement, scope, 'decides'),
    );
  }

  #fits(pattern: SyntaxNode, value: Value, scope: Scope): boolean | undefined {
    const [first] = childrenOf(pattern);
    if (pattern.name === 'CapturePattern' && first) {
      if (scope.module.text(first) !== '_') this.assign(first, value, scope);
      return true;
    }
    if (pattern.name === 'LiteralPattern' && first && first.name !== 'ArithOp')
      return areEqual(value, this.evaluate(first, scope));
    if (pattern.name !== 'OrPattern') return undefined;
    const any = childrenOf(pattern)
      .filter(({ name }) => name !== 'LogicOp')
      .map((inner) => this.#fits(inner, value, scope));
    return any.includes(true) ? true : any.includes(undefined) ? undefined : false;
  }
}
