import type { MaybePromise } from '../values/maybe-promise.js';

/**
 * The time in which an empty bucket refills. The size of a bucket is the number of units that are allowed in that time.
 */
export const WINDOW_MS = 60_000;

/** A rate limit: a token bucket of `perMinute` units that refills in one minute. */
export interface Policy {
  /** Name of the limit in the `RateLimit` headers. */
  readonly name: string;
  readonly perMinute: number;
}

/** The state of a bucket after a `take`. */
export interface Level {
  /** True if the bucket had enough left; if not, nothing was taken. */
  readonly isAllowed: boolean;
  /** Milliseconds until the bucket is full again. */
  readonly fullInMs: number;
}

/**
 * Token buckets by key. A bucket stores only the time at which it will be full. A take moves that time into the future;
 * it is refused if the time would be more than one window away.
 */
export interface Buckets {
  /** Takes the amount that refills in `spendMs` milliseconds. */
  take(key: string, spendMs: number): MaybePromise<Level>;
}

/** Buckets that several processes share. */
export interface SharedBuckets extends Buckets {
  take(key: string, spendMs: number): Promise<Level>;
  /**
   * Records usage that this process has already allowed, even if the shared bucket has less left.
   * @returns the milliseconds until each bucket is full again, in the same order
   */
  note(spent: readonly { readonly key: string; readonly spendMs: number }[]): Promise<number[]>;
  close(): Promise<void>;
}
