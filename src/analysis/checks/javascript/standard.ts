import { type BrowserCall } from './browser-call.js';
import { argumentsIn, elementsOf } from './displays.js';
import { marksIn, passedOn } from './marks.js';
import { browserClassOf, member, namesOf, setMember } from './members.js';
import { listOf } from './patterns.js';
import { checkReplaced } from './property-sinks.js';
import { computed, concatenated, exactTexts, isExact, textsOf } from './texts.js';
import {
  constant,
  type Constant,
  join,
  joined,
  MARK,
  marked,
  NOTHING,
  OPEN,
  opened,
  Thing,
  thingValue,
  type Value,
} from './values.js';

const TEXT_MAX = 20_000;
const NUMBER = /^(Number|parseInt|parseFloat|isNaN|Math\.\w+|Date\.now|performance\.now|Boolean)$/;

/** The result of a function of the language; undefined if the path is another one. */
export function callStandard(made: BrowserCall): Value | undefined {
  const { machine, path, args, site } = made;
  const [first = NOTHING, second = NOTHING, third = NOTHING] = args;
  if (NUMBER.test(path)) return numberOf(path, args);
  switch (path) {
    case 'atob':
      return decoded(first, (text) => Buffer.from(text, 'base64').toString('latin1'));
    case 'decodeURIComponent':
    case 'decodeURI':
    case 'unescape':
      return decoded(first, decodeText);
    case 'btoa':
    case 'encodeURIComponent':
    case 'encodeURI':
    case 'escape':
      return opened(passedOn([first]) | MARK.built);
    case 'JSON.stringify': {
      const text = jsonOf(first, 0);
      const marks = passedOn([first]) | MARK.built;
      return text === undefined ? opened(marks) : computed([text], marks);
    }
    case 'JSON.parse':
      return marked(opened(passedOn([first])), MARK.open);
    case 'String':
      return first.things.length > 0 || first.constants.length === 0
        ? opened(passedOn([first]))
        : computed(textsOf(first), first.marks);
    case 'String.fromCharCode':
    case 'String.fromCodePoint':
      return fromCodes(args);
    case 'String.raw':
      return concatenated(interleaved(first, args.slice(1)));
    case 'Array':
    case 'Array.of':
      return listOf(args, NOTHING, site.env, site.node);
    case 'Array.from': {
      const { values, rest } = elementsOf(first);
      const list = listOf(values, rest, site.env, `${site.node.start} list`);
      return args[1] ? machine.operations.callMember(machine, list, 'map', [second], site) : list;
    }
    case 'Object.entries':
    case 'Object.values':
    case 'Object.keys':
    case 'Object.getOwnPropertyNames':
    case 'Reflect.ownKeys':
      return partsOf(path, first, made);
    case 'Object.assign':
      for (const from of args.slice(1))
        for (const thing of from.things)
          for (const [name, value] of thing.fields) setMember(machine, first, name, value, site);
      for (const thing of first.things) if (thing.path === undefined) thing.marks |= passedOn(args.slice(1));
      return first;
    case 'Object.fromEntries':
    case 'structuredClone':
    case 'Object':
    case 'Object.freeze':
    case 'Object.seal':
    case 'Promise.resolve':
    case 'Promise.all':
    case 'Promise.allSettled':
    case 'Promise.race':
    case 'Promise.any':
    case 'Symbol':
    case 'Array.isArray':
      return first === NOTHING ? OPEN : first;
    case 'Object.create': {
      const thing = site.env.allocate(site.node, () => new Thing());
      thing.prototype = first.things[0];
      return thingValue(thing);
    }
    case 'Object.setPrototypeOf':
      for (const thing of first.things) if (second.things[0] !== thing) thing.prototype ??= second.things[0];
      return first;
    case 'Object.getPrototypeOf':
    case 'Reflect.getPrototypeOf':
      return joined(
        first.things.map((thing) => (thing.prototype ? thingValue(thing.prototype) : prototypeOf(made, thing))),
      );
    case 'Object.defineProperty':
    case 'Reflect.defineProperty':
      define(made, first, second, third);
      return first;
    case 'Object.defineProperties':
      for (const thing of second.things)
        for (const [name, value] of thing.fields) define(made, first, constant(name), value);
      return first;
    case 'Object.getOwnPropertyDescriptors': {
      const thing = site.env.allocate(site.node, () => new Thing());
      thing.describe = (name) => descriptorOf(made, first, constant(name));
      return thingValue(thing);
    }
    case 'Object.getOwnPropertyDescriptor':
    case 'Reflect.getOwnPropertyDescriptor':
      return descriptorOf(made, first, second);
    case 'Reflect.get':
      return member(machine, first, second, site);
    case 'Reflect.set':
      setMember(machine, first, second, third, site);
      return OPEN;
    case 'Reflect.apply':
      return machine.operations.callMember(machine, first, 'apply', args.slice(1), site);
    case 'Reflect.construct':
      return machine.operations.construct(machine, first, argumentsIn(second), site);
    case 'URL.createObjectURL': {
      const thing = new Thing('blobAddress()');
      thing.items = joined([opened(marksIn(first)), ...first.things.map(({ items }) => items)]);
      return { marks: 0, constants: ['blob:'], things: [thing] };
    }
    default:
      if (path.endsWith('.__lookupGetter__'))
        return member(machine, descriptorOf({ ...made, args: [made.self, first] }, made.self, first), 'get');
      return /^TextDecoder\(\)\.decode$/.test(path) ? opened(passedOn(args) | MARK.decoded) : undefined;
  }
}

