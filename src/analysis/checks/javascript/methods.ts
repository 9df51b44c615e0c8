import { argumentsIn, elementsOf } from './displays.js';
import { addListener } from './events.js';
import { type Machine } from './machine.js';
import { marksIn, passedOn } from './marks.js';
import { listOf } from './patterns.js';
import { checkText } from './sinks.js';
import { callTextMethod } from './text-methods.js';
import { concatenated, exactTexts } from './texts.js';
import {
  constant,
  join,
  joined,
  MARK,
  marked,
  NOTHING,
  OPEN,
  opened,
  SECRET,
  type Site,
  type Thing,
  type Value,
} from './values.js';

/** Methods whose results say nothing about the content of their object. */
const TELLS_NOTHING =
  /^(includes|startsWith|endsWith|test|indexOf|lastIndexOf|search|has|hasOwnProperty|isPrototypeOf|localeCompare|some|every|removeItem|clear|preventDefault|stopPropagation)$/;
const TELLS_POSITION = /^(indexOf|lastIndexOf|search|localeCompare)$/;
const SECRET_WORD = /token|passw|secret|api[_-]?\??key|log ?in|sign ?in|credential/i;
const ELEMENTS_MAX = 64;

/** The result of a method of an array, a text, a promise or something unknown. */
export function callMethod(machine: Machine, of: Value, name: string, args: readonly Value[], site: Site): Value {
  if (/^(test|includes|match|search|startsWith|endsWith|indexOf|exec)$/.test(name) && namesSecret([of, ...args]))
    machine.asking.add(site.env.file);
  const own = callTextMethod(of, name, args);
  if (own) return checkText(machine, own, site);
  const lists = of.things.filter(({ isArray }) => isArray);
  if (lists.length > 0) {
    const result = callListMethod(machine, of, lists, name, args, site);
    if (result) return result;
  }
  if (
    name.startsWith('replace') &&
    of.marks & MARK.copied &&
    args[1] &&
    exactTexts(args[1]).some(({ length }) => length > 9)
  )
    return opened(passedOn([of, ...args]) | MARK.swapped);
  switch (name) {
    case 'then':
      return then(machine, of, args, site);
    case 'catch':
    case 'finally':
      for (const callback of args)
        machine.enqueue({ callee: callback, args: [OPEN], self: OPEN, site, context: machine.context });
      return of;
    case 'text':
      return opened(passedOn([of]) | (marksIn(of) & MARK.answer ? MARK.answerText : 0));
    case 'addEventListener':
    case 'on':
    case 'once':
    case 'addListener':
    case 'subscribe':
      addListener(machine, of, args[0] ?? OPEN, args.at(-1) ?? OPEN, site);
      return OPEN;
    case 'toString':
    case 'valueOf':
    case 'toJSON':
      return of.things.some(({ path }) => path === 'URL()') ? of : opened(passedOn([of]));
    case 'forEach':
    case 'map':
    case 'filter':
    case 'find':
    case 'flatMap':
    case 'reduce':
    case 'sort':
      return overUnknown(machine, of, name, args, site);
    default:
  }
  if (TELLS_NOTHING.test(name)) {
    args.forEach((callee) =>
      machine.enqueue({ callee, args: [opened(passedOn([of]))], self: OPEN, site, context: machine.context }),
    );
    // The position in a known text tells which one was searched.
    return TELLS_POSITION.test(name) ? opened(passedOn(args)) : OPEN;
  }
  // The arguments become a part of the object, as in `form.append(name, value)`.
  const given = passedOn(args) & (SECRET | MARK.work | MARK.answer | MARK.far | MARK.decoded);
  for (const thing of of.things) if (!thing.isShared) thing.marks |= given;
  const result = machine.callUnknown([of, ...args], site);
  const isBuilder =
    of.things.length > 0 && of.things.length < 3 && !args.some(({ things }) => things.some(({ code }) => code));
  return isBuilder ? join(result, { ...of, constants: [] }) : result;
}

const namesSecret = (values: readonly Value[]): boolean =>
  values.some(
    (value) =>
      exactTexts(value).some((text) => text.length < 100 && SECRET_WORD.test(text)) ||
      value.things.some(({ path, fields }) => path === 'Pattern()' && namesSecret([fields.get('source') ?? NOTHING])),
  );

