import { LRUCache } from 'lru-cache';
import { type Buckets, type Level, type SharedBuckets, WINDOW_MS } from './bucket.js';

/**
 * The maximum number of buckets. The least recently used ones are dropped, so their callers have a full bucket again.
 */
const KEYS_MAX = 100_000;
/** Usage is reported to the shared buckets once it exceeds this share of a bucket. */
const REPORT_THRESHOLD = 0.05;

interface Bucket {
  /** The time at which the bucket is full again, see `performance.now`. */
  fullAt: number;
  /** Usage that is not yet reported to the shared buckets, in milliseconds of refill time. */
  unreported: number;
}

/** Buckets in the memory of this process. `take` needs no I/O; `agree` synchronizes them with the shared buckets. */
export class LocalBuckets implements Buckets {
  readonly #buckets = new LRUCache<string, Bucket>({ max: KEYS_MAX });
  /** Keys of the buckets with usage to report. */
  readonly #busy = new Set<string>();

  take(key: string, spendMs: number): Level {
    const now = performance.now();
    const bucket = this.#bucket(key);
    const fullAt = Math.max(bucket.fullAt, now) + spendMs;
    const isAllowed = fullAt - now <= WINDOW_MS;
    if (isAllowed) {
      bucket.fullAt = fullAt;
      bucket.unreported += spendMs;
      if (bucket.unreported > WINDOW_MS * REPORT_THRESHOLD) this.#busy.add(key);
    }
    return { isAllowed, fullInMs: Math.max(0, bucket.fullAt - now) };
  }

  /** Returns the level if the local bucket has too little left. Then the shared bucket has too little left, too. */
  lacks(key: string, spendMs: number): Level | undefined {
    const fullInMs = (this.#buckets.get(key)?.fullAt ?? 0) - performance.now();
    return fullInMs > 0 && fullInMs + spendMs > WINDOW_MS ? { isAllowed: false, fullInMs } : undefined;
  }

  /** Updates a bucket with the level of the shared bucket. */
  learn(key: string, { fullInMs }: Level): void {
    const bucket = this.#bucket(key);
    bucket.fullAt = Math.max(bucket.fullAt, performance.now() + fullInMs);
  }

  /** Takes the amount, or all that is left if that is less. */
  drain(key: string, spendMs: number): void {
    const now = performance.now();
    const bucket = this.#bucket(key);
    const spent = Math.min(Math.max(bucket.fullAt, now) + spendMs, now + WINDOW_MS) - Math.max(bucket.fullAt, now);
    if (spent > 0) this.take(key, spent);
  }

  /** Reports local usage to the shared buckets, and adopts their levels. */
  async agree(shared: SharedBuckets): Promise<void> {
    const reported = [...this.#busy].sort().map((key) => ({ key, spendMs: this.#buckets.peek(key)?.unreported ?? 0 }));
    this.#busy.clear();
    if (reported.length === 0) return;
    for (const { key, spendMs } of reported) this.#bucket(key).unreported -= spendMs;
    const levels = await shared.note(reported);
    const now = performance.now();
    reported.forEach(({ key }, index) => {
      const bucket = this.#bucket(key);
      // The shared level does not include the usage of this process during the call.
      bucket.fullAt = Math.max(bucket.fullAt, now + levels[index]! + bucket.unreported);
    });
  }

  #bucket(key: string): Bucket {
    let bucket = this.#buckets.get(key);
    if (!bucket) this.#buckets.set(key, (bucket = { fullAt: 0, unreported: 0 }));
    return bucket;
  }
}
