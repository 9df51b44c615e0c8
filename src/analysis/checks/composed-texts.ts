import type { PythonNode } from '../python-syntax.js';
import type { ModuleScope } from './scopes.js';
import {
  anyOf,
  DATA_FILE,
  DECODED,
  externalsOf,
  madeOf,
  NOTHING,
  textsOf,
  textValue,
  type Value,
  withEnd,
} from './values.js';

/** `2^32-1`, which Python reads as an exclusive or. Functions that make texts of numbers mark them. */
const MEANT_AS_POWER = /^[\d\s.()*/+^-]{1,60}$/;

/** A format that writes the character of a number. `%%` stands for a percent sign. */
const FORMATS_CHARACTER = /(?<!%)(?:%%)*%[-#0 +\d]{0,5}c/;

/** Limit of the texts that are put together of parts with several values. */
const COMBINATIONS_MAX = 16;

/** The combinations of one text of each part, those of the first texts first; none if a part has no text. */
function combinations(parts: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return parts.reduce<readonly (readonly string[])[]>(
    (all, texts) => texts.flatMap((text) => all.map((before) => [...before, text])).slice(0, COMBINATIONS_MAX),
    [[]],
  );
}

/** The texts of parts in their order; `undefined` if a part has no text. */
function textsOfParts(parts: readonly (readonly string[])[], { marks, words }: Value): Value | undefined {
  const texts = combinations(parts);
  return texts.length > 0 ? anyOf(texts.map((text) => textValue(text.join(''), marks, words))) : undefined;
}

/** The result of a binary operator, or the text of literals next to each other. */
export function joined(node: PythonNode, home: ModuleScope, parts: readonly Value[]): Value {
  const operator = node.child('operator')?.type;
  // A difference of sets has only items of the first one.
  if (operator === '-' && parts[0]!.refs.some(({ kind }) => kind === 'container')) return parts[0]!;
  const isDecoding =
    (operator === '^' && !MEANT_AS_POWER.test(home.source.text(node))) ||
    (operator === '%' && textsOf(parts[0]!).some((text) => FORMATS_CHARACTER.test(text)));
  const whole = madeOf(parts, isDecoding ? DECODED : 0);
  const containers = parts.flatMap(({ refs }) => refs.filter(({ kind }) => kind === 'container'));
  if (containers.length > 0 && (operator === '|' || operator === '*')) return { ...whole, refs: containers };
  if (operator !== undefined && operator !== '+') {
    const path = operator === '/' ? anyOf(parts.slice(0, 1)) : NOTHING;
    if (!externalsOf(path).some(({ path: name }) => name !== '?')) return whole;
    const [end = ''] = textsOf(parts[1] ?? NOTHING);
    return withEnd({ ...whole, refs: path.refs }, parts[1]?.refs.length === 1 ? end : '');
  }
  const text = textsOfParts(parts.map(textsOf), whole);
  return text ?? (containers.length > 0 ? { ...whole, refs: containers } : whole);
}

/** An f-string, with the values of its fields: its text if all of it is known. */
export function formatted(node: PythonNode, { source }: ModuleScope, fields: readonly Value[]): Value {
  let at = node.from;
  const pieces: string[] = [];
  for (const field of node.children) {
    pieces.push(source.text({ from: at, to: field.from }).replace(/^[a-zA-Z]*["']+/, ''));
    at = field.to;
  }
  const end = source.text({ from: at, to: node.to }).replace(/["']{1,3}$/, '');
  pieces.push(end);
  const hasCharacter = node.children.some((field) => /:\d*c\}$/.test(source.text(field)));
  const whole = madeOf(
    [...fields, ...pieces.filter((piece) => piece !== '').map((piece) => textValue(piece))],
    hasCharacter ? DECODED : 0,
  );
  const parts = pieces.flatMap((piece, index) => [[piece], ...fields.slice(index, index + 1).map(textsOf)]);
  return textsOfParts(parts, whole) ?? (DATA_FILE.test(end) ? withEnd(whole, end) : whole);
}
