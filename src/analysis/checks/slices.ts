import { anyOf, DECODED, type Text, textValue, type Value, withMarks } from './values.js';

/** A slice with constant bounds: start, stop and step. */
const CONSTANT = /^\s*(-?\s*\d{1,9})?\s*:\s*(-?\s*\d{1,9})?\s*(?::\s*(-?\s*\d{1,9})?\s*)?$/;

const numberOf = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits.replace(/\s/g, ''));

/** Slices a text as Python does. */
function sliced(text: string, start: number | undefined, stop: number | undefined, step: number): string {
  const characters = [...text];
  const { length } = characters;
  const lowest = step > 0 ? 0 : -1;
  const highest = step > 0 ? length : length - 1;
  const place = (at: number): number => Math.min(Math.max(at < 0 ? at + length : at, lowest), highest);
  const first = start === undefined ? (step > 0 ? 0 : length - 1) : place(start);
  const end = stop === undefined ? (step > 0 ? length : -1) : place(stop);
  let result = '';
  for (let at = first; step > 0 ? at < end : at > end; at += step) result += characters[at];
  return result;
}

/**
 * The value of a slice. Known texts are sliced if the bounds are constants. A step hides what a text says; other slices
 * of unknown values are the values themselves.
 * @param bounds the source of the slice, such as `1:-1`
 */
export function sliceOf(owner: Value, bounds: string): Value {
  const [, from, to, by] = CONSTANT.exec(bounds) ?? [];
  const step = numberOf(by) ?? 1;
  const marks = step === 1 ? 0 : DECODED;
  const texts = owner.refs.filter((ref): ref is Text => ref.kind === 'text');
  if (texts.length === 0 || !CONSTANT.test(bounds) || step === 0) return withMarks(owner, marks);
  const results = texts.map(({ text }) =>
    textValue(sliced(text, numberOf(from), numberOf(to), step), owner.marks | marks),
  );
  const others = owner.refs.filter(({ kind }) => kind !== 'text');
  return anyOf([...results, ...(others.length > 0 ? [{ ...owner, refs: others }] : [])]);
}
