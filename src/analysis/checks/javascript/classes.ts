import type { AnyNode, Class as ClassNode } from 'acorn';
import { invoke } from './calls.js';
import { nameOf } from './displays.js';
import { type Machine } from './machine.js';
import { keyOf } from './members.js';
import { type Environment, OPEN, Thing, thingValue, type Value } from './values.js';

/** A class. All of its objects are one for the analysis. */
export function classValue(machine: Machine, node: ClassNode, env: Environment): Value {
  const thing = machine.closure(node, env);
  const instance = (thing.instance ??= new Thing());
  const parent = node.superClass ? machine.evaluate(node.superClass, env) : undefined;
  const [base] = parent?.things ?? [];
  if (base) {
    thing.prototype = base;
    instance.prototype = base.path === undefined ? (base.instance ?? base) : new Thing(`${base.path}()`);
  }
  thing.add('prototype', thingValue(instance));
  instance.add('constructor', thingValue(thing));
  for (const part of node.body.body) {
    const owner = part.type !== 'StaticBlock' && part.static ? thing : instance;
    const inner = env.block(part);
    inner.self = thingValue(part.type === 'StaticBlock' ? thing : owner);
    inner.home = thing;
    if (node.id) inner.add(node.id.name, thingValue(thing));
    if (part.type === 'StaticBlock') {
      invoke(machine, blockAsFunction(machine, part as never, inner), [], thingValue(thing), { node: part, env });
      continue;
    }
    const name = part.computed ? keyOf(machine.evaluate(part.key, env)) : nameOf(part.key as AnyNode);
    if (!part.value) continue;
    const field = machine.evaluate(part.value, inner);
    const [accessor] = field.things;
    if (part.type === 'MethodDefinition' && (part.kind === 'get' || part.kind === 'set') && accessor) {
      accessor.owner ??= owner;
      if (name !== undefined) (part.kind === 'get' ? owner.getters : owner.setters).set(name, accessor);
    } else if (part.type === 'MethodDefinition' && part.kind === 'constructor') {
      if (accessor) accessor.owner ??= instance;
      instance.add('#constructor', field);
    } else owner.add(name, field);
  }
  return thingValue(thing);
}

/** A block of statements as a function without parameters. */
function blockAsFunction(machine: Machine, block: AnyNode, env: Environment): Thing {
  const node = { ...block, type: 'FunctionExpression', params: [], body: { ...block, type: 'BlockStatement' } };
  return env.allocate(block, () => machine.closure(node as never, env));
}

/** The objects of the class that the current one extends. */
export function baseOf(env: Environment): Value {
  for (let at: Environment | undefined = env; at; at = at.parent)
    if (at.home?.instance?.prototype) return thingValue(at.home.instance.prototype);
  return OPEN;
}
