import { text } from './python-builtins.js';
import { Assignments } from './python-assignments.js';
import { normalPath, PLACE, withSlash } from './python-files.js';
import { isUnset, variableOf } from './python-outside.js';
import { joinedPath, pathOf } from './python-paths.js';
import { errorOf } from './python-errors.js';
import { arithmetic, compared } from './python-operators.js';
import { percent } from './python-formatting.js';
import { COMPARISON_NAMES, OPERATOR_NAMES, SIGN_NAMES } from './python-operator-names.js';
import { compareVersion } from './python-standard.js';
import type { PythonNode } from './python-syntax.js';
import { truthOf } from './python-comparisons.js';
import {
  constant,
  contentOf,
  type Dictionary,
  identityOf,
  isUnordered,
  type List,
  orderOfAll,
  type Scope,
  textOf,
  type Unknown,
  type Value,
} from './python-values.js';

const ITEMS_MAX = 10_000;
const TEXT_MAX = 100_000;
/** Methods by which a class derived from a built-in type changes what operators do. */
const OPERATOR_METHODS = ['__contains__', '__eq__', '__ne__', '__add__', '__or__', '__mul__', '__iter__'];
/** Operators whose results are True or False. */
const CONDITIONS: ReadonlySet<string> = new Set(['comparison_operator', 'not_operator']);

/** The host's own core-nodes whose names contain a space. */
const HOST_NAMES_WITH_SPACE = new Set(['Epsilon Scaling', 'Video Slice']);

/** True for a name with a space that the host's mapping does not have before any package is loaded. */
const isOfNoHostNode = (name: string | undefined): boolean =>
  name?.includes(' ') === true && !HOST_NAMES_WITH_SPACE.has(name);

/** True for the name of a flag: the names of modules have no such underscores, except those of Python itself. */
const isNoModule = (name: string | undefined): boolean =>
  name !== undefined && /^__\w+__$/.test(name) && !/^__(mp_)?(main|future)__$/.test(name);

/** True if a mapping outside of the archive certainly lacks a name. */
const isAbsentIn = (mapping: string | undefined, name: Value): boolean =>
  (mapping === 'os.environ' && isUnset(name)) ||
  // The host is started without further options.
  (mapping === 'sys.argv' && /^-/.test(textOf(name) ?? '')) ||
  (mapping === 'sys.modules' && /^(pytest|_pytest|nose|sphinx|ipykernel|google\.colab)$/.test(textOf(name) ?? '')) ||
  (mapping === 'nodes.NODE_CLASS_MAPPINGS' && isOfNoHostNode(textOf(name)));

/** True for a value, or a list with one, whose class decides what it is equal to. */
const comparesItself = (value: Value): boolean =>
  value.kind === 'constant'
    ? value.comparesItself === true
    : value.kind === 'list' && value.items.some((item) => item.kind === 'constant' && item.comparesItself === true);

/** The results of operators, comparisons and conditions. */
export abstract class Operations extends Assignments {
  abstract override evaluate(node: PythonNode, scope: Scope): Value;

  /** The answer of a method that is unknown. */
  protected readonly noResult: Unknown = { kind: 'unknown', why: 'is computed', text: 'operator', file: '', line: 0 };

  protected unary(node: PythonNode, scope: Scope): Value | undefined {
    const [sign, operand] = [node.child('operator'), node.child('argument')];
    const value = operand && this.evaluate(operand, scope);
    if (
      value?.kind === 'constant' &&
      (typeof value.value === 'number' || typeof value.value === 'bigint') &&
      sign?.type !== '~'
    )
      return sign?.type === '-' ? constant(-value.value) : value;
    const name = SIGN_NAMES[sign?.type ?? ''];
    const own = value && name && this.callOwn(value, `__${name}__`, [], () => this.noResult);
    if (own) return own;
    return value?.kind === 'unknown' ? value : undefined;
  }

  protected logic(node: PythonNode, scope: Scope): Value | undefined {
    // A chain of them is a tree that is as deep as the chain is long.
    const chain: PythonNode[] = [];
    let first = node;
    for (; first.type === 'boolean_operator'; first = first.child('left')!) chain.push(first);
    let left = this.evaluate(first, scope);
    for (const { children } of chain.reverse()) {
      const truth = truthOf(left);
      if (truth === undefined) {
        const [, operator, other] = children;
        const isOr = operator!.type === 'or';
        if (left.kind !== 'unknown') return undefined;
        const isCondition = CONDITIONS.has(other!.type);
        // `or` with another value than a condition is a default, which may not apply.
        if (isOr && !left.isConstant && !isCondition) return left;
        const because = left;
        const right = this.inDoubt(because, () => this.evaluate(other!, scope));
        // Whatever the left side is, `and` with something false is false, and `or` with a true condition is true.
        if (truthOf(right) === isOr && (isCondition || !isOr)) left = constant(isOr);
        else if (!isCondition) left = this.either(left, right, because);
        continue;
      }
      if (truth === (children[1]!.type === 'and')) left = this.evaluate(children[2]!, scope);
    }
    return left;
  }

