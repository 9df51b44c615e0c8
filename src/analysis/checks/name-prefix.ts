import { literalOf, unescaped } from '../python-text.js';
import type { PythonNode } from '../python-syntax.js';
import type { ModuleScope, Scope } from './scopes.js';

/** Stand for the values of `__name__` and `__package__`. No text has them. */
const MODULE = '\uE000';
const PACKAGE = '\uE001';
const DEPTH_MAX = 6;

/** The constant beginning of a text. */
interface Prefix {
  readonly text: string;
  /** True if it is the whole text. */
  readonly isWhole: boolean;
}

const NOTHING: Prefix = { text: '', isWhole: false };

/** The constant beginning of the text that an expression makes. */
function prefixOf(node: PythonNode | undefined, scope: Scope, depth = 0): Prefix {
  if (!node || depth > DEPTH_MAX) return NOTHING;
  switch (node.type) {
    case 'string':
      return prefixOfString(node, scope, depth);
    case 'parenthesized_expression':
      return prefixOf(node.named[0], scope, depth + 1);
    case 'identifier':
      return prefixOfName(node, scope, depth);
    case 'binary_operator': {
      const first = prefixOf(node.child('left'), scope, depth + 1);
      const operator = node.child('operator')?.type;
      if (operator === '%') return upTo(first, '%');
      if (operator !== '+' || !first.isWhole) return operator === '+' ? first : NOTHING;
      const second = prefixOf(node.child('right'), scope, depth + 1);
      return { text: first.text + second.text, isWhole: second.isWhole };
    }
    case 'call': {
      const called = node.child('function');
      const isFormat = called?.type === 'attribute' && scope.home.text(called.child('attribute')!) === 'format';
      return isFormat ? upTo(prefixOf(called.child('object'), scope, depth + 1), '{') : NOTHING;
    }
    default:
      return NOTHING;
  }
}

/** The beginning of a format up to its first hole. */
const upTo = ({ text }: Prefix, mark: string): Prefix => {
  const at = text.indexOf(mark);
  return { text: at === -1 ? text : text.slice(0, at), isWhole: false };
};

function prefixOfString(node: PythonNode, scope: Scope, depth: number): Prefix {
  const literal = literalOf(scope.home.source.text(node));
  if (!literal || literal.prefix.includes('b')) return NOTHING;
  const isRaw = literal.prefix.includes('r');
  let text = '';
  let at = node.from + literal.prefix.length + literal.quotes.length;
  for (const hole of node.children) {
    const piece = unescaped(scope.home.source.text({ from: at, to: hole.from }), isRaw);
    if (piece === undefined || piece.includes('{')) return { text, isWhole: false };
    text += piece;
    const inner = prefixOf(hole.child('expression') ?? hole.named[0], scope, depth + 1);
    text += inner.text;
    if (!inner.isWhole || hole.children.length > 3) return { text, isWhole: false };
    at = hole.to;
  }
  const rest = unescaped(scope.home.source.text({ from: at, to: node.to - literal.quotes.length }), isRaw);
  return rest === undefined ? { text, isWhole: false } : { text: text + rest, isWhole: true };
}

function prefixOfName(node: PythonNode, from: Scope, depth: number): Prefix {
  const name = from.home.text(node);
  for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
    const bindings = scope.names.get(name);
    if (!bindings) continue;
    const [only, another] = bindings;
    const isAssigned =
      only?.kind === 'expression' && only.items.length === 0 && only.node.parent?.type === 'assignment';
    return !another && isAssigned ? prefixOf(only.node, only.scope, depth + 1) : NOTHING;
  }
  if (name === '__name__') return { text: MODULE, isWhole: true };
  return name === '__package__' ? { text: PACKAGE, isWhole: true } : NOTHING;
}

/** The parts of the dotted name of a file, as the module itself or the package that it is in. */
function partsOf({ path }: ModuleScope, isPackage: boolean): string[] {
  const parts = path.replace(/\.pyw?$/, '').split('/');
  if (isPackage || parts.at(-1) === '__init__') parts.pop();
  return parts;
}

/** The parts of a dotted name that begins with `__name__` or `__package__`; undefined for another one. */
function resolved({ text }: Prefix, home: ModuleScope): string[] | undefined {
  if (!text.startsWith(MODULE) && !text.startsWith(PACKAGE)) return undefined;
  const [, ...inner] = text.split('.');
  return text.slice(1) === '' || text[1] === '.' ? [...partsOf(home, text.startsWith(PACKAGE)), ...inner] : undefined;
}

/**
 * The folder of the archive that a call of `importlib.import_module` loads from, if its name is computed but begins
 * with the name of a package; undefined if it may load from anywhere.
 */
export function importedFolder(node: PythonNode, scope: Scope): string | undefined {
  const { home } = scope;
  const given = node.child('arguments')?.named ?? [];
  if (given.some(({ type }) => /splat/.test(type))) return undefined;
  const named = (wanted: string): PythonNode | undefined =>
    given.find((one) => one.type === 'keyword_argument' && home.text(one.child('name')!) === wanted)?.child('value');
  const positional = given.filter(({ type }) => type !== 'keyword_argument' && type !== 'comment');
  const name = prefixOf(positional[0] ?? named('name'), scope);
  const [, dots, rest] = /^(\.*)([^]*)$/.exec(name.text)!;
  // The part after the last dot is only the beginning of a name.
  const complete = rest!.split('.').slice(0, -1);
  if (dots === '') {
    const parts = resolved({ text: complete.join('.'), isWhole: false }, home);
    return parts?.join('/');
  }
  const origin = prefixOf(positional[1] ?? named('package'), scope);
  const parts = origin.isWhole ? resolved(origin, home) : undefined;
  if (!parts || dots!.length - 1 > parts.length) return undefined;
  return [...parts.slice(0, parts.length - (dots!.length - 1)), ...complete].join('/');
}
