import {
  anyOf,
  contentOf,
  DECODED,
  marked,
  type Ref,
  type Text,
  TEXT_MAX,
  textValue,
  type Value,
  withMarks,
} from './values.js';

/** A slice with constant bounds, without spaces: start, stop and step. */
const CONSTANT = /^(-?\d{1,9})?:(-?\d{1,9})?(?::(-?\d{1,9})?)?$/;

const numberOf = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);

/** Slices a text as Python does. */
function sliced(text: string, start: number | undefined, stop: number | undefined, step: number): string {
  const { length } = text;
  const lowest = step > 0 ? 0 : -1;
  const highest = step > 0 ? length : length - 1;
  const place = (at: number): number => Math.min(Math.max(at < 0 ? at + length : at, lowest), highest);
  const first = start === undefined ? (step > 0 ? 0 : length - 1) : place(start);
  const end = stop === undefined ? (step > 0 ? length : -1) : place(stop);
  if (step === 1) return text.slice(first, Math.max(first, end));
  let result = '';
  for (let at = first; step > 0 ? at < end : at > end; at += step) result += text[at];
  return result;
}

/** True for a text whose slices are known: a longer one was cut, and Python counts a surrogate pair once. */
const isWhole = ({ text }: Text): boolean =>
  text.length < TEXT_MAX && text.isWellFormed() && !/[\ud800-\udfff]/.test(text);

/** Limit of the nested containers that are searched for texts. */
const DEPTH_MAX = 3;

/** True for numbers, and for lists of nothing else. */
function isOfNumbers(ref: Ref, depth = DEPTH_MAX): boolean {
  if (ref.kind === 'external') return /^(int|float|bool)$/.test(ref.path);
  if (ref.kind !== 'container' || depth === 0) return false;
  const { refs } = contentOf(ref);
  return refs.length > 0 && refs.every((one) => isOfNumbers(one, depth - 1));
}

/**
 * The value of a slice. Known texts are sliced if the bounds are constants, and unknown otherwise. A step hides what a
 * text says, but not lists of numbers. Slices of other values are the values themselves.
 * @param bounds the source of the slice, such as `1:-1`
 */
export function sliceOf(owner: Value, bounds: string): Value {
  const constant = CONSTANT.exec(bounds.replace(/\s+/g, ''));
  const [, from, to, by] = constant ?? [];
  const step = constant ? (numberOf(by) ?? 1) : bounds.split(':').length > 2 ? 0 : 1;
  const isOfTexts = owner.refs.every(({ kind }) => kind !== 'container');
  const isReversed = step < 0 && !owner.refs.every((ref) => isOfNumbers(ref));
  const marks = isReversed || (step !== 1 && isOfTexts) ? DECODED : 0;
  const texts = owner.refs.filter((ref): ref is Text => ref.kind === 'text');
  const others = owner.refs.filter(({ kind }) => kind !== 'text');
  const known = constant && step !== 0 ? texts.filter(isWhole) : [];
  const results = known.map(({ text }) =>
    textValue(sliced(text, numberOf(from), numberOf(to), step), owner.marks | marks),
  );
  if (known.length < texts.length) results.push(marked(owner.marks | marks, owner.words));
  return results.length === 0 ? withMarks(owner, marks) : anyOf([...results, { ...owner, refs: others }]);
}
