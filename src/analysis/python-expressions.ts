import { attributeOfHostClass } from './host-classes.js';
import { Displays } from './python-displays.js';
import { text, textually } from './python-builtins.js';
import { isNative } from './python-calls.js';
import { isName } from './python-items.js';
import { constantOf } from './python-outside.js';
import { formatted } from './python-formatting.js';
import { numberOf } from './python-operators.js';
import { errorOf } from './python-errors.js';
import type { PythonNode } from './python-syntax.js';
import { literalOf, stringOf, unescaped } from './python-text.js';
import { truthOf } from './python-comparisons.js';
import {
  isNone,
  type Arguments,
  constant,
  contentOf,
  isUnordered,
  type Items,
  NONE,
  type Scope,
  textOf,
  type Unknown,
  type Value,
} from './python-values.js';
import { TOO_MUCH } from './python-reasons.js';

const TEXT_MAX = 100_000;
/** Names that Python has in every module, other than those that are followed. */
const OF_PYTHON =
  /^(Ellipsis|NotImplemented|WindowsError|ascii|breakpoint|bytearray|bytes|complex|compile|copyright|credits|delattr|dir|exit|help|input|iter|license|locals|memoryview|quit|setattr|slice|aiter|anext|__\w+__)$/;
const PYTHON_TYPES = /^(object|type|bytes|complex|memoryview|\w*(Error|Exception|Warning))$/;

/** Expressions whose value is made of their operands, and is none of them. */
const COMPUTES = /^(call|subscript|await|yield|\w+_operator)$/;

/**
 * What expressions are known to be. Follows what the code says, in its order, and does nothing of it: a value that only
 * running could tell is an {@link Unknown}, and what such a value decides is in doubt.
 */
export abstract class Expressions extends Displays {
  protected abstract makeLambda(node: PythonNode, scope: Scope): Value;

