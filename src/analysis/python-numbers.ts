import { type Arguments, textOf, type Value } from './python-values.js';

/** The number of an int that is not large; `undefined` for other values. */
export const numberOf = (value: Value | undefined): number | undefined =>
  value?.kind === 'constant' && typeof value.value === 'bigint' && Math.abs(Number(value.value)) < 1e9
    ? Number(value.value)
    : undefined;

/** The number of any int; `undefined` for other values. */
export const wholeOf = (value: Value | undefined): bigint | undefined =>
  value?.kind === 'constant' && typeof value.value === 'bigint' ? value.value : undefined;

/** The digits of a base, and the prefix that they may have. */
const BASES: ReadonlyMap<number | undefined, RegExp> = new Map([
  [2, /^(?:0b)?([01]{1,200})$/i],
  [8, /^(?:0o)?([0-7]{1,70})$/i],
  [10, /^(\d{1,50})$/],
  [16, /^(?:0x)?([\da-f]{1,50})$/i],
]);
const PREFIXES: Readonly<Record<number, string>> = { 2: '0b', 8: '0o', 10: '', 16: '0x' };

/** The int that a text is in base 2, 8, 10 or 16; `undefined` for other texts. */
export function wholeIn(said: string, base: number | undefined): bigint | undefined {
  const [, sign, number] = /^([-+]?)([\da-z]{1,210})$/i.exec(said.trim()) ?? [];
  const digits = BASES.get(base)?.exec(number ?? '')?.[1];
  if (digits === undefined) return undefined;
  const size = BigInt(PREFIXES[base!] + digits);
  return sign === '-' ? -size : size;
}

/** ASCII texts that `int` and `float` may read. */
const READ_BY: Readonly<Record<string, RegExp>> = {
  int: /^[-+]?\d[\d_]*$/,
  float: /^[-+]?(?:(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:e[-+]?\d[\d_]*)?|inf(?:inity)?|nan)$/i,
};

/** True if `int` or `float` surely raises an error, because a text is no number. */
export function isNoNumber(name: string, { positional: [given, base], named, loose }: Arguments): boolean {
  const said = textOf(given)?.trim();
  const pattern = Object.hasOwn(READ_BY, name) ? READ_BY[name] : undefined;
  if (said === undefined || !pattern || base || named.size > 0 || loose || said.length > 100) return false;
  return /^[ -~]*$/.test(said) && !pattern.test(said);
}
