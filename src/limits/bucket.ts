import type { MaybePromise } from '../values/maybe-promise.js';

/** The time in which an empty bucket refills. The bucket's size is the number of units allowed in this window. */
export const WINDOW_MS = 60_000;

/** A rate limit: a token bucket of this many units that refills in one minute. */
export interface Policy {
  /** Its name in the `RateLimit` headers. */
  readonly name: string;
  readonly perMinute: number;
}

/** The state of a bucket after a `take`. */
export interface Level {
  /** True if the bucket had enough left; if not, nothing was taken. */
  readonly isAllowed: boolean;
  /** Milliseconds until it is full again. */
  readonly fullInMs: number;
}

/**
 * Buckets by name. A bucket stores only the time at which it will be full. Taking from it moves that time forward; a
 * take that would move it further than one window ahead is refused.
 */
export interface Buckets {
  /** Takes the amount that refills in `spendMs` milliseconds. */
  take(key: string, spendMs: number): MaybePromise<Level>;
}

/** Buckets that several processes share. */
export interface SharedBuckets extends Buckets {
  take(key: string, spendMs: number): Promise<Level>;
  /**
   * Records what was already taken from buckets in this process, even if the shared bucket has less left.
   * @returns the milliseconds until each bucket is full again, in the same order
   */
  note(spent: readonly { readonly key: string; readonly spendMs: number }[]): Promise<number[]>;
  close(): Promise<void>;
}
