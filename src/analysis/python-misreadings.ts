import { PythonNode } from './python-syntax.js';

/** Expressions that can begin with their operand. */
export const OPERATIONS = new Set(['call', 'attribute', 'subscript', 'binary_operator']);

/**
 * Returns the node that an item of a list is. The grammar reads a first item `*f(x)` as a call of `*f` instead of
 * unpacking the result of `f(x)`, and the same for `*a.b`, `*a[b]` and `*a + b`.
 */
export function withStarOutside(item: PythonNode): PythonNode {
  const around: PythonNode[] = [];
  let star = item;
  for (; OPERATIONS.has(star.type) && star.first; star = star.first!) around.push(star);
  const operand = star.named[0];
  const inner = around.at(-1);
  if (star.type !== 'list_splat' || !inner || !operand) return item;
  inner.contain([operand, ...inner.children.slice(1)]);
  [operand.parent, operand.field] = [inner, star.field];
  for (const node of around) node.from = operand.from;
  star.contain(star.children.map((child) => (child === operand ? item : child)));
  [star.parent, star.field, star.to] = [item.parent, item.field, item.to];
  [item.parent, item.field] = [star, undefined];
  return star;
}

const TYPE = 'type';

/** What `type` with parentheses or brackets after it is: a call, or an item of something that has this name. */
function operationOfType(operand: PythonNode, from: number): PythonNode | undefined {
  const { to, field, parent } = operand;
  const isCall = /^(parenthesized_expression|tuple|generator_expression)$/.test(operand.type);
  if (!isCall && operand.type !== 'list') return undefined;
  const made = new PythonNode(isCall ? 'call' : 'subscript', true, field, from, to, parent);
  const type = new PythonNode('identifier', true, isCall ? 'function' : 'value', from, from + TYPE.length, made);
  if (!isCall) {
    for (const child of operand.children) [child.parent, child.field] = [made, 'subscript'];
    made.contain([type, ...operand.children]);
    return made;
  }
  const isGenerator = operand.type === 'generator_expression';
  const list = new PythonNode(isGenerator ? operand.type : 'argument_list', true, 'arguments', operand.from, to, made);
  list.contain(operand.children);
  for (const child of operand.children) child.parent = list;
  made.contain([type, list]);
  return made;
}

/**
 * Returns the statement that an alias of a type is. The grammar reads `type(a).b = c` as an alias of the type `(a).b`
 * instead of an assignment to an attribute of `type(a)`, and the same for `type(a)[b] = c` and `type[a] = b`.
 */
export function withTypeCalled(statement: PythonNode): PythonNode {
  const alias = statement.child('left')?.named[0];
  const right = statement.child('right')?.named[0];
  // `type(a).b: int = c`
  const left = alias?.type === 'constrained_type' ? alias.named[0]?.named[0] : alias;
  if (!left || !right) return statement;
  const around: PythonNode[] = [];
  let inner = left;
  for (; OPERATIONS.has(inner.type) && inner.first; inner = inner.first!) around.push(inner);
  const { from, to, field, parent } = statement;
  const operation = operationOfType(inner, from);
  if (!operation) return statement;
  for (const node of around) node.from = from;
  const outer = around.at(-1);
  outer?.contain([operation, ...outer.children.slice(1)]);
  const target = outer ? left : operation;
  const made = new PythonNode('expression_statement', true, field, from, to, parent);
  const assignment = new PythonNode('assignment', true, undefined, from, to, made);
  made.contain([assignment]);
  assignment.contain([target, right]);
  [target.parent, target.field, right.parent, right.field] = [assignment, 'left', assignment, 'right'];
  return made;
}