/** The result of a promise goes to the functions that wait for it. */
function then(machine: Machine, of: Value, args: readonly Value[], site: Site): Value {
  const [callback, failed] = args;
  if (failed) machine.enqueue({ callee: failed, args: [OPEN], self: OPEN, site, context: machine.context });
  if (!callback) return of;
  return machine.call(callback, [of], OPEN, site);
}

/** A method that calls a function for each element of something unknown. */
function overUnknown(machine: Machine, of: Value, name: string, args: readonly Value[], site: Site): Value {
  const { values, rest } = elementsOf(of);
  const element = marked(joined([...values, rest]), passedOn([of]) & ~MARK.open);
  const [callback, initial] = args;
  if (!callback) return of;
  const given = name === 'reduce' ? [join(initial ?? NOTHING, element), element] : [element, OPEN];
  const result = machine.call(callback, given, OPEN, site);
  if (name === 'map' || name === 'flatMap') return listOf([], join(result, NOTHING), site.env, site.node);
  if (name === 'reduce') return join(result, initial ?? NOTHING);
  return name === 'find' ? element : of;
}

function callListMethod(
  machine: Machine,
  of: Value,
  lists: readonly Thing[],
  name: string,
  args: readonly Value[],
  site: Site,
): Value | undefined {
  const { values, rest } = elementsOf(of);
  const isExact = rest === NOTHING && values.length > 0 && values.length <= ELEMENTS_MAX;
  const list = (items: readonly Value[], others: Value = rest): Value => listOf(items, others, site.env, site.node);
  const any = (): Value => joined([...values, rest]);
  const each = (callback: Value, given: (value: Value, index: number) => Value[]): Value[] =>
    (isExact ? values : [any()]).map((value, index) => callEach(machine, callback, given(value, index), site));
  const [first = OPEN] = args;
  switch (name) {
    case 'join': {
      if (!isExact) return opened(passedOn([of]) | MARK.built);
      const separator = args.length > 0 ? first : constant(',');
      const parts = values.flatMap((value, index) => (index > 0 ? [separator, value] : [value]));
      return checkText(machine, marked(concatenated(parts), MARK.built), site);
    }
    case 'push':
    case 'unshift':
    case 'add':
      for (const thing of lists) for (const value of args) if (thing.add(undefined, value)) machine.isChanged = true;
      return OPEN;
    case 'reverse':
      return isExact ? list([...values].reverse()) : of;
    case 'slice':
    case 'splice': {
      const [from = 0, to] = args.map(({ constants }) => constants[0]);
      return isExact && typeof from === 'number' && (to === undefined || typeof to === 'number')
        ? list(name === 'slice' ? values.slice(from, to) : values.slice(from, to === undefined ? undefined : from + to))
        : of;
    }
    case 'concat': {
      const added = args.flatMap((value) =>
        value.things.some(({ isArray }) => isArray) ? argumentsIn(value) : [value],
      );
      return list([...values, ...added]);
    }
    case 'at':
    case 'pop':
    case 'shift':
    case 'find':
    case 'findLast':
      each(first, (value) => [value]);
      return any();
    case 'map':
    case 'flatMap':
      return isExact
        ? list(
            each(first, (value, index) => [value, constant(index)]),
            NOTHING,
          )
        : list([], joined(each(first, (value) => [value])));
    case 'filter':
    case 'sort':
    case 'flat':
    case 'values':
    case 'entries':
    case 'keys':
      if (args.length > 0) each(first, (value) => [value, value]);
      return of;
    case 'forEach':
    case 'some':
    case 'every':
      each(first, (value, index) => [value, constant(index)]);
      return OPEN;
    case 'reduce':
    case 'reduceRight': {
      const order = name === 'reduce' ? values : [...values].reverse();
      if (!isExact) return machine.call(first, [join(args[1] ?? NOTHING, any()), any()], OPEN, site);
      let result = args[1] ?? order[0]!;
      for (const value of args[1] ? order : order.slice(1)) result = callEach(machine, first, [result, value], site);
      return result;
    }
    case 'toString':
      return opened(passedOn([of]));
    default:
      return undefined;
  }
}

/** Calls a function for one element, with separate variables. */
function callEach(machine: Machine, callback: Value, args: readonly Value[], site: Site): Value {
  const [thing] = callback.things;
  if (callback.things.length === 1 && thing?.code && 'params' in thing.code)
    return machine.operations.invoke(machine, thing, args, OPEN, site, true);
  return machine.call(callback, args, OPEN, site);
}
