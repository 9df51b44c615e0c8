import type { AnyNode, FunctionDeclaration, ModuleDeclaration, Pattern, Statement, VariableDeclaration } from 'acorn';
import { classValue } from './classes.js';
import { elementsOf } from './displays.js';
import { evaluate } from './expressions.js';
import { hoistedIn, lexicalIn } from './hoisting.js';
import { type Machine } from './machine.js';
import { marksIn } from './marks.js';
import { exportDeclaration, importDeclaration } from './modules.js';
import { assign, declare } from './patterns.js';
import { type Environment, join, joined, MARK, NOTHING, OPEN, opened, thingValue, type Value } from './values.js';

type Body = readonly (Statement | ModuleDeclaration)[];

/** Declares what a function or program hoists, and runs it. */
export function runBody(machine: Machine, body: Body, env: Environment): void {
  declareBody(machine, body, env);
  for (const statement of body) runStatement(machine, statement, env);
}

/** Declares the names of a program or function, without running its statements. */
export function declareBody(machine: Machine, body: Body, env: Environment): void {
  const { names, functions } = hoistedIn(body);
  for (const name of names) env.declare(name);
  for (const node of functions) if (node.id) env.add(node.id.name, thingValue(machine.closure(node, env)));
  for (const name of lexicalIn(body)) env.declare(name);
}

function runBlock(machine: Machine, body: Body, env: Environment): void {
  for (const name of lexicalIn(body)) env.declare(name);
  for (const statement of body) runStatement(machine, statement, env);
}

/** Runs a statement once. All branches are taken. */
export function runStatement(machine: Machine, node: Statement | ModuleDeclaration, env: Environment): void {
  machine.step();
  const run = (one: Statement | null | undefined, where = env): void => {
    if (one) runStatement(machine, one, where);
  };
  const value = (one: AnyNode | null | undefined, where = env): Value | undefined =>
    one ? evaluate(machine, one, where) : undefined;
  switch (node.type) {
    case 'ExpressionStatement':
      value(node.expression);
      return;
    case 'VariableDeclaration':
      return declareAll(machine, node, env);
    case 'ReturnStatement':
      if (node.argument) env.function.result = join(env.function.result, value(node.argument)!);
      return;
    case 'BlockStatement':
      return runBlock(machine, node.body, env.block(node));
    case 'IfStatement':
      value(node.test);
      run(node.consequent);
      return run(node.alternate);
    case 'ForStatement': {
      const inner = env.block(node);
      if (node.init?.type === 'VariableDeclaration') declareAll(machine, node.init, inner);
      else value(node.init, inner);
      value(node.test, inner);
      value(node.update, inner);
      return run(node.body, inner);
    }
    case 'ForOfStatement':
    case 'ForInStatement': {
      const inner = env.block(node);
      const over = value(node.right)!;
      const item = node.type === 'ForInStatement' ? keysOf(over) : itemOf(over);
      if (node.left.type === 'VariableDeclaration') declareAll(machine, node.left, inner, item);
      else assign(machine, node.left as Pattern, item, inner);
      return run(node.body, inner);
    }
    case 'WhileStatement':
    case 'DoWhileStatement':
      value(node.test);
      return run(node.body);
    case 'SwitchStatement': {
      const inner = env.block(node);
      value(node.discriminant);
      for (const { consequent } of node.cases) runBlock(machine, consequent, inner);
      return;
    }
    case 'TryStatement':
      run(node.block);
      if (node.handler) {
        const inner = env.block(node.handler);
        if (node.handler.param)
          declare(machine, node.handler.param, join(machine.thrown.get(env.file) ?? NOTHING, OPEN), inner);
        run(node.handler.body, inner);
      }
      return run(node.finalizer);
    case 'ThrowStatement':
      machine.thrown.set(env.file, join(machine.thrown.get(env.file) ?? NOTHING, value(node.argument)!));
      return;
    case 'LabeledStatement':
      return run(node.body);
    case 'WithStatement': {
      const inner = env.block(node);
      inner.object = value(node.object);
      return run(node.body, inner);
    }
    case 'FunctionDeclaration':
      return functionDeclaration(machine, node, env);
    case 'ClassDeclaration':
      env.add(node.id.name, classValue(machine, node, env));
      return;
    case 'ImportDeclaration':
      return importDeclaration(machine, node, env);
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
    case 'ExportAllDeclaration':
      return exportDeclaration(machine, node, env);
    default:
  }
}

/** Functions in blocks are hoisted to the function, but see the variables of the block. */
function functionDeclaration(machine: Machine, node: FunctionDeclaration, env: Environment): void {
  if (env !== env.function && node.id) env.function.add(node.id.name, thingValue(machine.closure(node, env)));
}

function declareAll(machine: Machine, node: VariableDeclaration, env: Environment, item?: Value): void {
  for (const { id, init } of node.declarations) {
    const value = item ?? (init ? evaluate(machine, init, env) : undefined);
    const target = node.kind === 'var' ? env : env;
    if (value) declare(machine, id, value, target, node.kind === 'var');
    else if (node.kind !== 'var' && id.type === 'Identifier') env.declare(id.name);
  }
}

/** One of the values that a loop goes over. */
function itemOf(over: Value): Value {
  const { values, rest } = elementsOf(over);
  return joined([...values, rest]);
}

/** One of the names of the properties of an object. */
function keysOf(over: Value): Value {
  const isGlobal = over.things.some(({ path }) => path === 'window' || path === 'document' || path === 'navigator');
  return opened((marksIn(over) & ~MARK.open) | (isGlobal ? MARK.searched : 0));
}