  /** `a < b < c` is `a < b and b < c`. */
  protected comparison(node: PythonNode, scope: Scope): Value {
    const unknown = this.unknown(node, scope, 'is computed');
    const [first, ...rest] = node.children;
    let left = this.evaluate(first!, scope);
    for (let index = 0; index < rest.length; index += 2) {
      const [operator, right] = [rest[index]!.type, this.evaluate(rest[index + 1]!, scope)];
      if (operator === '==' && textOf(right) === '__main__' && scope.module.text(first!) === '__name__')
        return constant(false);
      const truth = this.operate(operator, left, right);
      if (truth === undefined) return whyUnknown(left, right) ?? unknown;
      if (truthOf(truth) === false) return truth;
      left = right;
    }
    return constant(true);
  }

  protected binary(node: PythonNode, scope: Scope): Value {
    // As with `and`, a long sum is a deep tree.
    const chain: PythonNode[] = [];
    let first = node;
    for (; first.type === 'binary_operator'; first = first.child('left')!) chain.push(first);
    let value = this.evaluate(first, scope);
    for (const inner of chain.reverse()) {
      const right = this.evaluate(inner.child('right')!, scope);
      this.charge((textOf(value)?.length ?? 0) >> 8);
      value =
        this.operate(inner.child('operator')!.type, value, right) ??
        whyUnknown(value, right) ??
        this.#failing(inner, value, right, scope);
    }
    return value;
  }

