import type { Ending } from './python-definitions.js';
import { Loops } from './python-loops.js';
import type { PythonNode } from './python-syntax.js';
import { catches, classOfError, errorOf } from './python-errors.js';
import { truthOf } from './python-comparisons.js';
import { type Arguments, NONE, type Scope, type Unknown, type Value } from './python-values.js';
import { TOO_MUCH } from './python-reasons.js';
import { OPERATOR_NAMES } from './python-operator-names.js';

/** Interprets statements: the names that they bind, and the branches that are taken. */
export abstract class Statements extends Loops {
  protected abstract importInto(statement: PythonNode, scope: Scope): void;

  /** Follows statements one by one. */
  protected runAll(statements: readonly PythonNode[], scope: Scope): Ending | undefined {
    for (let index = 0; index < statements.length; index++) {
      const statement = statements[index]!;
      const ending = this.run(statement, scope) ?? (this.raised && { kind: 'raise', ...this.raised });
      if (ending?.kind !== 'maybe') {
        if (ending) return ending;
        continue;
      }
      this.inDoubt(ending.because, () => this.runAll(statements.slice(index + 1), scope));
      return ending;
    }
    return undefined;
  }

  protected run(statement: PythonNode, scope: Scope): Ending | undefined {
    return this.deeper(
      () => this.#statement(statement, scope),
      () => {
        this.loosen(scope.names, this.unknown(statement, scope, TOO_MUCH));
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
        return this.ifStatement(statement, scope);
      case 'for_statement':
        return this.forStatement(statement, scope);
      case 'while_statement':
        return this.whileStatement(statement, scope);
      case 'try_statement':
        return this.tryStatement(statement, scope);
      case 'match_statement':
        return this.matchStatement(statement, scope);
      case 'with_statement':
        return this.#with(statement, scope);
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
        return this.#raise(statement, scope);
      case 'assert_statement':
        return this.#assert(statement, scope);
      default:
        return undefined;
    }
  }

  #raise(statement: PythonNode, scope: Scope): Ending {
    const [raised] = statement.named;
    const error = classOfError(raised && this.evaluate(raised, scope));
    return { kind: 'raise', because: this.unknown(statement, scope, 'is an error'), error };
  }

  #assert(statement: PythonNode, scope: Scope): Ending | undefined {
    const [condition] = statement.named;
    const isWrong = condition && truthOf(this.evaluate(condition, scope)) === false;
    if (isWrong) this.raise(this.unknown(statement, scope, 'is an error'), errorOf('AssertionError'));
    return undefined;
  }

  #expression(expression: PythonNode, scope: Scope): void {
    if (expression.type === 'assignment') this.#assignment(expression, scope);
    else if (expression.type === 'augmented_assignment') this.#update(expression, scope);
    else this.evaluate(expression, scope);
  }

  #with(statement: PythonNode, scope: Scope): Ending | undefined {
    return this.#within(statement.ofType('with_clause')?.named ?? [], statement, scope);
  }

  /** Enters context managers one after the other, runs the body of the statement, and leaves them. */
  #within([item, ...others]: readonly PythonNode[], statement: PythonNode, scope: Scope): Ending | undefined {
    const inner = item?.named[0];
    if (!inner) return this.body(statement.child('body'), scope);
    const target = inner.type === 'as_pattern' ? inner.child('alias') : undefined;
    const part = target ? inner.named[0]! : inner;
    const manager = this.evaluate(part, scope);
    const unknown = (): Unknown => this.unknown(part, scope, 'is entered');
    const rest = (entered: Value): Ending | undefined => {
      if (target) this.assign(target, entered, scope);
      return this.#within(others, statement, scope);
    };
    if (manager.kind === 'manager') {
      let ending: Ending | undefined;
      manager.run((entered) => (ending = rest(entered)));
      return ending;
    }
    if (manager.kind === 'unknown' && manager.outside?.startsWith('contextlib.suppress(') && part.type === 'call')
      return this.#suppressing(this.argumentsOf(part.child('arguments')!, scope), () => rest(NONE));
    const entered = manager.kind === 'file' ? manager : (this.callOwn(manager, '__enter__', [], unknown) ?? unknown());
    const ending = rest(entered);
    this.callOwn(manager, '__exit__', [NONE, NONE, NONE], unknown);
    return ending;
  }

  /** Follows the body of `with suppress(…)`. */
  #suppressing({ positional }: Arguments, follow: () => Ending | undefined): Ending | undefined {
    let ending: Ending | undefined;
    const raised = this.trying(() => (ending = follow()));
    if (!raised) return ending;
    const isCaught = raised.error && positional.some((type) => catches(type, raised.error!) === true);
    if (!isCaught) this.raise(raised.because, raised.error);
    return isCaught ? undefined : { kind: 'raise', ...raised };
  }

  #assignment(assignment: PythonNode, scope: Scope): void {
    const targets: PythonNode[] = [];
    let right: PythonNode | undefined = assignment;
    for (; right?.type === 'assignment'; right = right.child('right')) targets.push(right.child('left')!);
    // An annotation alone gives no value.
    if (!right) return;
    const value = this.evaluate(right, scope);
    if (this.raised) return;
    for (const target of targets) this.assign(target, value, scope);
  }

  #update(statement: PythonNode, scope: Scope): void {
    const [target, sign, right] = [statement.child('left'), statement.child('operator'), statement.child('right')];
    if (!target || !sign || !right) return;
    const operator = sign.type.slice(0, -1);
    const before = this.evaluate(target, scope);
    const value = this.evaluate(right, scope);
    if (this.raised) return;
    const unknown = (): Unknown => this.unknown(statement, scope, 'is computed');
    const own = this.callOwn(before, `__i${OPERATOR_NAMES[operator] ?? ''}__`, [value], unknown);
    if (own) this.assign(target, own, scope);
    else if (operator === '|' && before.kind === 'dictionary') this.merge(before, value);
    else if (operator === '+' && before.kind === 'list' && before.form === 'list') {
      const all = this.itemsOf(value);
      this.eachOf(all, (item) => this.append(before, item));
      if (all.loose) this.loosen(before, all.loose);
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
}
