import type { AnyNode, Pattern } from 'acorn';
import { elementsOf } from './displays.js';
import { type Machine } from './machine.js';
import { passedOn } from './marks.js';
import { keyOf, member, setMember } from './members.js';
import { type Environment, join, joined, marked, type Site, Thing, thingValue, type Value } from './values.js';

/** Adds a value to a variable. */
function addTo(machine: Machine, name: string, value: Value, env: Environment, site?: Site): void {
  const found = env.find(name);
  if (found?.has(name)) {
    if (found.add(name, value)) machine.isChanged = true;
  } else if (found?.object) {
    setMember(machine, found.object, name, value);
    if (found.parent) addTo(machine, name, value, found.parent);
  } else setMember(machine, thingValue(machine.globals), name, value, site);
}

/** Assigns to a variable, a property, or all parts of a pattern. */
export function assign(machine: Machine, target: Pattern, value: Value, env: Environment, node?: AnyNode): void {
  switch (target.type) {
    case 'Identifier':
      addTo(machine, target.name, value, env, { node: node ?? target, env });
      return;
    case 'MemberExpression': {
      const of = machine.evaluate(target.object as AnyNode, env);
      const key = target.computed
        ? machine.evaluate(target.property, env)
        : (target.property as { readonly name: string }).name;
      setMember(machine, of, key, value, { node: node ?? target, env });
      return;
    }
    default:
      takeApart(machine, target, value, env, (part, item) => assign(machine, part, item, env, node));
  }
}

/**
 * Declares variables with their values.
 * @param isHoisted true for `var`, which the function has declared
 */
export function declare(machine: Machine, target: Pattern, value: Value, env: Environment, isHoisted = false): void {
  if (target.type === 'Identifier') {
    if (isHoisted && env.find(target.name)?.has(target.name)) addTo(machine, target.name, value, env);
    else if (env.add(target.name, value)) machine.isChanged = true;
  } else takeApart(machine, target, value, env, (part, item) => declare(machine, part, item, env, isHoisted));
}

/** Gives the parts of a value to the parts of a pattern. */
function takeApart(
  machine: Machine,
  target: Pattern,
  value: Value,
  env: Environment,
  give: (part: Pattern, value: Value) => void,
): void {
  const site = { node: target as AnyNode, env };
  if (target.type === 'AssignmentPattern') give(target.left, join(value, machine.evaluate(target.right, env)));
  else if (target.type === 'RestElement') give(target.argument, value);
  else if (target.type === 'ArrayPattern') {
    const { values, rest } = elementsOf(value);
    target.elements.forEach((element, index) => {
      if (!element) return;
      if (element.type === 'RestElement') give(element.argument, listOf(values.slice(index), rest, env, element));
      else give(element, join(values[index] ?? rest, rest));
    });
  } else if (target.type === 'ObjectPattern') {
    for (const property of target.properties) {
      if (property.type === 'RestElement') give(property.argument, marked(value, passedOn([value])));
      else {
        const name = property.computed
          ? keyOf(machine.evaluate(property.key, env))
          : ((property.key as { name?: string }).name ?? String((property.key as { value?: unknown }).value));
        give(property.value, name === undefined ? joined([value]) : member(machine, value, name, site));
      }
    }
  }
}

/** An array with values in their order. */
export function listOf(values: readonly Value[], rest: Value, env: Environment, key: AnyNode | string): Value {
  const thing = env.allocate(key, () => Object.assign(new Thing(), { isArray: true }));
  values.forEach((value, index) => thing.add(String(index), value));
  thing.add(undefined, rest);
  return thingValue(thing);
}
