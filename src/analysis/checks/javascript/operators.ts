import type { AnyNode, BinaryExpression, TemplateLiteral } from 'acorn';
import { type Machine } from './machine.js';
import { passedOn } from './marks.js';
import { inherited } from './members.js';
import { checkText } from './sinks.js';
import { computed, concatenated } from './texts.js';
import {
  constant,
  type Environment,
  join,
  MARK,
  marked,
  OPEN,
  opened,
  type Site,
  thingValue,
  type Value,
} from './values.js';

export function template(machine: Machine, node: TemplateLiteral, env: Environment): Value {
  const parts = node.quasis.flatMap(({ value }, index): Value[] => {
    const expression = node.expressions[index];
    const text = constant(value.cooked ?? value.raw);
    return expression ? [text, asText(machine, machine.evaluate(expression, env), { node, env })] : [text];
  });
  return checkText(machine, concatenated(parts), { node, env });
}

/** A chain of operators that are grouped from the left, without recursion: scripts add thousands of texts. */
export function binary(machine: Machine, node: BinaryExpression, env: Environment): Value {
  if (node.operator !== '+') {
    const left = node.left.type === 'PrivateIdentifier' ? OPEN : machine.evaluate(node.left, env);
    return arithmetic(node.operator, [left, machine.evaluate(node.right, env)]);
  }
  const parts: Value[] = [];
  let at: AnyNode = node;
  while (at.type === 'BinaryExpression' && at.operator === '+') {
    parts.push(machine.evaluate(at.right, env));
    at = at.left;
  }
  parts.push(machine.evaluate(at, env));
  return add(machine, parts.reverse(), node, env);
}

export function add(machine: Machine, parts: readonly Value[], node: AnyNode, env: Environment): Value {
  const isNumber = ({ constants, things }: Value): boolean =>
    things.length === 0 && constants.length > 0 && constants.every((item) => typeof item === 'number');
  if (parts.every(isNumber)) return arithmetic('+', parts);
  const site = { node, env };
  return checkText(machine, concatenated(parts.map((part) => asText(machine, part, site))), site);
}

/** Converts an object to a text if it has a method for that. */
function asText(machine: Machine, value: Value, site: Site): Value {
  let text = value;
  for (const thing of value.things)
    for (const name of ['toString', 'valueOf', 'toJSON']) {
      const method = thing.path === undefined ? inherited(thing, (one) => one.fields.get(name)) : undefined;
      if (method) text = join(text, machine.call(method, [], thingValue(thing), site));
    }
  return text;
}

const OPERATIONS: Readonly<Record<string, (...operands: number[]) => number>> = {
  '+': (...operands) => operands.reduce((sum, operand) => sum + operand),
  '-': (left, right) => (right === undefined ? -left! : left! - right),
  '*': (left, right) => left! * right!,
  '/': (left, right) => left! / right!,
  '%': (left, right) => left! % right!,
  '^': (left, right) => left! ^ right!,
  '|': (left, right) => left! | right!,
  '&': (left, right) => left! & right!,
  '~': (left) => ~left!,
  '<<': (left, right) => left! << right!,
  '>>': (left, right) => left! >> right!,
  '>>>': (left, right) => left! >>> right!,
};

/** The result of an operation on numbers; comparisons pass no marks on. */
export function arithmetic(operator: string, operands: readonly Value[]): Value {
  const operation = OPERATIONS[operator];
  if (!operation) return OPEN;
  const marks = passedOn(operands);
  const numbers = operands.map(({ constants, marks: own, things }) =>
    constants.length === 1 && !(own & MARK.open) && things.length === 0 ? constants[0] : undefined,
  );
  if (numbers.every((item): item is number => typeof item === 'number'))
    return marked(computed([operation(...numbers)], 0), marks);
  return opened(marks);
}
