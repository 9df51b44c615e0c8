import { BoundedCache, type CacheStats } from '../values/bounded-cache.js';
import { sizeOf } from './size-of.js';
import type { MaybePromise } from '../values/maybe-promise.js';

/** Reads many values at once, by key; absent ones are left out of the map. */
export type LoadRecords<R> = (keys: readonly string[]) => Promise<Map<string, R>>;

/** The estimated size of a key and its entry in the cache, in bytes. */
const PLACE = 200;

/**
 * Values of one kind by key: cached ones from memory, the rest in one statement. A change evicts the values that it
 * affects at once. A value that was being read at that time isn't cached, because it may be older than the change.
 */
export class RecordStore<R extends NonNullable<unknown>> {
  readonly #cache: BoundedCache<string, R>;
  /** For each read that is under way, whose values were evicted since it began. */
  readonly #reads = new Set<Set<string>>();
  /** Counts how often the cache was cleared. */
  #generation = 0;

  constructor(
    private readonly load: LoadRecords<R>,
    maxBytes: number,
  ) {
    this.#cache = new BoundedCache<string, R>({
      maxBytes,
      sizeOf: (value) => sizeOf(value) + PLACE,
      onLeave: (key) => this.left(key),
    });
  }

  /** The cached value of a key. */
  peek(key: string): R | undefined {
    return this.#cache.get(key);
  }

  /**
   * The values of the keys, in their order; `undefined` for unknown ones. At most one statement, and none if all are
   * cached.
   * @param load how these keys are read, if not like all others
   */
  many(keys: readonly string[], load = this.load): MaybePromise<(R | undefined)[]> {
    const cached = keys.map((key) => this.#cache.get(key));
    return cached.includes(undefined) ? this.#read(keys, cached, load) : cached;
  }

  /** The value of one key. */
  async one(key: string): Promise<R | undefined> {
    return (await this.many([key]))[0];
  }

  /** Forgets what belongs to an owner: the value of a key, where a key is its own owner. */
  evict(owner: string): void {
    for (const key of this.keysOf(owner)) this.#cache.delete(key);
    for (const touched of this.#reads) touched.add(owner);
  }

  /** Forgets all. */
  clear(): void {
    this.#generation++;
    this.#cache.clear();
  }

  /** Size and use of the cache. */
  get stats(): CacheStats {
    return this.#cache.stats;
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

  async #read(
    keys: readonly string[],
    cached: readonly (R | undefined)[],
    load: LoadRecords<R>,
  ): Promise<(R | undefined)[]> {
    const found = new Map<string, R>();
    const missing = new Set<string>();
    for (const [at, key] of keys.entries()) {
      const value = cached[at];
      if (value === undefined) missing.add(key);
      else found.set(key, value);
    }
    const touched = new Set<string>();
    const generation = this.#generation;
    this.#reads.add(touched);
    try {
      for (const [key, value] of await load([...missing])) {
        found.set(key, value);
        if (this.#generation !== generation || touched.has(this.ownerOf(key))) continue;
        this.#cache.set(key, value);
        this.came(key);
      }
    } finally {
      this.#reads.delete(touched);
    }
    return keys.map((key) => found.get(key));
  }
}