const JSON_DEPTH_MAX = 4;

/** The JSON of an object or text; undefined if a part of it is not known. */
function jsonOf({ constants, things, marks }: Value, depth: number): string | undefined {
  const [thing] = things;
  if (marks & MARK.open || constants.length + things.length !== 1 || depth > JSON_DEPTH_MAX) return undefined;
  if (!thing) return isExact(String(constants[0])) ? JSON.stringify(constants[0]) : undefined;
  if (thing.code || thing.path !== undefined || thing.isArray || thing.items !== NOTHING || thing.marks)
    return undefined;
  const fields = [...thing.fields].map(([name, value]) => [name, jsonOf(value, depth + 1)] as const);
  return fields.some(([, json]) => json === undefined)
    ? undefined
    : `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

/** The prototype of a function, or of an object of the browser. */
const prototypeOf = ({ machine }: BrowserCall, { code, path }: Thing): Value => {
  const name = code ? 'Function' : browserClassOf(path ?? '');
  return name === undefined ? OPEN : machine.pathValue(`${name}.prototype`);
};

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%u([\da-f]{4})/gi, '\\u$1'));
  } catch {
    return unescapeText(text);
  }
}

const unescapeText = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (_all, code: string) => String.fromCharCode(parseInt(code, 16)));

function decoded(value: Value, decode: (text: string) => string): Value {
  const marks = passedOn([value]) | MARK.decoded | MARK.built;
  const texts = exactTexts(value).filter((text) => text.length <= TEXT_MAX);
  return texts.length > 0 ? computed(texts.map(decode), marks) : opened(marks);
}

function fromCodes(args: readonly Value[]): Value {
  const marks = passedOn(args) | MARK.decoded | MARK.built;
  const codes = args.map(({ constants, marks: own }) =>
    constants.length === 1 && !(own & MARK.open) ? Number(constants[0]) : NaN,
  );
  return codes.length > 0 && codes.every((code) => code >= 0 && code < 0x110000)
    ? computed([String.fromCodePoint(...codes.map(Math.floor))], marks)
    : opened(marks);
}

function interleaved(texts: Value, values: readonly Value[]): Value[] {
  const { values: parts } = elementsOf(texts);
  return parts.flatMap((part, index) => (values[index] ? [part, values[index]!] : [part]));
}

function numberOf(path: string, args: readonly Value[]): Value {
  const [text, radix] = args.map(({ constants, marks }) =>
    constants.length === 1 && !(marks & MARK.open) ? constants[0] : undefined,
  );
  const marks = path.startsWith('Math') || path.startsWith('parse') || path === 'Number' ? passedOn(args) : 0;
  if (text === undefined || !/^(Number|parseInt|Math\.(floor|round|abs))$/.test(path)) return opened(marks);
  const value = path === 'parseInt' ? parseInt(String(text), Number(radix ?? 10)) : Number(text);
  const rounded: Constant = path.startsWith('Math') ? Math.floor(value) : value;
  return Number.isNaN(rounded) ? opened(marks) : computed([rounded], marks);
}

/** The names, values or both of an object. */
function partsOf(path: string, of: Value, { machine, site }: BrowserCall): Value {
  const isGlobal = of.things.some(
    (thing) => thing === machine.globals || thing.path === 'document' || thing.path === 'navigator',
  );
  const isPath = of.things.some(({ path: name }) => name !== undefined);
  const marks = (marksIn(of) & ~MARK.open) | (isGlobal ? MARK.searched : 0);
  if (isPath || of.things.length === 0) return listOf([], opened(marks), site.env, site.node);
  const names = of.things.flatMap(({ fields }) => [...fields.keys()]).slice(0, 64);
  const valueOf = (name: string): Value => joined(of.things.map(({ fields }) => fields.get(name) ?? NOTHING));
  const rest = joined(of.things.map(({ items, marks: own }) => (own ? join(items, opened(own)) : items)));
  if (path.endsWith('alues')) return listOf(names.map(valueOf), rest, site.env, site.node);
  if (!path.endsWith('entries'))
    return listOf(
      names.map((name) => constant(name)),
      rest === NOTHING ? rest : OPEN,
      site.env,
      site.node,
    );
  const pair = (name: Value, value: Value, key: string): Value =>
    listOf([name, value], NOTHING, site.env, `${site.node.start} ${key}`);
  return listOf(
    names.map((name) => pair(constant(name), valueOf(name), name)),
    rest === NOTHING ? rest : pair(OPEN, rest, ''),
    site.env,
    site.node,
  );
}

function define({ machine, site }: BrowserCall, of: Value, key: Value, descriptor: Value): void {
  for (const { fields } of descriptor.things) {
    const value = fields.get('value');
    if (value) setMember(machine, of, key, value, site);
    for (const thing of of.things)
      for (const name of namesOf(key)) {
        for (const getter of fields.get('get')?.things ?? []) thing.getters.set(name, getter);
        for (const setter of fields.get('set')?.things ?? []) {
          thing.setters.set(name, setter);
          checkReplaced(machine, thing, name, thingValue(setter), site);
        }
      }
  }
}

/** A description of a property, with functions that read it. */
function descriptorOf({ machine, site }: BrowserCall, of: Value, key: Value): Value {
  const thing = new Thing();
  const names = namesOf(key);
  const value = member(machine, of, key, site);
  const getter = new Thing();
  getter.native = (_args, self) =>
    joined(names.map((name) => (self.things.length > 0 ? member(machine, self, name, site) : value)));
  thing.add('value', value);
  thing.add('get', thingValue(getter));
  return thingValue(thing);
}
