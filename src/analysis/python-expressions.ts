import type { SyntaxNode } from '@lezer/common';
import { text } from './python-builtins.js';
import { Assignments } from './python-assignments.js';
import { isNative, moduleOf } from './python-calls.js';
import { isName } from './python-items.js';
import { childrenOf } from './python-module.js';
import { arithmetic, compared, COMPARISONS, formatted, numberOf, percent } from './python-operators.js';
import { literalOf, stringOf, unescaped } from './python-text.js';
import {
  type Arguments,
  constant,
  type Dictionary,
  type List,
  NONE,
  type Scope,
  textOf,
  truthOf,
  type Unknown,
  type Value,
} from './python-values.js';

const ITEMS_MAX = 10_000;
const TEXT_MAX = 100_000;
const PYTHON_TYPES = /^(object|type|bytes|complex|memoryview|\w*(Error|Exception|Warning))$/;

/**
 * What expressions are known to be. Follows what the code says, in its order, and does nothing of it: a value that only
 * running could tell is an {@link Unknown}, and what such a value decides is in doubt.
 */
export abstract class Expressions extends Assignments {
  protected abstract makeLambda(node: SyntaxNode, scope: Scope): Value;

  /** What an expression is. */
  evaluate(node: SyntaxNode, scope: Scope): Value {
    const value = this.deeper(
      () => this.#evaluate(node, scope),
      () => this.unknown(node, scope, 'takes too much to find out'),
    );
    // Long texts take room.
    this.charge((textOf(value)?.length ?? 0) >> 8);
    return value;
  }

