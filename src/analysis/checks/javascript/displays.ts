import type { AnyNode, ArrayExpression, Expression, ObjectExpression, SpreadElement } from 'acorn';
import { type Machine } from './machine.js';
import { marksIn, passedOn } from './marks.js';
import { keyOf } from './members.js';
import { isExact } from './texts.js';
import {
  constant,
  type Environment,
  join,
  joined,
  MARK,
  NOTHING,
  OPEN,
  opened,
  Thing,
  thingValue,
  type Value,
} from './values.js';

export function array(machine: Machine, node: ArrayExpression, env: Environment): Value {
  const thing = env.allocate(node, () => Object.assign(new Thing(), { isArray: true }));
  let index = 0;
  let isCounted = true;
  for (const element of node.elements) {
    if (!element) continue;
    if (element.type === 'SpreadElement') {
      const { values, rest } = elementsOf(machine.evaluate(element.argument, env));
      for (const value of values) thing.add(isCounted ? String(index++) : undefined, value);
      if (rest !== NOTHING) {
        isCounted = false;
        thing.add(undefined, rest);
      }
    } else thing.add(isCounted ? String(index++) : undefined, machine.evaluate(element, env));
  }
  return thingValue(thing);
}

/** The elements of something that can be iterated: those in order, and what else there may be. */
export function elementsOf(value: Value): { readonly values: readonly Value[]; readonly rest: Value } {
  const [text] = value.constants;
  const isText = value.constants.length === 1 && typeof text === 'string' && value.things.length === 0;
  if (isText && isExact(text) && text.length <= 400)
    return { values: [...text].map((letter) => constant(letter, value.marks)), rest: NOTHING };
  const values: Value[] = [];
  let rest: Value = value.things.length === 0 || value.marks & MARK.open ? opened(value.marks) : NOTHING;
  for (const thing of value.things) {
    const isAlone = value.things.length === 1;
    if (thing.isArray && isAlone)
      for (let index = 0; thing.fields.has(String(index)); index++) values.push(thing.fields.get(String(index))!);
    else if (thing.isArray) rest = join(rest, joined([...thing.fields.values()]));
    else rest = join(rest, opened(marksIn(thingValue(thing))));
    rest = join(rest, thing.items);
    if (thing.marks) rest = join(rest, opened(thing.marks));
  }
  return { values, rest };
}

/** The arguments of a call, with spread ones in their order. */
export function argumentsOf(
  machine: Machine,
  nodes: readonly (Expression | SpreadElement)[],
  env: Environment,
): Value[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'SpreadElement') return [machine.evaluate(node, env)];
    const { values, rest } = elementsOf(machine.evaluate(node.argument, env));
    return rest === NOTHING ? values : [...values, rest];
  });
}

export function object(machine: Machine, node: ObjectExpression, env: Environment): Value {
  const thing = env.allocate(node, () => new Thing());
  let marks = 0;
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const spread = machine.evaluate(property.argument, env);
      marks |= passedOn([spread]);
      for (const from of spread.things) {
        for (const [name, field] of from.fields) thing.add(name, field);
        thing.add(undefined, from.items);
      }
      continue;
    }
    const name = property.computed ? keyOf(machine.evaluate(property.key, env)) : nameOf(property.key);
    const field = machine.evaluate(property.value, env);
    const [accessor] = field.things;
    if (property.kind === 'init') thing.add(name, field);
    else if (accessor && name !== undefined) {
      accessor.owner ??= thing;
      (property.kind === 'get' ? thing.getters : thing.setters).set(name, accessor);
    }
  }
  thing.marks |= marks;
  return thingValue(thing);
}

export const nameOf = (key: AnyNode): string | undefined =>
  key.type === 'Identifier' || key.type === 'PrivateIdentifier'
    ? key.name
    : key.type === 'Literal'
      ? String(key.value)
      : undefined;

/** The values of an array that a function takes as its arguments. */
export function argumentsIn(list: Value | undefined): Value[] {
  if (!list) return [];
  const { values, rest } = elementsOf(list);
  return rest === NOTHING || (values.length > 0 && rest === OPEN) ? [...values] : [...values, rest];
}
