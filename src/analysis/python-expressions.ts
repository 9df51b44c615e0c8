import { text } from './python-builtins.js';
import { Assignments } from './python-assignments.js';
import { isNative } from './python-calls.js';
import { isName } from './python-items.js';
import { normalPath, PLACE } from './python-files.js';
import { constantOf } from './python-outside.js';
import { joinedPath, pathOf } from './python-paths.js';
import { arithmetic, compared, formatted, numberOf, percent } from './python-operators.js';
import type { PythonNode } from './python-syntax.js';
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
  /** A module of the archive in `sys.modules`; undefined if it was not imported. */
  protected abstract loadedModule(name: Value | undefined): Value | undefined;
  protected abstract makeLambda(node: PythonNode, scope: Scope): Value;

  /** The value of an expression. */
  evaluate(node: PythonNode, scope: Scope): Value {
    const value = this.deeper(
      () => this.#evaluate(node, scope),
      () => this.unknown(node, scope, 'takes too much to find out'),
    );
    // Long texts take room.
    this.charge((textOf(value)?.length ?? 0) >> 8);
    return value;
  }

  #evaluate(node: PythonNode, scope: Scope): Value {
    const unknown = (why: string, outside?: string): Unknown => this.unknown(node, scope, why, outside);
    switch (node.type) {
      case 'string':
        return this.#string(node, scope);
      case 'concatenated_string': {
        const parts = node.named.map((part) => this.evaluate(part, scope));
        const joined = parts.map(textOf).join('');
        return parts.every((part) => textOf(part) !== undefined)
          ? (text(joined) ?? unknown('is too long'))
          : (parts.find(({ kind }) => kind === 'unknown') ?? unknown('is no text'));
      }
      case 'integer':
      case 'float':
        return numberOf(scope.module.text(node)) ?? unknown('is no plain number');
      case 'true':
      case 'false':
        return constant(node.type === 'true');
      case 'none':
        return NONE;
      case 'parenthesized_expression':
        return node.named[0] ? this.evaluate(node.named[0], scope) : unknown('is empty');
      case 'named_expression': {
        const [target, content] = [node.child('name'), node.child('value')];
        const value = content ? this.evaluate(content, scope) : unknown('is empty');
        if (target) this.bind(scope, scope.module.text(target), value);
        return value;
      }
      case 'not_operator': {
        const value = this.evaluate(node.child('argument')!, scope);
        const truth = truthOf(value);
        return truth === undefined ? (value.kind === 'unknown' ? value : unknown('is computed')) : constant(!truth);
      }
      case 'unary_operator':
        return this.#unary(node, scope) ?? unknown('is computed');
      case 'tuple':
      case 'list':
      case 'set':
        return this.#items(node.type, node.named, scope);
      // Several expressions with commas, to the right of `=`, `in` or `return`.
      case 'expression_list':
      case 'pattern_list':
        return this.#items('tuple', node.named, scope);
      case 'dictionary':
        return this.#dictionary(node, scope);
      case 'list_comprehension':
      case 'generator_expression':
      case 'set_comprehension':
      case 'dictionary_comprehension':
        return this.#comprehension(node, scope);
      case 'conditional_expression': {
        const [yes, condition, no] = node.named;
        const value = condition ? this.evaluate(condition, scope) : unknown('is empty');
        const truth = truthOf(value);
        if (truth === undefined || !yes || !no) return value.kind === 'unknown' ? value : unknown('is computed');
        return this.evaluate(truth ? yes : no, scope);
      }
      case 'boolean_operator':
        return this.#logic(node, scope) ?? unknown('is computed');
      case 'comparison_operator':
        return this.#comparison(node, scope);
      case 'binary_operator':
        return this.#binary(node, scope);
      case 'identifier':
        return this.#variable(node, scope);
      case 'attribute':
        return this.#attribute(node, scope);
      case 'subscript':
        return this.#subscript(node, scope);
      case 'call': {
        const [callee, list] = [node.child('function'), node.child('arguments')];
        if (!callee || !list) return unknown('is computed');
        return this.call(this.evaluate(callee, scope), this.argumentsOf(list, scope), unknown, scope);
      }
      case 'await': {
        const value = node.named[0] ? this.evaluate(node.named[0], scope) : NONE;
        return value.kind === 'coroutine' ? value.run() : value.kind === 'unknown' ? value : unknown('is awaited');
      }
      case 'lambda':
        return this.makeLambda(node, scope);
      default:
        return unknown('is computed');
    }
  }

  /** The items of a list, set or tuple. */
  #items(form: List['form'], nodes: readonly PythonNode[], scope: Scope): List {
    const made = this.list(form, []);
    for (const node of nodes) {
      if (node.type !== 'list_splat' && node.type !== 'list_splat_pattern') {
        this.append(made, this.evaluate(node, scope));
        continue;
      }
      const { items, loose } = node.named[0] ? this.itemsOf(this.evaluate(node.named[0], scope)) : { items: [] };
      for (const item of items) this.append(made, item);
      if (loose) this.loosen(made, loose);
    }
    return made;
  }

  #dictionary(node: PythonNode, scope: Scope): Value {
    const made = this.dictionary();
    for (const child of node.named) {
      const [key, value] = [child.child('key'), child.child('value')];
      if (child.type === 'dictionary_splat' && child.named[0]) this.merge(made, this.evaluate(child.named[0], scope));
      else if (key && value) this.put(made, this.evaluate(key, scope), this.evaluate(value, scope));
    }
    return made;
  }

  #comprehension(node: PythonNode, scope: Scope): Value {
    const clauses = node.named.filter(({ type }) => type === 'for_in_clause' || type === 'if_clause');
    const body = node.child('body')!;
    const made =
      node.type === 'dictionary_comprehension'
        ? this.dictionary()
        : this.list(node.type === 'set_comprehension' ? 'set' : 'list', []);
    const inner: Scope = { kind: 'function', module: scope.module, names: this.dictionary(), outer: scope };
    const add = (): void => {
      if (made.kind === 'list') this.append(made, this.evaluate(body, inner));
      else this.put(made, this.evaluate(body.child('key')!, inner), this.evaluate(body.child('value')!, inner));
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
  #clause(clauses: readonly PythonNode[], scope: Scope, add: () => void): boolean {
    const [first, ...others] = clauses;
    const target = first?.child('left');
    if (!first || !target) {
      add();
      return false;
    }
    const end = others.findIndex(({ type }) => type === 'for_in_clause');
    const conditions = others.slice(0, end === -1 ? undefined : end).flatMap((clause) => clause.named.slice(0, 1));
    const rest = end === -1 ? [] : others.slice(end);
    const isAwaited = first.ofType('async') !== undefined;
    const right = first.all('right');
    const all = right.length === 1 ? this.evaluate(right[0]!, scope) : this.#items('tuple', right, scope);
    const { items, loose, isSet } = this.itemsOf(all);
    let isUnordered = isSet === true;
    const each = (item: Value): void => {
      this.assign(target, item, scope);
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
    if (loose || isAwaited) {
      const because = loose ?? this.unknown(first, scope, 'is awaited');
      this.inDoubt(because, () => each(because));
    }
    return isUnordered;
  }

  #string(node: PythonNode, scope: Scope): Value {
    const said = scope.module.text(node);
    const literal = said.length > TEXT_MAX ? undefined : literalOf(said);
    if (literal?.prefix.includes('f'))
      return this.#formatString(node, literal, scope) ?? this.unknown(node, scope, 'is an f-string');
    const value = literal && stringOf(said);
    return value === undefined ? this.unknown(node, scope, 'is no text') : constant(value);
  }

  #formatString(
    node: PythonNode,
    { prefix, quotes }: { readonly prefix: string; readonly quotes: string },
    scope: Scope,
  ): Value | undefined {
    const { module } = scope;
    const isRaw = prefix.includes('r');
    let at = node.from + prefix.length + quotes.length;
    let written = '';
    const take = (to: number): boolean => {
      const part = unescaped(module.source.slice(at, to), isRaw);
      written += (part ?? '').replaceAll('{{', '{').replaceAll('}}', '}');
      return part !== undefined;
    };
    for (const hole of node.named) {
      if (hole.type !== 'interpolation') continue;
      const content = hole.child('expression');
      const value = content && this.evaluate(content, scope);
      const [conversion, format] = [hole.child('type_conversion'), hole.child('format_specifier')];
      const [converted, digits] = [conversion ? module.text(conversion) : '', format ? module.text(format) : ''];
      const filled = hole.ofType('=') ? undefined : formatted(value, converted + digits);
      if (filled === undefined || !take(hole.from)) return undefined;
      written += filled;
      at = hole.to;
    }
    return take(node.to - quotes.length) ? text(written) : undefined;
  }

  #unary(node: PythonNode, scope: Scope): Value | undefined {
    const [sign, operand] = [node.child('operator'), node.child('argument')];
    const value = operand && this.evaluate(operand, scope);
    if (
      value?.kind === 'constant' &&
      (typeof value.value === 'number' || typeof value.value === 'bigint') &&
      sign?.type !== '~'
    )
      return sign?.type === '-' ? constant(-value.value) : value;
    return value?.kind === 'unknown' ? value : undefined;
  }

  #logic(node: PythonNode, scope: Scope): Value | undefined {
    // A chain of them is a tree that is as deep as the chain is long.
    const chain: PythonNode[] = [];
    let first = node;
    for (; first.type === 'boolean_operator'; first = first.child('left')!) chain.push(first);
    let left = this.evaluate(first, scope);
    for (const { children } of chain.reverse()) {
      const truth = truthOf(left);
      if (truth === undefined) {
        if (children[1]!.type !== 'and' || left.kind !== 'unknown') return left.kind === 'unknown' ? left : undefined;
        // Whatever the left side is, `and` with something false is false.
        if (truthOf(this.evaluate(children[2]!, scope)) === false) left = constant(false);
        continue;
      }
      if (truth === (children[1]!.type === 'and')) left = this.evaluate(children[2]!, scope);
    }
    return left;
  }

  /** `a < b < c` is `a < b and b < c`. */
  #comparison(node: PythonNode, scope: Scope): Value {
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

  #binary(node: PythonNode, scope: Scope): Value {
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
        this.unknown(inner, scope, 'is computed');
    }
    return value;
  }

  /** The result of an operator on two values; undefined if it is unknown. */
  protected operate(operator: string, a: Value, b: Value): Value | undefined {
    if (b.kind === 'list') this.charge(b.items.length);
    if (b.kind === 'unknown' && b.outside === 'sys.modules' && textOf(a)?.includes(PLACE)) {
      const isIn = this.loadedModule(a) !== undefined;
      if (operator === 'in' || operator === 'not in') return constant(isIn === (operator === 'in'));
    }
    if (operator === '/' && (a.kind === 'path' || b.kind === 'path')) {
      const [folder, name] = [pathOf(a), pathOf(b)];
      if (folder === undefined || name === undefined) return undefined;
      return { kind: 'path', path: normalPath(joinedPath(folder, name)) };
    }
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

  #variable(node: PythonNode, scope: Scope): Value {
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

  #place(node: PythonNode, { module }: Scope): Pick<Unknown, 'text' | 'file' | 'line'> {
    return { text: module.text(node).slice(0, 200), file: module.path, line: module.line(node.from) };
  }

  /** The value of a name at its position; undefined if no scope defines it. */
  protected lookUp(name: string, scope: Scope): Value | undefined {
    const other = scope.elsewhere?.get(name);
    if (other) return this.lookUp(name, other);
    let loose: Unknown | undefined;
    for (let at: Scope | undefined = scope; at; at = at.outer) {
      const value = at.names.get(name);
      if (value) return value;
      loose ??= at.names.loose[0];
    }
    const special = this.specialName(name, scope.module);
    if (special) return special;
    // What Python has itself is hardly ever given another meaning by what can't be followed.
    return isNative(name) ? { kind: 'native', name } : loose;
  }

  #attribute(node: PythonNode, scope: Scope): Value {
    const unknown = (why: string, outside?: string): Unknown => this.unknown(node, scope, why, outside);
    const owner = this.evaluate(node.child('object')!, scope);
    const name = scope.module.text(node.child('attribute')!);
    if (owner.kind === 'unknown')
      return isName(owner)
        ? (constantOf(`${owner.outside}.${name}`) ??
            unknown('is not defined in this archive', `${owner.outside}.${name}`))
        : { ...owner, outside: owner.outside && `${owner.outside}.${name}` };
    // A module without mappings has none to add; Python would stop with an error.
    if (owner.kind === 'module' && /^NODE_\w+_MAPPINGS$/.test(name) && !this.attributeOf(owner, name))
      return this.dictionary();
    return this.attributeOf(owner, name) ?? unknown('is not defined in this archive');
  }

  #subscript(node: PythonNode, scope: Scope): Value {
    const unknown = (why: string, outside?: string): Unknown => this.unknown(node, scope, why, outside);
    const owner = this.evaluate(node.child('value')!, scope);
    const key = this.keyOf(node, scope);
    const loaded = owner.kind === 'unknown' && owner.outside === 'sys.modules' ? this.loadedModule(key) : undefined;
    if (loaded) return loaded;
    if (key) return this.itemOf(owner, key, unknown);
    const slices = node.all('subscript');
    return (slices.length === 1 ? this.sliced(owner, slices[0]!, scope) : undefined) ?? unknown('is computed');
  }

  protected argumentsOf(list: PythonNode, scope: Scope): Arguments {
    const positional: Value[] = [];
    const named = new Map<string, Value>();
    let loose: Unknown | undefined;
    if (list.type === 'generator_expression') return { positional: [this.#comprehension(list, scope)], named };
    for (const child of list.named) {
      const content = child.named[0];
      if (child.type === 'keyword_argument') {
        named.set(scope.module.text(child.child('name')!), this.evaluate(child.child('value')!, scope));
      } else if (child.type === 'list_splat' && content) {
        const { items, loose: open } = this.itemsOf(this.evaluate(content, scope));
        for (const item of items) positional.push(item);
        loose ??= open;
      } else if (child.type === 'dictionary_splat' && content) {
        const spread = this.evaluate(content, scope);
        if (spread.kind === 'dictionary') {
          for (const { key, value } of spread.entries.values()) named.set(textOf(key) ?? '', value);
          loose ??= spread.loose[0];
        } else loose ??= spread.kind === 'unknown' ? spread : this.unknown(child, scope, 'is computed');
      } else positional.push(this.evaluate(child, scope));
    }
    return { positional, named, loose };
  }
}

/** The operand that makes an operator's result unknown. Values of libraries are not the cause by themselves. */
const whyUnknown = (a: Value, b: Value): Unknown | undefined =>
  [a, b].find((value): value is Unknown => value.kind === 'unknown' && value.outside === undefined);