  /** The value of an expression. */
  evaluate(node: PythonNode, scope: Scope): Value {
    const value = this.deeper(
      () => this.#evaluate(node, scope),
      () => this.unknown(node, scope, TOO_MUCH),
    );
    if (value.kind === 'list') this.renew(value);
    // The result of a call or an operator is another value than the operand that makes it unknown.
    if (value.kind === 'unknown' && value.classes && COMPUTES.test(node.type)) return { ...value, classes: undefined };
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
        let around = scope;
        while (around.isComprehension && around.outer) around = around.outer;
        if (target) this.bind(around, scope.module.text(target), value);
        return value;
      }
      case 'not_operator': {
        const value = this.evaluate(node.child('argument')!, scope);
        const truth = truthOf(value);
        return truth === undefined ? (value.kind === 'unknown' ? value : unknown('is computed')) : constant(!truth);
      }
      case 'unary_operator':
        return this.unary(node, scope) ?? unknown('is computed');
      case 'tuple':
      case 'list':
      case 'set':
        return this.items(node.type, node.named, scope);
      // Several expressions with commas, to the right of `=`, `in` or `return`.
      case 'expression_list':
      case 'pattern_list':
        return this.items('tuple', node.named, scope);
      case 'dictionary':
        return this.dictionaryDisplay(node, scope);
      case 'list_comprehension':
      case 'generator_expression':
      case 'set_comprehension':
      case 'dictionary_comprehension':
        return this.comprehension(node, scope);
      case 'conditional_expression': {
        const [yes, condition, no] = node.named;
        if (!yes || !condition || !no) return unknown('is empty');
        const truth = truthOf(this.evaluate(condition, scope));
        if (truth !== undefined) return this.evaluate(truth ? yes : no, scope);
        const because = unknown('is computed');
        const [a, b] = [yes, no].map((one) => this.inDoubt(because, () => this.evaluate(one, scope)));
        return this.either(a!, b!, because);
      }
      case 'boolean_operator':
        return this.logic(node, scope) ?? unknown('is computed');
      case 'comparison_operator':
        return this.comparison(node, scope);
      case 'binary_operator':
        return this.binary(node, scope);
      case 'identifier':
        return this.#variable(node, scope);
      case 'attribute':
        return this.#attribute(node, scope);
      case 'subscript':
        return this.#subscript(node, scope);
      case 'call': {
        const [callee, list] = [node.child('function'), node.child('arguments')];
        if (!callee || !list) return unknown('is computed');
        const [called, given] = [this.evaluate(callee, scope), this.argumentsOf(list, scope)];
        if (this.raised) return this.raised.because;
        const answer = this.call(called, given, unknown, scope);
        this.noteFiles(called, given, answer, scope.module.path, node.from);
        return answer;
      }
      case 'await': {
        const value = node.named[0] ? this.evaluate(node.named[0], scope) : NONE;
        return value.kind === 'coroutine' ? value.run() : value.kind === 'unknown' ? value : unknown('is awaited');
      }
      case 'yield':
        return this.#yield(node, scope);
      case 'lambda':
        return this.makeLambda(node, scope);
      default:
        return unknown('is computed');
    }
  }

  /** Notes what the running generator yields. Nothing is sent to it. */
  #yield(node: PythonNode, scope: Scope): Value {
    const value = node.named[0] ? this.evaluate(node.named[0], scope) : NONE;
    let at: Scope | undefined = scope;
    while (at && !at.yielded) at = at.outer;
    if (!at?.yielded) return NONE;
    if (at.within) {
      at.within(value);
      return NONE;
    }
    const isAll = node.children.some(({ type }) => type === 'from');
    const { yielded } = at;
    const all: Items = isAll ? this.itemsOf(value) : { items: [value] };
    this.eachOf(all, (item) => this.append(yielded, item));
    if (all.loose) this.loosen(yielded, all.loose);
    return NONE;
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
      const part = unescaped(module.text({ from: at, to }), isRaw);
      written += (part ?? '').replaceAll('{{', '{').replaceAll('}}', '}');
      return part !== undefined;
    };
    for (const hole of node.named) {
      if (hole.type !== 'interpolation') continue;
      const filled = this.#filled(hole, scope);
      if (filled === undefined || !take(hole.from)) return undefined;
      written += filled;
      at = hole.to;
    }
    return take(node.to - quotes.length) ? text(written) : undefined;
  }

  /** The text of one `{…}` of an f-string. */
  #filled(hole: PythonNode, scope: Scope): string | undefined {
    const { module } = scope;
    const content = hole.child('expression');
    const found = content && this.evaluate(content, scope);
    const [conversion, format] = [hole.child('type_conversion'), hole.child('format_specifier')];
    const specification = format ? this.#specification(format, scope) : '';
    if (specification === undefined) return undefined;
    // `{name=}` writes the expression, too.
    const named = hole.ofType('=')
      ? module.text({ from: hole.from + 1, to: (conversion ?? format)?.from ?? hole.to - 1 })
      : undefined;
    const converted = conversion ? module.text(conversion) : named !== undefined && !format ? '!r' : '';
    const value = found && converted !== '!r' ? textually(this, found, (why) => this.unknown(hole, scope, why)) : found;
    const filled = formatted(value, converted, specification);
    return filled === undefined ? undefined : (named ?? '') + filled;
  }

  /** The format of a `{…}`, which may have others in it. */
  #specification(format: PythonNode, scope: Scope): string | undefined {
    const { module } = scope;
    let at = format.from + 1;
    let said = '';
    for (const hole of format.named) {
      const filled = hole.type === 'format_expression' ? this.#filled(hole, scope) : undefined;
      if (filled === undefined) return undefined;
      said += module.text({ from: at, to: hole.from }) + filled;
      at = hole.to;
    }
    return said + module.text({ from: at, to: format.to });
  }

  #variable(node: PythonNode, scope: Scope): Value {
    const name = scope.module.text(node);
    const value = this.lookUp(name, scope);
    if (value) return value.kind === 'unknown' && isName(value) ? { ...value, ...this.#place(node, scope) } : value;
    const outside = PYTHON_TYPES.test(name) ? `builtins.${name}` : name;
    const missing = this.unknown(node, scope, 'is not defined in this archive', outside);
    if (!OF_PYTHON.test(name) && !PYTHON_TYPES.test(name)) this.raise(missing, errorOf('NameError'));
    return missing;
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
      const entry = at.names.entry(name);
      // Python raises an error where the name does not exist, so the code after it need not consider that.
      if (entry) return at.kind === 'class' || isNative(name) ? entry.value : this.visible(entry);
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
    const ofHost = owner.kind === 'unknown' ? attributeOfHostClass(owner, name) : undefined;
    if (ofHost && ofHost !== owner) return ofHost;
    const ofAll = owner.kind === 'unknown' && owner.classes ? this.attributeOf(owner, name) : undefined;
    if (ofAll && ofAll !== owner) return ofAll;
    if (owner.kind === 'unknown')
      return isName(owner)
        ? (this.constantsOutside.get(`${owner.outside}.${name}`) ??
            constantOf(`${owner.outside}.${name}`) ??
            unknown('is not defined in this archive', `${owner.outside}.${name}`))
        : { ...owner, classes: undefined, outside: owner.outside && `${owner.outside}.${name}` };
    // A module without mappings has none to add; Python would stop with an error.
    if (owner.kind === 'module' && /^NODE_\w+_MAPPINGS$/.test(name) && !this.attributeOf(owner, name))
      return this.dictionary();
    const found = this.attributeOf(owner, name);
    if (found) return found;
    const missing = unknown('is not defined in this archive');
    if (this.#surelyLacks(owner, name)) this.raise(missing, errorOf('AttributeError'));
    return missing;
  }

  /** True for an attribute that a class or object surely does not have, if it was not found. */
  #surelyLacks(owner: Value, name: string): boolean {
    if (isNone(owner) || textOf(owner) !== undefined || owner.kind === 'list' || owner.kind === 'dictionary')
      return !name.startsWith('__');
    if (owner.kind === 'module' && !owner.scope.names.get('__getattr__') && owner.scope.names.loose.length === 0)
      return !name.startsWith('__') && !this.isExhausted;
    const order = owner.kind === 'class' ? owner.order : owner.kind === 'instance' ? owner.of.order : [];
    const isKnown = (one: Value): boolean =>
      one.kind === 'class'
        ? one.names.loose.length === 0 && !one.names.get('__getattr__') && !one.names.get('__getattribute__')
        : one.kind === 'unknown' && /^builtins\.object$/.test(one.outside ?? '');
    return order.length > 0 && !name.startsWith('__') && order.every(isKnown);
  }

  /**
   * True for an item at a fixed position of a list in any order. Loops over all positions find all items, in the order
   * that they happen to have.
   */
  #isOfAnyOrder(owner: Value, key: Value, subscript: readonly PythonNode[]): boolean {
    const list = contentOf(owner, '__getitem__');
    const at = key.kind === 'constant' && typeof key.value === 'bigint' ? Number(key.value) : undefined;
    if (list.kind !== 'list' || at === undefined || !isUnordered(list)) return false;
    return subscript.some(({ type }) => /^(integer|unary_operator)$/.test(type)) && (at < 0 || at >= list.orderedTo);
  }

  #subscript(node: PythonNode, scope: Scope): Value {
    const unknown = (why: string, outside?: string): Unknown => this.unknown(node, scope, why, outside);
    const owner = this.evaluate(node.child('value')!, scope);
    const key = this.keyOf(node, scope);
    const loaded = owner.kind === 'unknown' && owner.outside === 'sys.modules' ? this.loadedModule(key) : undefined;
    if (loaded) return loaded;
    const slices = node.all('subscript');
    if (key && this.#isOfAnyOrder(owner, key, slices)) return unknown('is in any order');
    if (key) return this.itemOf(owner, key, unknown);
    return (slices.length === 1 ? this.sliced(owner, slices[0]!, scope) : undefined) ?? unknown('is computed');
  }

  protected argumentsOf(list: PythonNode, scope: Scope): Arguments {
    const positional: Value[] = [];
    const named = new Map<string, Value>();
    let loose: Unknown | undefined;
    if (list.type === 'generator_expression') return { positional: [this.comprehension(list, scope)], named };
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