  #evaluate(node: SyntaxNode, scope: Scope): Value {
    const unknown = (why: string, outside?: string): Unknown => this.unknown(node, scope, why, outside);
    const said = scope.module.text(node);
    switch (node.name) {
      case 'String': {
        const value = said.length > TEXT_MAX ? undefined : stringOf(said);
        return value === undefined ? unknown('is no text') : constant(value);
      }
      case 'FormatString':
        return this.#formatString(node, scope) ?? unknown('is an f-string');
      case 'ContinuedString': {
        const parts = childrenOf(node).map((part) => this.evaluate(part, scope));
        const joined = parts.map(textOf).join('');
        return parts.every((part) => textOf(part) !== undefined)
          ? (text(joined) ?? unknown('is too long'))
          : (parts.find(({ kind }) => kind === 'unknown') ?? unknown('is no text'));
      }
      case 'Number':
        return numberOf(said) ?? unknown('is no plain number');
      case 'Boolean':
        return constant(said === 'True');
      case 'None':
        return NONE;
      case 'ParenthesizedExpression': {
        const [, content] = childrenOf(node);
        return content && content.name !== ')' ? this.evaluate(content, scope) : unknown('is empty');
      }
      case 'NamedExpression': {
        const [target, , content] = childrenOf(node);
        const value = content ? this.evaluate(content, scope) : unknown('is empty');
        if (target) this.bind(scope, scope.module.text(target), value);
        return value;
      }
      case 'UnaryExpression':
        return this.#unary(node, scope) ?? unknown('is computed');
      case 'TupleExpression':
      case 'ArrayExpression':
      case 'SetExpression': {
        const form = ({ TupleExpression: 'tuple', ArrayExpression: 'list', SetExpression: 'set' } as const)[node.name];
        return this.#items(form, childrenOf(node).slice(1, -1), scope);
      }
      case 'DictionaryExpression':
        return this.#dictionary(node, scope);
      case 'ArrayComprehensionExpression':
      case 'ComprehensionExpression':
      case 'SetComprehensionExpression':
      case 'DictionaryComprehensionExpression':
        return this.#comprehension(node, scope);
      case 'ConditionalExpression': {
        const [yes, , condition, , no] = childrenOf(node);
        const value = condition ? this.evaluate(condition, scope) : unknown('is empty');
        const truth = truthOf(value);
        if (truth === undefined || !yes || !no) return value.kind === 'unknown' ? value : unknown('is computed');
        return this.evaluate(truth ? yes : no, scope);
      }
      case 'BinaryExpression':
        return this.#binary(node, scope);
      case 'VariableName':
        return this.#variable(node, scope);
      case 'MemberExpression':
        return this.#member(node, scope);
      case 'CallExpression': {
        const [callee, list] = childrenOf(node);
        if (!callee || !list) return unknown('is computed');
        return this.call(this.evaluate(callee, scope), this.argumentsOf(list, scope), unknown, scope);
      }
      case 'LambdaExpression':
        return this.makeLambda(node, scope);
      default:
        return unknown('is computed');
    }
  }

  /** The items of a list or tuple, commas between them. */
  #items(form: List['form'], nodes: readonly SyntaxNode[], scope: Scope): List {
    const made = this.list(form, []);
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes[index]!;
      if (node.name === ',') continue;
      if (node.name !== '*') {
        this.append(made, this.evaluate(node, scope));
        continue;
      }
      const { items, loose } = nodes[index + 1] ? this.itemsOf(this.evaluate(nodes[++index]!, scope)) : { items: [] };
      for (const item of items) this.append(made, item);
      if (loose) this.loosen(made, loose);
    }
    return made;
  }

  /**
   * What stands to the right of `=`, `in` or `return`: one expression, or more of them with commas, which are a tuple.
   */
  protected evaluateAll(nodes: readonly SyntaxNode[], scope: Scope): Value {
    return nodes.length === 1 ? this.evaluate(nodes[0]!, scope) : this.#items('tuple', nodes, scope);
  }

  #dictionary(node: SyntaxNode, scope: Scope): Value {
    const children = childrenOf(node).filter(({ name }) => !['{', '}', ',', ':'].includes(name));
    const made = this.dictionary();
    for (let index = 0; index < children.length; index++) {
      const child = children[index]!;
      if (child.name === '**' && children[index + 1]) this.merge(made, this.evaluate(children[++index]!, scope));
      else if (children[index + 1])
        this.put(made, this.evaluate(child, scope), this.evaluate(children[++index]!, scope));
    }
    return made;
  }

  #comprehension(node: SyntaxNode, scope: Scope): Value {
    const parts = childrenOf(node).slice(1, -1);
    const clauses = parts.slice(parts.findIndex(({ name }) => name === 'for' || name === 'async'));
    const element = parts.slice(0, parts.length - clauses.length);
    const made = node.name.startsWith('Dictionary')
      ? this.dictionary()
      : this.list(node.name.startsWith('Set') ? 'set' : 'list', []);
    const inner: Scope = { kind: 'function', module: scope.module, names: this.dictionary(), outer: scope };
    const add = (): void => {
      const [first, , second] = element.map((part) => (part.name === ':' ? NONE : this.evaluate(part, inner)));
      if (made.kind === 'list' && first) this.append(made, first);
      else if (made.kind === 'dictionary' && first && second) this.put(made, first, second);
    };
    const isUnordered = this.#clause(clauses, inner, add);
    const loose = made.kind === 'list' ? made.loose : made.loose[0];
    const size = made.kind === 'list' ? made.items.length : made.entries.size;
    // Nothing of it is known, so it is better told as a whole.
    if (loose && size === 0) return loose;
    return made.kind === 'list' && isUnordered && size > 1 ? this.list('set', made.items, made.loose) : made;
  }

  /**
   * Goes through the first `for … in … if …` of these, and for each of its items through the rest. Says whether the
   * order is open.
   */
  #clause(clauses: readonly SyntaxNode[], scope: Scope, add: () => void): boolean {
    if (clauses.length === 0) {
      add();
      return false;
    }
    const start = clauses[0]!.name === 'async' ? 1 : 0;
    const end = clauses.findIndex(({ name }, index) => index > start && (name === 'for' || name === 'async'));
    const own = clauses.slice(start + 1, end === -1 ? undefined : end);
    const rest = end === -1 ? [] : clauses.slice(end);
    const at = own.findIndex(({ name }) => name === 'in');
    const ifs = own.flatMap(({ name }, index) => (name === 'if' && index > at ? [index] : []));
    const conditions = ifs.flatMap((index) => own[index + 1] ?? []);
    const { items, loose, isSet } = this.itemsOf(this.evaluateAll(own.slice(at + 1, ifs[0]), scope));
    let isUnordered = isSet === true;
    const each = (item: Value): void => {
      this.assignAll(own.slice(0, at), item, scope);
      const asked = conditions.map((condition) => this.evaluate(condition, scope));
      if (asked.some((value) => truthOf(value) === false)) return;
      const open = asked.find((value) => truthOf(value) === undefined);
      const follow = (): void => {
        isUnordered = this.#clause(rest, scope, add) || isUnordered;
      };
      if (open)
        this.inDoubt(open.kind === 'unknown' ? open : this.unknown(conditions[0]!, scope, 'is computed'), follow);
      else follow();
    };
    for (const item of items) {
      if (this.isExhausted) break;
      each(item);
    }
    if (loose || start === 1) {
      const because = loose ?? this.unknown(clauses[0]!, scope, 'is awaited');
      this.inDoubt(because, () => each(because));
    }
    return isUnordered;
  }

  #formatString(node: SyntaxNode, scope: Scope): Value | undefined {
    const { module } = scope;
    const literal = literalOf(module.text(node));
    if (!literal || module.text(node).length > TEXT_MAX) return undefined;
    const isRaw = literal.prefix.includes('r');
    let at = node.from + literal.prefix.length + literal.quotes.length;
    let written = '';
    const take = (to: number): boolean => {
      const part = unescaped(module.source.slice(at, to), isRaw);
      written += (part ?? '').replaceAll('{{', '{').replaceAll('}}', '}');
      return part !== undefined;
    };
    for (const hole of childrenOf(node)) {
      if (hole.name !== 'FormatReplacement') continue;
      const parts = childrenOf(hole).slice(1, -1);
      const value = parts[0] && this.evaluate(parts[0], scope);
      const format = parts.length === 2 ? module.text(parts[1]!) : '';
      const filled = parts.length <= 2 ? formatted(value, format) : undefined;
      if (filled === undefined || !take(hole.from)) return undefined;
      written += filled;
      at = hole.to;
    }
    return take(node.to - literal.quotes.length) ? text(written) : undefined;
  }

  #unary(node: SyntaxNode, scope: Scope): Value | undefined {
    const [sign, operand] = childrenOf(node);
    if (!sign || !operand) return undefined;
    if (scope.module.text(sign) === 'not') return this.#not(operand, scope);
    const value = this.evaluate(operand, scope);
    if (
      scope.module.text(sign) === '-' &&
      value.kind === 'constant' &&
      (typeof value.value === 'number' || typeof value.value === 'bigint')
    )
      return constant(-value.value);
    return value.kind === 'unknown' ? value : undefined;
  }

  /** The parser takes `not a and b` for `not (a and b)`; to Python it is `(not a) and b`. */
  #not(operand: SyntaxNode, scope: Scope): Value | undefined {
    return this.deeper(
      (): Value | undefined => {
        const [left, operator, right] = operand.name === 'BinaryExpression' ? childrenOf(operand) : [];
        if (left && right && (operator?.name === 'and' || operator?.name === 'or')) {
          const value = this.#not(left, scope);
          return value && this.#logic(operator.name, value, right, scope);
        }
        const value = this.evaluate(operand, scope);
        const truth = truthOf(value);
        return truth === undefined ? (value.kind === 'unknown' ? value : undefined) : constant(!truth);
      },
      () => undefined,
    );
  }

  #logic(operator: 'and' | 'or', left: Value, right: SyntaxNode, scope: Scope): Value | undefined {
    const truth = truthOf(left);
    if (truth === undefined) return left.kind === 'unknown' ? left : undefined;
    return truth === (operator === 'and') ? this.evaluate(right, scope) : left;
  }

  #binary(node: SyntaxNode, scope: Scope): Value {
    const [left, ...rest] = childrenOf(node);
    const right = rest.at(-1);
    const operator = rest
      .slice(0, -1)
      .map((part) => scope.module.text(part))
      .join(' ');
    const unknown = this.unknown(node, scope, 'is computed');
    if (!left || !right) return unknown;
    const first = this.evaluate(left, scope);
    if (operator === 'and' || operator === 'or') return this.#logic(operator, first, right, scope) ?? unknown;
    // `a < b < c` is `a < b and b < c`.
    const isChained =
      COMPARISONS.has(operator) && left.name === 'BinaryExpression' && COMPARISONS.has(operatorOf(left, scope));
    if (isChained && truthOf(first) !== true) return truthOf(first) === false ? first : unknown;
    const a = isChained ? this.evaluate(childrenOf(left).at(-1)!, scope) : first;
    const b = this.evaluate(right, scope);
    if (operator === '==' && textOf(b) === '__main__' && scope.module.text(left) === '__name__') return constant(false);
    return (
      this.operate(operator, a, b) ??
      (a.kind === 'unknown' && a.outside === undefined
        ? a
        : b.kind === 'unknown' && b.outside === undefined
          ? b
          : unknown)
    );
  }

  /** What an operator makes of two values; undefined where it can't be told. */
  protected operate(operator: string, a: Value, b: Value): Value | undefined {
    if (b.kind === 'list') this.charge(b.items.length);
    const truth = compared(operator, a, b);
    if (truth !== undefined) return constant(truth);
    if (operator === '|' && a.kind === 'dictionary' && (b.kind === 'dictionary' || b.kind === 'unknown'))
      return this.#merged(a, b);
    if (operator === '|' && a.kind === 'unknown' && b.kind === 'dictionary') return this.#merged(a, b);
    if (operator === '+' && a.kind === 'list' && b.kind === 'list')
      return this.list(a.form, [...a.items, ...(a.loose ? [] : b.items)], a.loose ?? b.loose);
    if (operator === '+' && a.kind === 'list' && b.kind === 'unknown') return this.list(a.form, a.items, a.loose ?? b);
    const times = b.kind === 'constant' && typeof b.value === 'bigint' ? Number(b.value) : undefined;
    if (operator === '*' && a.kind === 'list' && times !== undefined && !a.loose && a.items.length * times <= ITEMS_MAX)
      return this.list(a.form, Array.from({ length: Math.max(0, times) }, () => a.items).flat());
    if (operator === '%' && textOf(a) !== undefined)
      return percent(textOf(a)!, b.kind === 'list' && b.form === 'tuple' ? b.items : [b]);
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

  #merged(a: Value, b: Value): Dictionary {
    const made = this.dictionary();
    this.merge(made, a);
    this.merge(made, b);
    return made;
  }

  #variable(node: SyntaxNode, scope: Scope): Value {
    const name = scope.module.text(node);
    const value = this.lookUp(name, scope);
    if (value) return value.kind === 'unknown' && isName(value) ? { ...value, ...this.#place(node, scope) } : value;
    return this.unknown(
      node,
      scope,
      'is not defined in this archive',
      PYTHON_TYPES.test(name) ? `builtins.${name}` : name,
    );
  }

  #place(node: SyntaxNode, { module }: Scope): Pick<Unknown, 'text' | 'file' | 'line'> {
    return { text: module.text(node).slice(0, 200), file: module.path, line: module.line(node.from) };
  }

  /** What a name is where it is said; undefined where no scope has it. */
  protected lookUp(name: string, scope: Scope): Value | undefined {
    const other = scope.elsewhere?.get(name);
    if (other) return this.lookUp(name, other);
    let loose: Unknown | undefined;
    for (let at: Scope | undefined = scope; at; at = at.outer) {
      const value = at.names.get(name);
      if (value) return value;
      loose ??= at.names.loose[0];
    }
    // What Python has itself is hardly ever given another meaning by what can't be followed.
    return isNative(name) ? { kind: 'native', name } : loose;
  }

  #member(node: SyntaxNode, scope: Scope): Value {
    const [object, separator, ...rest] = childrenOf(node);
    const unknown = (why: string, outside?: string): Unknown => this.unknown(node, scope, why, outside);
    // The parser takes `1.` and `1.e5` for attributes of a number.
    if (object?.name === 'Number' && separator?.name === '.')
      return numberOf(scope.module.text(node)) ?? unknown('is no plain number');
    if (!object || !rest[0]) return unknown('is computed');
    if (scope.module.text(node) === 'sys.modules[__name__]') return { kind: 'module', scope: moduleOf(scope) };
    const owner = this.evaluate(object, scope);
    if (separator?.name === '[')
      return rest.length === 2 && rest[0].name !== ':'
        ? this.itemOf(owner, this.evaluate(rest[0], scope), unknown)
        : (this.slice(owner, rest.slice(0, -1), scope) ?? unknown('is computed'));
    const name = scope.module.text(rest[0]);
    if (owner.kind === 'unknown')
      return isName(owner)
        ? unknown('is not defined in this archive', `${owner.outside}.${name}`)
        : { ...owner, outside: owner.outside && `${owner.outside}.${name}` };
    return this.attributeOf(owner, name) ?? unknown('is not defined in this archive');
  }

  protected argumentsOf(list: SyntaxNode, scope: Scope): Arguments {
    const children = childrenOf(list).slice(1, -1);
    const positional: Value[] = [];
    const named = new Map<string, Value>();
    let loose: Unknown | undefined;
    if (children.some(({ name }) => name === 'for')) return { positional: [this.#comprehension(list, scope)], named };
    for (let index = 0; index < children.length; index++) {
      const child = children[index]!;
      if (child.name === ',') continue;
      if (child.name === '*' || child.name === '**') {
        const spread = children[++index] ? this.evaluate(children[index]!, scope) : undefined;
        if (spread && child.name === '*') {
          const { items, loose: open } = this.itemsOf(spread);
          positional.push(...items);
          loose ??= open;
        } else if (spread?.kind === 'dictionary') {
          for (const { key, value } of spread.entries.values()) named.set(textOf(key) ?? '', value);
          loose ??= spread.loose[0];
        } else if (spread) loose ??= spread.kind === 'unknown' ? spread : this.unknown(child, scope, 'is computed');
      } else if (children[index + 1]?.name === 'AssignOp' && children[index + 2]) {
        named.set(scope.module.text(child), this.evaluate(children[index + 2]!, scope));
        index += 2;
      } else positional.push(this.evaluate(child, scope));
    }
    return { positional, named, loose };
  }
}

const operatorOf = (node: SyntaxNode, { module }: Scope): string =>
  childrenOf(node)
    .slice(1, -1)
    .map((part) => module.text(part))
    .join(' ');
