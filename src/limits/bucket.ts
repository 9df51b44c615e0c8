import type { MaybePromise } from '../values/maybe-promise.js';

/** The time in which an empty bucket fills: what a caller may do in it is the bucket's size. */
export const WINDOW_MS = 60_000;

/** What callers may do: a token bucket of so many units, which fills again in one minute. */
export interface Policy {
  /** Its name in the `RateLimit` headers. */
  readonly name: string;
  readonly perMinute: number;
}

/** How a bucket stands after something was asked of it. */
export interface Level {
  /** Whether it held what was asked for; if not, nothing was taken. */
  readonly isAllowed: boolean;
  /** Milliseconds until it is full again. */
  readonly fullInMs: number;
}

/**
 * Buckets by name. All they know of one is when it will be full: to take something from it moves that on, and what
 * would move it further than a window away is not there to be taken.
 */
export interface Buckets {
  /** Takes what fills again in so many milliseconds. */
  take(key: string, spendMs: number): MaybePromise<Level>;
}

/** What others have taken, as this process told it or was told. */
export interface SharedBuckets extends Buckets {
  take(key: string, spendMs: number): Promise<Level>;
  /**
   * Notes what was taken from buckets elsewhere, whether it was there or not.
   * @returns for each of them, in order, the milliseconds until it is full again
   */
  note(spent: readonly { readonly key: string; readonly spendMs: number }[]): Promise<number[]>;
  close(): Promise<void>;
}
