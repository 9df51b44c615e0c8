import type { Value } from './python-values.js';

/** The number of an int that is not large; `undefined` for other values. */
export const numberOf = (value: Value | undefined): number | undefined =>
  value?.kind === 'constant' && typeof value.value === 'bigint' && Math.abs(Number(value.value)) < 1e9
    ? Number(value.value)
    : undefined;

/** The number of any int; `undefined` for other values. */
export const wholeOf = (value: Value | undefined): bigint | undefined =>
  value?.kind === 'constant' && typeof value.value === 'bigint' ? value.value : undefined;
