import { marksIn } from './marks.js';
import { type Constant, HOLE, MARK, SECRET, SECRET_HOLE, type Value } from './values.js';

/** The address that stands for the host. */
export const OWN_ORIGIN = 'http://localhost';

const TEXT_MAX = 20_000;
const TEXTS_MAX = 8;
const HOLES = /[\uE000\uE001]/;

/** True for a text without unknown parts. */
export const isExact = (text: string): boolean => !HOLES.test(text);

/** The texts that a value may be. Unknown parts are holes. */
export function textsOf(value: Value): string[] {
  const texts = value.constants.map(String);
  for (const thing of value.things) {
    if (thing.path === 'location') texts.push(`${OWN_ORIGIN}/`);
    const address = thing.path === 'URL()' ? thing.fields.get('href') : undefined;
    if (address) texts.push(...address.constants.map(String));
  }
  if (value.marks & MARK.open || value.things.length > 0 || texts.length === 0) {
    const hole = marksIn(value) & SECRET ? SECRET_HOLE : HOLE;
    // A URL object ends with what was added to it.
    const isAddress = value.things.length > 0 && texts.length > 0 && (value.marks & MARK.open) === 0;
    if (!isAddress) texts.push(hole);
    else if (hole === SECRET_HOLE) return texts.map((text) => (text.endsWith(hole) ? text : text + hole));
  }
  return texts;
}

/** The texts of a value that have no unknown part. */
export const exactTexts = (value: Value): string[] =>
  value.constants.filter((item): item is string => typeof item === 'string' && isExact(item));

const limited = (text: string): string => (text.length > TEXT_MAX ? text.slice(0, TEXT_MAX) + HOLE : text);

const isHole = (letter: string | undefined): boolean => letter === HOLE || letter === SECRET_HOLE;

/** One text after the other. Two unknown parts next to each other are one. */
function appended(head: string, tail: string): string {
  if (!isHole(head.at(-1)) || !isHole(tail[0])) return limited(head + tail);
  const hole = head.endsWith(SECRET_HOLE) || tail.startsWith(SECRET_HOLE) ? SECRET_HOLE : HOLE;
  return limited(head.slice(0, -1) + hole + tail.slice(1));
}

/** A value with constants that were computed; open if there are too many. */
export function computed(constants: Iterable<Constant>, marks: number): Value {
  const all = [...new Set(constants)].map((item) => (typeof item === 'string' ? limited(item) : item));
  const isCut = all.length > TEXTS_MAX || all.length === 0;
  return {
    marks: (marks & ~MARK.open) | (isCut ? MARK.open : 0),
    constants: all.slice(0, TEXTS_MAX),
    things: [],
  };
}

/** One text after the other, in each combination. */
export function concatenated(parts: readonly Value[]): Value {
  let marks = 0;
  let texts: string[] = [''];
  for (const part of parts) {
    marks |= marksIn(part);
    const next = textsOf(part);
    if (texts.length === 1 && next.length === 1) texts = [appended(texts[0]!, next[0]!)];
    else
      texts = [...new Set(texts.flatMap((head) => next.map((tail) => appended(head, tail))))].slice(0, TEXTS_MAX * 2);
  }
  return computed(texts, marks);
}
