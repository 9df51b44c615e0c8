import type { PythonNode } from '../python-syntax.js';
import { literalOf, unescaped } from '../python-text.js';
import { AttributeLookup } from './attribute-lookup.js';
import { formatted, joined } from './composed-texts.js';
import { type Constant, truthOf } from './constant-conditions.js';
import type { Scope } from './scopes.js';
import { sliceOf } from './slices.js';
import {
  anyOf,
  contentOf,
  DECODED,
  either,
  elementsOf,
  externalsOf,
  madeOf,
  marked,
  NOTHING,
  originOf,
  SECRET,
  textsOf,
  textValue,
  UNKNOWN,
  type Value,
  valueOf,
  withMarks,
} from './values.js';

/** The length of texts whose characters can spell any other text. */
const ALPHABET_MIN = 20;

/** Evaluates texts, lists, dictionaries, comprehensions, subscripts, and expressions that are made of others. */
export abstract class ComposedExpressions extends AttributeLookup {
  /** The constant that a name surely is where it stands; undefined if it may be another value. */
  abstract constantOf(node: PythonNode, scope: Scope): Constant | undefined;

  protected composed(node: PythonNode, scope: Scope): Value {
    const evaluate = (part: PythonNode | undefined): Value => this.evaluate(part, scope);
    switch (node.type) {
      case 'parenthesized_expression':
      case 'await':
      case 'list_splat':
      case 'type':
        return anyOf(node.named.map(evaluate));
      case 'conditional_expression':
        return either(evaluate(node.named[0]), evaluate(node.named[2]));
      case 'boolean_operator':
        return this.#either(node, scope);
      case 'named_expression':
        return evaluate(node.child('value'));
      case 'assignment':
        return evaluate(node.child('right'));
      case 'concatenated_string':
      case 'binary_operator':
        return this.#joined(node, scope);
      case 'yield':
        return node.ofType('from') ? evaluate(node.named.at(-1)) : UNKNOWN;
      case 'as_pattern':
        return evaluate(node.first);
      default:
        return madeOf(node.named.slice(0, 10).map(evaluate));
    }
  }

  #joined(node: PythonNode, scope: Scope): Value {
    const operands = node.type === 'binary_operator' ? [node.child('left'), node.child('right')] : node.named;
    return joined(
      node,
      scope.home,
      operands.map((part) => this.evaluate(part, scope)),
    );
  }

  protected string(node: PythonNode, scope: Scope): Value {
    const literal = literalOf(scope.home.source.text(node));
    if (!literal) return UNKNOWN;
    if (node.first) {
      const holes = node.children.map((part) => this.evaluate(part.child('expression') ?? part.named[0], scope));
      return formatted(node, scope.home, holes);
    }
    return textValue(unescaped(literal.content, literal.prefix.includes('r')) ?? literal.content);
  }

  protected sequence(node: PythonNode, scope: Scope): Value {
    const parts = node.named;
    if (node.type === 'pattern_list') return UNKNOWN;
    const values = parts
      .slice(0, 2000)
      .map((part) =>
        part.type === 'list_splat' ? elementsOf(this.evaluate(part.named[0], scope)) : this.evaluate(part, scope),
      );
    const isOrdered = parts.length <= 200 && parts.every(({ type }) => type !== 'list_splat');
    return this.filledContainer(node, anyOf(values), isOrdered ? values : undefined);
  }

  protected dictionary(node: PythonNode, scope: Scope): Value {
    const found = this.containerOf(node);
    for (const part of node.named.slice(0, 3000)) {
      const value = this.evaluate(part.child('value'), scope);
      if (part.type === 'pair') {
        const key = this.evaluate(part.child('key'), scope);
        this.put(found, key, value);
        // A loop over the dictionary gives its keys.
        const functions = key.refs.filter(({ kind }) => kind === 'function');
        if (functions.length > 0) this.add(found, { ...NOTHING, refs: functions });
      } else
        for (const ref of this.evaluate(part.named[0], scope).refs) {
          if (ref.kind === 'container') this.merge(found, ref);
          else if (ref.kind === 'external' && ref.path === 'os.environ') this.add(found, marked(SECRET));
        }
    }
    const { marks, words } = contentOf(found);
    return valueOf(found, marks, words);
  }

  protected comprehension(node: PythonNode, scope: Scope): Value {
    const body = node.child('body');
    const value = this.evaluate(body?.type === 'pair' ? body.child('value') : body, scope);
    const key = body?.type === 'pair' ? this.evaluate(body.child('key'), scope) : NOTHING;
    return this.filledContainer(node, either(value, originOf(key)), undefined);
  }

  protected subscript(node: PythonNode, scope: Scope): Value {
    const owner = this.evaluate(node.child('value'), scope);
    const index = node.child('subscript');
    if (index?.type === 'slice') return sliceOf(owner, scope.home.source.text(index));
    const position = index?.type === 'integer' ? Number(scope.home.text(index)) : NaN;
    const key = this.evaluate(index, scope);
    const isOwnModule =
      externalsOf(owner).some(({ path }) => path === 'sys.modules') &&
      externalsOf(key).some(({ path }) => path === '__name__' || path === '__package__');
    const item = isOwnModule ? this.moduleNamed(key, scope) : this.item(owner, key, position);
    const isOfAlphabet = textsOf(owner).some((text) => text.length >= ALPHABET_MIN);
    // A text has no items with names: what may be a text, too, is a dictionary here.
    const isComputed =
      isOfAlphabet && index !== undefined && index.type !== 'string' && !/^-?\d+$/.test(scope.home.text(index));
    return isComputed ? withMarks(item, DECODED) : item;
  }

  /** The value of `or` or `and`: of one side if the other one surely decides so. */
  #either(node: PythonNode, scope: Scope): Value {
    const [left, right] = [node.child('left'), node.child('right')];
    const truth = truthOf(left, scope, (name, inner) =>
      name.type === 'call' ? undefined : this.constantOf(name, inner),
    );
    const isOr = node.child('operator')?.type === 'or';
    if (truth !== undefined) return this.evaluate(truth === isOr ? left : right, scope);
    return either(this.evaluate(left, scope), this.evaluate(right, scope));
  }
}
