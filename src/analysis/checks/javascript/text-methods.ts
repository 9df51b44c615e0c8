import { passedOn } from './marks.js';
import { computed, exactTexts, isExact } from './texts.js';
import { constant, type Constant, HOLE, MARK, opened, Thing, thingValue, type Value } from './values.js';

const TEXT_MAX = 20_000;
const SPLIT_MAX = 400;
/** Patterns of one letter or class, which take linear time on every text. */
const SIMPLE = /^(?:\[[^\]\\]{1,60}\]|\\?[^()*+?{}|[\]])[+*]?$/;

type TextMethod = (text: string, ...args: readonly Constant[]) => Constant | undefined;

const count = (value: Constant): number | undefined => (typeof value === 'number' ? value : undefined);

/** Methods of texts that scripts use to put names and addresses together. */
const METHODS: Readonly<Record<string, TextMethod>> = {
  slice: (text, from, to) => text.slice(count(from), count(to)),
  substring: (text, from, to) => text.substring(count(from) ?? 0, count(to)),
  substr: (text, from, length) =>
    text.slice(count(from), length === undefined ? undefined : count(from)! + count(length)!),
  charAt: (text, at) => text.charAt(count(at) ?? 0),
  at: (text, at) => text.at(count(at) ?? 0),
  charCodeAt: (text, at) => text.charCodeAt(count(at) ?? 0),
  codePointAt: (text, at) => text.codePointAt(count(at) ?? 0),
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  toString: (text: string) => text,
  valueOf: (text: string) => text,
  normalize: (text) => text.normalize('NFKC'),
  trim: (text) => text.trim(),
  trimStart: (text) => text.trimStart(),
  trimEnd: (text) => text.trimEnd(),
  repeat: (text, times) =>
    text.length * (count(times) ?? Infinity) < TEXT_MAX ? text.repeat(count(times)!) : undefined,
  padStart: (text, length, fill) =>
    count(length)! < TEXT_MAX ? text.padStart(count(length)!, fill as string) : undefined,
  padEnd: (text, length, fill) => (count(length)! < TEXT_MAX ? text.padEnd(count(length)!, fill as string) : undefined),
  concat: (text, ...others) => text + others.join(''),
};

/** Methods that keep what was unknown of a text. */
const KEEPS_HOLES = /^(toString|valueOf|trim|trimStart|trimEnd|concat)$/;

/** The result of a method of a text; undefined if it has none of this name, or there is no text. */
export function callTextMethod(of: Value, name: string, args: readonly Value[]): Value | undefined {
  if (of.constants.length === 0 || of.things.length > 0) return undefined;
  const marks = passedOn([of, ...args]) | MARK.built;
  const texts = of.constants.filter((item): item is string => typeof item === 'string');
  if (texts.length === 0) return undefined;
  if (name === 'split') return split(of, args, marks);
  if (name === 'replace' || name === 'replaceAll') return replace(texts, name, args, marks);
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (!method) return undefined;
  const constants = args.map((arg) =>
    arg.constants.length === 1 && !(arg.marks & MARK.open) ? arg.constants[0] : HOLE,
  );
  if (constants.includes(HOLE) && name !== 'concat') return opened(marks);
  const results = texts.map((text) => (isExact(text) || KEEPS_HOLES.test(name) ? method(text, ...constants) : HOLE));
  return computed(
    results.map((result) => result ?? HOLE),
    marks | (of.marks & MARK.open),
  );
}

function split(of: Value, args: readonly Value[], marks: number): Value {
  const [text] = exactTexts(of);
  const [separator] = args[0] ? exactTexts(args[0]) : [undefined];
  const list = Object.assign(new Thing(), { isArray: true });
  if (text === undefined || separator === undefined || of.constants.length > 1 || text.length > TEXT_MAX)
    list.add(undefined, opened(marks));
  else
    text
      .split(separator, SPLIT_MAX)
      .forEach((part, index) => list.add(String(index), constant(part, marks & ~MARK.open)));
  return thingValue(list);
}

function replace(texts: readonly string[], name: string, args: readonly Value[], marks: number): Value {
  const [by] = args[1] ? exactTexts(args[1]) : [];
  const [plain] = args[0] ? exactTexts(args[0]) : [];
  const pattern = plain === undefined ? patternOf(args[0]) : undefined;
  if (by === undefined || (plain === undefined && !pattern)) return opened(marks);
  return computed(
    texts.map((text) => {
      if (!isExact(text) || text.length > TEXT_MAX) return HOLE;
      if (pattern) return text.replace(pattern, () => by);
      return name === 'replace' ? text.replace(plain!, () => by) : text.replaceAll(plain!, () => by);
    }),
    marks,
  );
}

/** A pattern of the script, if it takes linear time. */
function patternOf(value: Value | undefined): RegExp | undefined {
  const thing = value?.things[0];
  if (thing?.path !== 'Pattern()') return undefined;
  const source = thing.fields.get('source')?.constants[0];
  const flags = thing.fields.get('flags')?.constants[0];
  if (typeof source !== 'string' || !SIMPLE.test(source)) return undefined;
  try {
    return new RegExp(source, typeof flags === 'string' ? flags.replace(/[^gimsu]/g, '') : '');
  } catch {
    return undefined;
  }
}