  /** The unknown result of an operator, which raises an error for some constants. */
  #failing(node: PythonNode, left: Value, right: Value, scope: Scope): Unknown {
    const because = this.unknown(node, scope, 'is computed');
    if (left.kind !== 'constant' || right.kind !== 'constant') return because;
    const operator = node.child('operator')?.type ?? '';
    const isZero = typeof right.value !== 'string' && Number(right.value) === 0;
    if (/^(\/|\/\/|%)$/.test(operator) && typeof left.value !== 'string' && isZero)
      this.raise(because, errorOf('ZeroDivisionError'));
    else if (operator === '+' && (typeof left.value === 'string') !== (typeof right.value === 'string'))
      this.raise(because, errorOf('TypeError'));
    return because;
  }

  /** True for a flag in `sys.modules` that the archive has not set. */
  #isFlagUnset({ outside }: Unknown, flag: Value): boolean {
    const name = textOf(flag);
    return outside === 'sys.modules' && isNoModule(name) && !this.addedModules.has(name!);
  }

  /** The result of the method by which an operand defines an operator; undefined if neither does. */
  #ownResult(operator: string, left: Value, right: Value): Value | undefined {
    const name = OPERATOR_NAMES[operator] ?? COMPARISON_NAMES[operator];
    const because = (): Unknown => this.noResult;
    if (operator === 'in' || operator === 'not in') {
      const found = this.callOwn(right, '__contains__', [left], because);
      const truth = found && truthOf(found);
      return truth === undefined ? found : constant(truth === (operator === 'in'));
    }
    if (name === undefined) return undefined;
    return this.callOwn(left, `__${name}__`, [right], because) ?? this.callOwn(right, `__r${name}__`, [left], because);
  }

  /** The result of an operator on two values; undefined if it is unknown. */
  operate(operator: string, left: Value, right: Value): Value | undefined {
    const own = this.#ownResult(operator, left, right);
    if (own && own !== this.noResult) return own;
    if (left.kind === 'unknown' && left.outside === 'sys.version_info') {
      const truth = compareVersion(operator, right);
      if (truth !== undefined) return constant(truth);
    }
    const [a, given] = [contentOf(left, ...OPERATOR_METHODS), contentOf(right, ...OPERATOR_METHODS)];
    const b = /in$/.test(operator) ? this.#searched(given) : given;
    if (b.kind === 'list') this.charge(b.items.length);
    if (b.kind === 'unknown' && b.outside === 'sys.modules' && textOf(a)?.includes(PLACE)) {
      const isIn = this.loadedModule(a) !== undefined;
      if (operator === 'in' || operator === 'not in') return constant(isIn === (operator === 'in'));
    }
    if (b.kind === 'unknown' && b.outside === 'os.environ' && variableOf(this, a))
      if (operator === 'in' || operator === 'not in') return constant(operator === 'in');
    if (b.kind === 'unknown' && /in$/.test(operator) && (isAbsentIn(b.outside, a) || this.#isFlagUnset(b, a)))
      return constant(operator === 'not in');
    if (operator === '/' && (a.kind === 'path' || b.kind === 'path')) {
      const [folder, name] = [pathOf(a), pathOf(b)];
      if (folder === undefined || name === undefined) return undefined;
      return { kind: 'path', path: normalPath(joinedPath(folder, name)) };
    }
    if (/^[=!]=$|in$/.test(operator) && [a, b].some(comparesItself)) return undefined;
    const truth = operator.startsWith('is') ? compared(operator, left, right) : compared(operator, a, b);
    if (truth !== undefined) return constant(truth);
    if (operator === '|' && a.kind === 'dictionary' && (b.kind === 'dictionary' || b.kind === 'unknown'))
      return this.#merged(a, b);
    if (operator === '|' && a.kind === 'unknown' && b.kind === 'dictionary') return this.#merged(a, b);
    if (a.kind === 'list' && b.kind === 'list' && /^[|&-]$/.test(operator)) return this.#ofSets(operator, a, b);
    if (operator === '+' && a.kind === 'list' && b.kind === 'list') return this.#joined(a, b);
    if (operator === '+' && a.kind === 'unknown' && b.kind === 'list' && b.form !== 'set') {
      const made = this.list(b.form, b.items, b.loose ?? a, isUnordered(b) ? 0 : undefined);
      made.looseAt = 0;
      return made;
    }
    if (operator === '+' && a.kind === 'list' && b.kind === 'unknown')
      return this.list(a.form, a.items, a.loose ?? b, a.orderedTo);
    // The separator is known in a path only: a field with it has another value elsewhere.
    if (operator === '+' && b.kind === 'unknown' && textOf(a)?.includes(PLACE)) {
      const slash = textOf(withSlash(b));
      return slash === undefined ? undefined : text(textOf(a)! + slash);
    }
    const times = b.kind === 'constant' && typeof b.value === 'bigint' ? Number(b.value) : undefined;
    if (operator === '*' && a.kind === 'list' && times !== undefined && !a.loose && a.items.length * times <= ITEMS_MAX)
      return this.list(
        a.form,
        Array.from({ length: Math.max(0, times) }, () => a.items).flat(),
        undefined,
        isUnordered(a) ? a.orderedTo : undefined,
      );
    // A member of an enumeration is written in another way than its value.
    if (operator === '%' && textOf(a) !== undefined) {
      const filled = percent(textOf(a)!, b.kind === 'constant' ? right : b);
      return filled === undefined ? undefined : text(filled);
    }
    if (a.kind !== 'constant' || b.kind !== 'constant') return undefined;
    if (typeof a.value === 'string' && typeof b.value === 'string')
      return operator === '+' ? text(a.value + b.value) : undefined;
    if (typeof b.value === 'string') return undefined;
    if (typeof a.value === 'string')
      return operator === '*' && times !== undefined && a.value.length * times <= TEXT_MAX
        ? constant(a.value.repeat(Math.max(0, times)))
        : undefined;
    return arithmetic(operator, a.value, b.value);
  }

  /** What `in` looks into: the items of an iterator, of which it leaves some. */
  #searched(value: Value): Value {
    if (value.kind !== 'list' || !value.isOnce) return value;
    const all = this.listOf('list', this.itemsOf(value));
    this.leave(value);
    return all;
  }

  #joined(a: List, b: List): List {
    const isListed = [a, b].every((one) => one.isListed || !one.loose);
    return this.listOf(a.form, {
      items: [...a.items, ...b.items],
      loose: a.loose ?? b.loose,
      looseAt: a.loose ? a.looseAt : a.items.length + b.looseAt,
      possible: isListed && (a.loose ?? b.loose) ? [...a.possible, ...b.possible] : undefined,
      orderedTo: orderOfAll([a, b]),
    });
  }

  /** The union, intersection or difference of sets; undefined if it is unknown. */
  #ofSets(operator: string, a: List, b: List): Value | undefined {
    const [own, other] = [a, b].map(({ items }) => new Map(items.map((item) => [identityOf(item), item])));
    // The keys of a dictionary are a list here.
    const isKnown = [a, b].every(({ form, loose }) => form !== 'tuple' && !loose);
    if (!isKnown || own!.has(undefined) || other!.has(undefined)) return undefined;
    if (operator === '|') return this.list('set', [...new Map([...own!, ...other!]).values()]);
    const kept = [...own!].filter(([key]) => other!.has(key) === (operator === '&'));
    return this.list(
      'set',
      kept.map(([, item]) => item),
    );
  }

  #merged(a: Value, b: Value): Dictionary {
    const made = this.dictionary();
    this.merge(made, a);
    this.merge(made, b);
    return made;
  }
}

/** The operand that makes an operator's result unknown. Values of libraries are not the cause by themselves. */
const whyUnknown = (a: Value, b: Value): Unknown | undefined =>
  [a, b].find((value): value is Unknown => value.kind === 'unknown' && value.outside === undefined);
