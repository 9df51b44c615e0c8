import { Definitions, type Ending } from './python-definitions.js';
import { joinedPath, walkStep } from './python-paths.js';
import type { PythonNode } from './python-syntax.js';
import { areEqual, NONE, type Scope, textOf, truthOf, type Unknown, type Value } from './python-values.js';

const ROUNDS_MAX = 1000;
/** Interprets statements: the names that they bind, and the branches that are taken. */
export abstract class Statements extends Definitions {
  /** An import within the archive that can't be resolved, so it is unknown whether it fails. */
  protected shaky: Unknown | undefined;

  protected abstract importInto(statement: PythonNode, scope: Scope): void;

  /** Follows statements one by one. */
  protected runAll(statements: readonly PythonNode[], scope: Scope): Ending | undefined {
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

  #run(statement: PythonNode, scope: Scope): Ending | undefined {
    return this.deeper(
      () => this.#statement(statement, scope),
      () => {
        this.loosen(scope.names, this.unknown(statement, scope, 'takes too much to find out'));
        return undefined;
      },
    );
  }

  protected body(body: PythonNode | undefined, scope: Scope): Ending | undefined {
    const statements = body?.named ?? [];
    this.charge(statements.length >> 3);
    return this.runAll(statements, scope);
  }

  #statement(statement: PythonNode, scope: Scope): Ending | undefined {
    switch (statement.type) {
      case 'import_statement':
      case 'import_from_statement':
        this.importInto(statement, scope);
        return undefined;
      case 'expression_statement':
        for (const expression of statement.named) this.#expression(expression, scope);
        return undefined;
      case 'function_definition':
      case 'class_definition':
      case 'decorated_definition':
        this.define(statement, scope);
        return undefined;
      case 'if_statement':
        return this.#if(statement, scope);
      case 'for_statement':
        return this.#for(statement, scope);
      case 'while_statement':
        return this.#while(statement, scope);
      case 'try_statement':
        return this.#try(statement, scope);
      case 'match_statement':
        return this.#match(statement, scope);
      case 'with_statement':
        for (const item of statement.ofType('with_clause')?.named ?? []) this.#enter(item.named[0]!, scope);
        return this.body(statement.child('body'), scope);
      case 'global_statement':
      case 'nonlocal_statement':
        this.#elsewhere(statement, scope);
        return undefined;
      case 'delete_statement':
        for (const target of statement.named) this.remove(target, scope);
        return undefined;
      case 'return_statement':
        return { kind: 'return', value: statement.named[0] ? this.evaluate(statement.named[0], scope) : NONE };
      case 'break_statement':
        return { kind: 'break' };
      case 'continue_statement':
        return { kind: 'continue' };
      case 'raise_statement':
        return { kind: 'raise', because: this.unknown(statement, scope, 'is an error') };
      default:
        return undefined;
    }
  }

  #expression(expression: PythonNode, scope: Scope): void {
    if (expression.type === 'assignment') this.#assignment(expression, scope);
    else if (expression.type === 'augmented_assignment') this.#update(expression, scope);
    else this.evaluate(expression, scope);
  }

  /** The value that a `with` enters. Its exit has no effect on mappings. */
  #enter(item: PythonNode, scope: Scope): void {
    const target = item.type === 'as_pattern' ? item.child('alias') : undefined;
    const part = target ? item.named[0]! : item;
    const manager = this.evaluate(part, scope);
    const unknown = (): Unknown => this.unknown(part, scope, 'is entered');
    const entered = this.callOwn(manager, '__enter__', [], unknown) ?? unknown();
    if (target) this.assign(target, entered, scope);
  }

  #assignment(assignment: PythonNode, scope: Scope): void {
    const targets: PythonNode[] = [];
    let right: PythonNode | undefined = assignment;
    for (; right?.type === 'assignment'; right = right.child('right')) targets.push(right.child('left')!);
    // An annotation alone gives no value.
    if (!right) return;
    const value = this.evaluate(right, scope);
    for (const target of targets) this.assign(target, value, scope);
  }

  #update(statement: PythonNode, scope: Scope): void {
    const [target, sign, right] = [statement.child('left'), statement.child('operator'), statement.child('right')];
    if (!target || !sign || !right) return;
    const operator = sign.type.slice(0, -1);
    const before = this.evaluate(target, scope);
    const value = this.evaluate(right, scope);
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

  #elsewhere(statement: PythonNode, scope: Scope): void {
    const isGlobal = statement.type === 'global_statement';
    for (const node of statement.named) {
      const name = scope.module.text(node);
      let at = scope.outer;
      while (at?.outer && (isGlobal || at.kind === 'class' || at.names.get(name) === undefined)) at = at.outer;
      if (at) scope.elsewhere?.set(name, at);
    }
  }

  /** Follows the branch that is taken, or all of them as doubtful if the condition is unknown. */
  #if(statement: PythonNode, scope: Scope): Ending | undefined {
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
    // Assumes that statements which raise an error are not reached.
    const left = endings.filter((ending) => ending?.kind !== 'raise');
    const hows = left.map((ending) => (ending?.kind === 'maybe' ? ending.how : ending?.kind));
    const how = (['return', 'break', 'continue'] as const).find((kind) => hows.includes(kind));
    if (how === undefined) return undefined;
    if (!isComplete || left.some((ending) => ending?.kind !== 'return')) return { kind: 'maybe', how, because };
    const values = left.flatMap((ending) => (ending?.kind === 'return' ? [ending.value] : []));
    return { kind: 'return', value: values.every((value) => areEqual(value, values[0]!)) ? values[0]! : because };
  }

  #for(statement: PythonNode, scope: Scope): Ending | undefined {
    const [target, all, body] = [statement.child('left'), statement.child('right'), statement.child('body')];
    if (!target || !all) return undefined;
    const isAwaited = statement.ofType('async') !== undefined;
    const value = this.evaluate(all, scope);
    const { items, loose } = value.kind === 'walk' ? { items: this.#walk(value.top) } : this.itemsOf(value);
    const round = (item: Value): Ending | undefined => {
      this.assign(target, item, scope);
      return this.body(body, scope);
    };
    const ending = this.#rounds(
      value.kind === 'list' ? [...items] : items,
      loose ?? (isAwaited ? this.unknown(statement, scope, 'is awaited') : undefined),
      round,
    );
    const otherwise = statement.child('alternative')?.child('body');
    if (!ending) return this.body(otherwise, scope);
    if (ending.kind === 'break') return undefined;
    if (ending.kind === 'maybe') this.inDoubt(ending.because, () => this.body(otherwise, scope));
    return ending.kind === 'maybe' && ending.how !== 'return' ? undefined : ending;
  }

  /** The steps of `os.walk`: the loop may take folders out of a step's list before the next one. */
  *#walk(top: string): Generator<Value> {
    const open = [top];
    for (let folder = open.shift(); folder !== undefined && !this.isExhausted; folder = open.shift()) {
      const { step, folders } = walkStep(this, folder);
      yield step;
      // If it is unknown which folders the loop kept, files may be missing from the result.
      if (folders.loose) this.looseEnds.push(folders.loose);
      for (const name of folders.items) open.push(joinedPath(folder, textOf(name) ?? ''));
    }
  }

  /**
   * Interprets the body of a loop for each item.
   * @returns how the loop ends: after all items, by `break`, or by leaving the code around it
   */
  #rounds(
    items: Iterable<Value>,
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
      // An earlier item may have ended the loop, so this one may not be reached.
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

  #while(statement: PythonNode, scope: Scope): Ending | undefined {
    const [condition, body] = [statement.child('condition'), statement.child('body')];
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
   * Assumes that the body of a `try` succeeds, as it does if everything that it imports is installed. Its handlers are
   * interpreted only if the body fails, or may fail, for another reason.
   */
  #try(statement: PythonNode, scope: Scope): Ending | undefined {
    const handlers = statement.named.filter(({ type }) => type === 'except_clause').map(bodyOf);
    const otherwise = bodyOf(statement.ofType('else_clause'));
    const outer = this.shaky;
    this.shaky = undefined;
    const statements = statement.child('body')?.named ?? [];
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
        handlers.map((handler) => () => this.body(handler, scope)),
        false,
        because,
      );
      ending = ending?.kind === 'raise' ? handled : ending ? { kind: 'maybe', how: 'return', because } : handled;
    }
    if (!ending)
      ending = because
        ? this.#eitherOf(otherwise ? [() => this.body(otherwise, scope)] : [], false, because)
        : this.body(otherwise, scope);
    return this.body(bodyOf(statement.ofType('finally_clause')), scope) ?? ending;
  }

  #match(statement: PythonNode, scope: Scope): Ending | undefined {
    const subjects = statement.all('subject');
    const subject = subjects.length === 1 ? subjects[0] : undefined;
    const value = subject ? this.evaluate(subject, scope) : this.unknown(statement, scope, 'decides');
    const branches: PythonNode[] = [];
    let isOpen = false;
    let isComplete = false;
    for (const clause of statement.child('body')?.all('alternative') ?? []) {
      const patterns = clause.named.filter(({ type }) => type === 'case_pattern');
      const body = clause.child('consequence');
      const isPlain = patterns.length === 1 && !clause.child('guard');
      const fits = isPlain ? this.#fits(patterns[0]!.children, value, scope) : undefined;
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
    if (['string', 'integer', 'float', 'true', 'false', 'none'].includes(first.type))
      return areEqual(value, this.evaluate(first, scope));
    // A sign is a separate child, and which value it belongs to is unknown.
    if (first.type !== 'union_pattern' || !first.children.every(({ isNamed, type }) => isNamed || type === '_'))
      return undefined;
    const any = first.children.map((inner) => this.#fits([inner], value, scope));
    return any.includes(true) ? true : any.includes(undefined) ? undefined : false;
  }
}

const bodyOf = (clause: PythonNode | undefined): PythonNode | undefined => clause?.ofType('block');
