import { randomInt } from 'node:crypto';

const WORDS = [
  'amber',
  'basil',
  'cedar',
  'delta',
  'ember',
  'fjord',
  'glade',
  'haze',
  'inlet',
  'jade',
  'knoll',
  'larch',
  'marsh',
  'north',
  'opal',
];

/** A generator of random values. Equal seeds generate equal values. */
export interface Random {
  readonly seed: number;
  /** Returns a random integer from 0 to `most` - 1. */
  readonly upTo: (most: number) => number;
  readonly oneOf: <T>(items: readonly T[]) => T;
  readonly chance: (probability: number) => boolean;
  readonly word: () => string;
}

/** Creates a generator from a seed, which is random by default. */
export function randomOf(given?: string): Random {
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  let state = seed | 0;
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (most: number): number => Math.floor(next() * most);
  const oneOf = <T>(items: readonly T[]): T => items[upTo(items.length)]!;
  return { seed, upTo, oneOf, chance: (probability) => next() < probability, word: () => oneOf(WORDS) };
}
