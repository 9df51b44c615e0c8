import { LRUCache } from 'lru-cache';
import { type Buckets, type Level, type SharedBuckets, WINDOW_MS } from './bucket.js';

/** More callers than this in one minute are none that a bucket each would hold up. */
const KEYS_MAX = 100_000;
/** A caller who has taken less than this part of what he may is nobody whom other processes need to know of. */
const WORTH_TELLING = 0.05;

interface Bucket {
  /** When it is full again, on this process's clock. */
  fullAt: number;
  /** What was taken here since the others were last told, in milliseconds of filling. */
  untold: number;
}

/** Buckets in this process: they answer at once, and are made to agree with other processes' from time to time. */
export class LocalBuckets implements Buckets {
  readonly #buckets = new LRUCache<string, Bucket>({ max: KEYS_MAX });
  readonly #busy = new Set<string>();

  take(key: string, spendMs: number): Level {
    const now = performance.now();
    const bucket = this.#bucket(key);
    const fullAt = Math.max(bucket.fullAt, now) + spendMs;
    const isAllowed = fullAt - now <= WINDOW_MS;
    if (isAllowed) {
      bucket.fullAt = fullAt;
      bucket.untold += spendMs;
      if (bucket.untold > WINDOW_MS * WORTH_TELLING) this.#busy.add(key);
    }
    return { isAllowed, fullInMs: Math.max(0, bucket.fullAt - now) };
  }

  /** Whether this is not there to be taken, by all that is known here: others can only have taken more. */
  lacks(key: string, spendMs: number): Level | undefined {
    const fullInMs = (this.#buckets.get(key)?.fullAt ?? 0) - performance.now();
    return fullInMs > 0 && fullInMs + spendMs > WINDOW_MS ? { isAllowed: false, fullInMs } : undefined;
  }

  /** Notes how a bucket stands that all share. */
  learn(key: string, { fullInMs }: Level): void {
    const bucket = this.#bucket(key);
    bucket.fullAt = Math.max(bucket.fullAt, performance.now() + fullInMs);
  }

  /** Takes as much of this as there is. */
  drain(key: string, spendMs: number): void {
    const now = performance.now();
    const bucket = this.#bucket(key);
    const spent = Math.min(Math.max(bucket.fullAt, now) + spendMs, now + WINDOW_MS) - Math.max(bucket.fullAt, now);
    if (spent > 0) this.take(key, spent);
  }

  /** Tells the others what was taken here, and learns what they took. */
  async agree(shared: SharedBuckets): Promise<void> {
    const told = [...this.#busy].sort().map((key) => ({ key, spendMs: this.#buckets.peek(key)?.untold ?? 0 }));
    this.#busy.clear();
    if (told.length === 0) return;
    for (const { key, spendMs } of told) this.#bucket(key).untold -= spendMs;
    const levels = await shared.note(told);
    const now = performance.now();
    told.forEach(({ key }, index) => {
      const bucket = this.#bucket(key);
      // What was taken here while they were told is in neither number.
      bucket.fullAt = Math.max(bucket.fullAt, now + levels[index]! + bucket.untold);
    });
  }

  #bucket(key: string): Bucket {
    let bucket = this.#buckets.get(key);
    if (!bucket) this.#buckets.set(key, (bucket = { fullAt: 0, untold: 0 }));
    return bucket;
  }
}
