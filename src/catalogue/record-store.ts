import { LRUCache } from 'lru-cache';
import type { CacheStats } from './cache-stats.js';
import { oneIn } from '../values/one-in.js';
import { sizeOf } from './size-of.js';
import type { MaybePromise } from '../values/maybe-promise.js';

/** Reads many values at once, by key; absent ones are left out of the map. */
export type LoadRecords<R> = (keys: readonly string[]) => Promise<Map<string, R>>;

/** What a key takes, and what finds it. */
const PLACE = 200;

/**
 * Values of one kind by key: from memory where they are known, the rest in one statement. What a change touched is
 * evicted at once, and what was being read meanwhile isn't kept, because it may be older than the change.
 */
export class RecordStore<R extends NonNullable<unknown>> {
  readonly #cache: LRUCache<string, R> | undefined;
  /**
   * Whether it is noted that these were read: to find their places among those that go first takes longer than to find
   * them.
   */
  readonly #isNoted = oneIn(8);
  /** For each read that is under way, whose values were evicted since it began. */
  readonly #reads = new Set<Set<string>>();
  #evictions = 0;
  /** Counts how often everything was forgotten. */
  #generation = 0;

  constructor(
    private readonly load: LoadRecords<R>,
    maxBytes: number,
  ) {
    if (maxBytes > 0)
      this.#cache = new LRUCache<string, R>({
        maxSize: maxBytes,
        sizeCalculation: (value) => sizeOf(value) + PLACE,
        dispose: (_value, key, reason) => this.#leave(key, reason),
      });
  }

  /** The value of a key where it is known, at once. */
  peek(key: string): R | undefined {
    return this.#isNoted() ? this.#cache?.get(key) : this.#cache?.peek(key);
  }

  /**
   * The values of the keys, in their order; undefined where there is none. At most one statement, and none where all
   * are known.
   * @param load how these keys are read, where keys differ in that
   */
  many(keys: readonly string[], load = this.load): MaybePromise<(R | undefined)[]> {
    if (this.#cache) {
      const cache = this.#cache;
      const known = keys.map(this.#isNoted() ? (key) => cache.get(key) : (key) => cache.peek(key));
      if (!known.includes(undefined)) return known;
    }
    return this.#read(keys, load);
  }

  /** The value of one key. */
  async one(key: string): Promise<R | undefined> {
    return (await this.many([key]))[0];
  }

  /** Forgets what belongs to an owner: the value of a key, where a key is its own owner. */
  evict(owner: string): void {
    for (const key of this.keysOf(owner)) this.#cache?.delete(key);
    for (const touched of this.#reads) touched.add(owner);
  }

  /** Forgets all. */
  clear(): void {
    this.#generation++;
    this.#cache?.clear();
  }

  /** What it holds. */
  get stats(): CacheStats {
    return { bytes: this.#cache?.calculatedSize ?? 0, entries: this.#cache?.size ?? 0, evictions: this.#evictions };
  }

  /** Whose change makes a value another one. */
  protected ownerOf(key: string): string {
    return key;
  }

  /** What is kept of an owner. */
  protected keysOf(owner: string): Iterable<string> {
    return [owner];
  }

  /** A value is kept from now on. */
  protected came(_key: string): void {
    // A key that is its own owner needs no note.
  }

  /** A value is kept no more. */
  protected left(_key: string): void {
    // A key that is its own owner needs no note.
  }

  #leave(key: string, reason: LRUCache.DisposeReason): void {
    if (reason === 'evict') this.#evictions++;
    this.left(key);
  }

  async #read(keys: readonly string[], load: LoadRecords<R>): Promise<(R | undefined)[]> {
    const known = new Map<string, R>();
    const missing: string[] = [];
    for (const key of new Set(keys)) {
      const value = this.#cache?.get(key);
      if (value !== undefined) known.set(key, value);
      else missing.push(key);
    }
    if (missing.length > 0) {
      const touched = new Set<string>();
      const generation = this.#generation;
      this.#reads.add(touched);
      try {
        for (const [key, value] of await load(missing)) {
          known.set(key, value);
          if (this.#cache && this.#generation === generation && !touched.has(this.ownerOf(key))) {
            this.#cache.set(key, value);
            this.came(key);
          }
        }
      } finally {
        this.#reads.delete(touched);
      }
    }
    return keys.map((key) => known.get(key));
  }
}
