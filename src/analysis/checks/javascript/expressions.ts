import type { AnyNode, Expression, MemberExpression, TaggedTemplateExpression } from 'acorn';
import { call, callMember, construct } from './calls.js';
import { baseOf, classValue } from './classes.js';
import { argumentsOf, array, nameOf, object } from './displays.js';
import { type Machine } from './machine.js';
import { checkKey, member } from './members.js';
import { importedBy } from './modules.js';
import { add, arithmetic, binary, template } from './operators.js';
import { assign } from './patterns.js';
import { load } from './sinks.js';
import { constant, type Constant, type Environment, join, OPEN, Thing, thingValue, type Value } from './values.js';
import { selfOf, variable } from './variables.js';

/** Evaluates an expression to all values that it may have. */
export function evaluate(machine: Machine, node: Expression | AnyNode, env: Environment): Value {
  machine.step();
  const value = (one: AnyNode): Value => evaluate(machine, one, env);
  switch (node.type) {
    case 'Literal':
      if (node.regex) return thingValue(env.allocate(node, () => expressionOf(machine, node.regex!)));
      return node.bigint ? OPEN : constant(node.value as Constant);
    case 'TemplateLiteral':
      return template(machine, node, env);
    case 'Identifier':
      return variable(machine, node.name, env);
    case 'ThisExpression':
      return selfOf(env) ?? OPEN;
    case 'ArrayExpression':
      return array(machine, node, env);
    case 'ObjectExpression':
      return object(machine, node, env);
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return thingValue(machine.closure(node, env));
    case 'ClassExpression':
      return classValue(machine, node, env);
    case 'UnaryExpression': {
      const operand = value(node.argument);
      if (node.operator === '-' || node.operator === '+' || node.operator === '~')
        return arithmetic(node.operator, [operand]);
      return node.operator === 'void' ? constant(undefined) : OPEN;
    }
    case 'UpdateExpression':
      value(node.argument);
      assign(machine, node.argument as never, OPEN, env);
      return OPEN;
    case 'BinaryExpression':
      return binary(machine, node, env);
    case 'LogicalExpression': {
      const left = value(node.left);
      const right = value(node.right);
      return node.operator === '&&' ? right : join(left, right);
    }
    case 'ConditionalExpression':
      value(node.test);
      return join(value(node.consequent), value(node.alternate));
    case 'AssignmentExpression': {
      const right = value(node.right);
      const added = node.operator === '+=' ? add(machine, [value(node.left as AnyNode), right], node, env) : right;
      assign(machine, node.left, added, env, node);
      return added;
    }
    case 'SequenceExpression':
      return node.expressions.map(value).at(-1) ?? OPEN;
    case 'MemberExpression':
      return memberExpression(machine, node, env);
    case 'CallExpression':
      return callExpression(machine, node, env);
    case 'NewExpression':
      return construct(machine, value(node.callee), argumentsOf(machine, node.arguments, env), { node, env });
    case 'ImportExpression': {
      const source = value(node.source);
      load(machine, source, { node, env }, 'import');
      return importedBy(machine, source, env.file);
    }
    case 'AwaitExpression':
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return value(node.type === 'AwaitExpression' ? node.argument : node.expression);
    case 'YieldExpression': {
      const given = node.argument ? value(node.argument) : OPEN;
      env.function.result = join(env.function.result, given);
      return given;
    }
    case 'TaggedTemplateExpression':
      return tagged(machine, node, env);
    case 'MetaProperty':
      return machine.pathValue(node.meta.name === 'import' ? 'import.meta' : 'new.target');
    default:
      return OPEN;
  }
}

function expressionOf(_machine: Machine, { pattern, flags }: { pattern: string; flags: string }): Thing {
  const thing = new Thing('Pattern()');
  thing.add('source', constant(pattern));
  thing.add('flags', constant(flags));
  return thing;
}

function tagged(machine: Machine, node: TaggedTemplateExpression, env: Environment): Value {
  const texts = new Thing();
  texts.isArray = true;
  node.quasi.quasis.forEach(({ value }, index) => texts.add(String(index), constant(value.cooked ?? value.raw)));
  texts.add('raw', thingValue(texts));
  const first = node.quasi.quasis[0]?.value;
  const parts = node.quasi.expressions.map((part) => evaluate(machine, part, env));
  const whole = template(machine, node.quasi, env);
  const tag = evaluate(machine, node.tag, env);
  // A function of the browser makes one text of the texts.
  const given = tag.things.some(({ code }) => code)
    ? thingValue(texts)
    : join(thingValue(texts), constant(first?.cooked ?? ''));
  return join(call(machine, tag, [given, ...parts], OPEN, { node, env }), whole);
}

function memberExpression(machine: Machine, node: MemberExpression, env: Environment): Value {
  const of = node.object.type === 'Super' ? baseOf(env) : evaluate(machine, node.object, env);
  const key = node.computed ? evaluate(machine, node.property, env) : nameOf(node.property as AnyNode)!;
  checkKey(machine, of, key, { node, env });
  return member(machine, of, key, { node, env });
}

function callExpression(machine: Machine, node: AnyNode & { type: 'CallExpression' }, env: Environment): Value {
  let { callee } = node as { callee: AnyNode };
  while (callee.type === 'ChainExpression' || callee.type === 'ParenthesizedExpression') callee = callee.expression;
  const site = { node, env };
  if (callee.type === 'Super') {
    const args = argumentsOf(machine, node.arguments, env);
    const constructor = member(machine, baseOf(env), '#constructor');
    return call(machine, constructor, args, selfOf(env) ?? OPEN, site);
  }
  if (callee.type === 'MemberExpression') {
    const of = callee.object.type === 'Super' ? baseOf(env) : evaluate(machine, callee.object, env);
    const key = callee.computed ? evaluate(machine, callee.property, env) : nameOf(callee.property as AnyNode)!;
    return callMember(machine, of, key, argumentsOf(machine, node.arguments, env), site);
  }
  const value = evaluate(machine, callee, env);
  // Functions that are called by themselves get the global object, unless they are in strict mode.
  const self = env.file.isSmall ? thingValue(machine.globals) : OPEN;
  return call(machine, value, argumentsOf(machine, node.arguments, env), self, site);
}
