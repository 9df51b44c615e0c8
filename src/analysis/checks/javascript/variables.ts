import { type Machine } from './machine.js';
import { member } from './members.js';
import { type Environment, join, thingValue, type Value } from './values.js';

/** `this`. */
export function selfOf(env: Environment): Value | undefined {
  for (let at: Environment | undefined = env; at; at = at.parent) if (at.self) return at.self;
  return undefined;
}

/** The possible values of a variable. Names that nothing declares are properties of the global object. */
export function variable(machine: Machine, name: string, env: Environment): Value {
  const found = env.find(name);
  if (!found) return member(machine, thingValue(machine.globals), name);
  if (found.has(name)) return found.get(name);
  const outer = found.parent
    ? variable(machine, name, found.parent)
    : member(machine, thingValue(machine.globals), name);
  return join(member(machine, found.object!, name), outer);
}
