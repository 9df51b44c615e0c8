import type { PythonNode } from '../python-syntax.js';
import { literalOf, unescaped } from '../python-text.js';
import type { Scope } from './scopes.js';

/** The value of a literal. */
export type Constant = string | number | boolean | null;

/** Finds the constant that a name, or the truth of the result of a call, surely is at its position. */
export type ConstantName = (name: PythonNode, scope: Scope) => Constant | undefined;

/** The value of a literal; `undefined` for another expression. */
export function literalValue(node: PythonNode, scope: Scope): Constant | undefined {
  switch (node.type) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'none':
      return null;
    case 'integer': {
      const number = Number(scope.home.source.text(node));
      return Number.isSafeInteger(number) ? number : undefined;
    }
    case 'string': {
      const literal = node.first ? undefined : literalOf(scope.home.source.text(node));
      if (!literal || literal.prefix !== '') return undefined;
      return unescaped(literal.content, false) ?? undefined;
    }
    default:
      return undefined;
  }
}

/** The call of which `len(…)` counts the results. */
function countedBy(node: PythonNode, scope: Scope): PythonNode | undefined {
  const [first] = node.child('arguments')?.named ?? [];
  return scope.home.source.text(node.child('function')!) === 'len' && first?.type === 'call' ? first : undefined;
}

/** The value of an expression that is a constant. */
export function constantOf(node: PythonNode | undefined, scope: Scope, ofName: ConstantName): Constant | undefined {
  if (node?.type === 'parenthesized_expression') return constantOf(node.named[0], scope, ofName);
  const counted = node?.type === 'call' ? countedBy(node, scope) : undefined;
  if (counted) return ofName(counted, scope);
  if (node?.type === 'identifier' || node?.type === 'call') return ofName(node, scope);
  return node && literalValue(node, scope);
}

/** Values of different types are not compared: `1 == True`. */
const areEqual = (one: Constant, other: Constant): boolean | undefined =>
  typeof one === typeof other || one === null || other === null ? one === other : undefined;

/** Whether a condition is always true or always false; `undefined` if it may be either. */
export function truthOf(node: PythonNode | undefined, scope: Scope, ofName: ConstantName): boolean | undefined {
  switch (node?.type) {
    case 'parenthesized_expression':
      return truthOf(node.named[0], scope, ofName);
    case 'not_operator': {
      const inner = truthOf(node.named[0], scope, ofName);
      return inner === undefined ? undefined : !inner;
    }
    case 'boolean_operator': {
      const parts = [truthOf(node.child('left'), scope, ofName), truthOf(node.child('right'), scope, ofName)];
      const isAnd = node.child('operator')?.type === 'and';
      if (parts.includes(!isAnd)) return !isAnd;
      return parts.every((part) => part === isAnd) ? isAnd : undefined;
    }
    case 'comparison_operator':
      return comparison(node, scope, ofName);
    default: {
      const value = constantOf(node, scope, ofName);
      return value === undefined ? undefined : Boolean(value);
    }
  }
}

function comparison(node: PythonNode, scope: Scope, ofName: ConstantName): boolean | undefined {
  const [left, right] = node.named.map((part) => constantOf(part, scope, ofName));
  const operators = node.children.filter(({ isNamed }) => !isNamed);
  if (node.named.length !== 2 || operators.length !== 1 || left === undefined || right === undefined) return undefined;
  const operator = scope.home.source.text(operators[0]!);
  const isIdentity = /^is\b/.test(operator) && (left === null || right === null);
  const isEqual = isIdentity || /^[=!]=$/.test(operator) ? areEqual(left, right) : undefined;
  if (isEqual === undefined) return undefined;
  return operator === '==' || operator === 'is' ? isEqual : !isEqual;
}

const ENDS_BLOCK = /^(return|raise|continue|break)_statement$/;

/** True if a block surely ends the one around it. */
const endsBlock = (block: PythonNode | undefined): boolean => ENDS_BLOCK.test(block?.named.at(-1)?.type ?? '');

/** True for the first condition of an `if` that is always true, if it comes before a part of the statement. */
function isDecidedBefore(part: PythonNode, scope: Scope, ofName: ConstantName): boolean {
  const statement = part.parent!;
  return [statement, ...statement.named].some(
    (one) =>
      (one === statement || (one.type === 'elif_clause' && one.to <= part.from)) &&
      truthOf(one.child('condition'), scope, ofName) === true,
  );
}

/** The `if` statements of blocks whose consequences end these, by the first statements of the blocks. */
const endingIfs = new WeakMap<PythonNode, readonly PythonNode[]>();

function endingIfsOf(block: PythonNode): readonly PythonNode[] {
  const first = block.first!;
  let found = endingIfs.get(first);
  if (!found) {
    found = block.named.filter((one) => one.type === 'if_statement' && endsBlock(one.child('consequence')));
    endingIfs.set(first, found);
  }
  return found;
}

/** True if an `if` before a statement in the same block surely ends the block. */
function isAfterEnd(statement: PythonNode, scope: Scope, ofName: ConstantName): boolean {
  for (const one of endingIfsOf(statement.parent!)) {
    if (one.from >= statement.from) return false;
    if (truthOf(one.child('condition'), scope, ofName) === true) return true;
  }
  return false;
}

/** True for a part of the source that a constant condition leaves out. */
export function isLeftOut(node: PythonNode, scope: Scope, ofName: ConstantName): boolean {
  const { parent, field } = node;
  if (!parent) return false;
  switch (parent.type) {
    case 'if_statement':
      if (node.type === 'elif_clause' || node.type === 'else_clause') return isDecidedBefore(node, scope, ofName);
      return field === 'consequence' && truthOf(parent.child('condition'), scope, ofName) === false;
    case 'elif_clause':
      return field === 'consequence' && truthOf(parent.child('condition'), scope, ofName) === false;
    case 'while_statement':
      return field === 'body' && truthOf(parent.child('condition'), scope, ofName) === false;
    case 'conditional_expression':
      return (
        (node === parent.named[0] && truthOf(parent.named[1], scope, ofName) === false) ||
        (node === parent.named[2] && truthOf(parent.named[1], scope, ofName) === true)
      );
    case 'case_clause':
      return field === 'consequence' && isOtherCase(parent, scope, ofName);
    case 'block':
      return isAfterEnd(node, scope, ofName);
    default:
      return false;
  }
}

/** True for `case "text":` in a `match` of another constant. */
function isOtherCase(clause: PythonNode, scope: Scope, ofName: ConstantName): boolean {
  const subject = constantOf(clause.parent?.parent?.child('subject'), scope, ofName);
  const patterns = clause.children.filter(({ type }) => type === 'case_pattern');
  const [pattern] = patterns[0]?.named ?? [];
  const value = patterns.length === 1 && pattern ? literalValue(pattern, scope) : undefined;
  return subject !== undefined && value !== undefined && areEqual(subject, value) === false;
}
