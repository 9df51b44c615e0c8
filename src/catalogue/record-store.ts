import { BoundedCache, type CacheStats, type LoadMany } from '../values/bounded-cache.js';
import type { MaybePromise } from '../values/maybe-promise.js';
import { sizeOf } from './size-of.js';

/** The estimated size of a key and its entry in a cache of records, in bytes. */
export const ENTRY_BYTES = 200;

/** A cache of records of one kind by key. Missing records are read in one statement. */
export class RecordStore<R extends NonNullable<unknown>> {
  readonly #cache: BoundedCache<string, R>;

  constructor(
    private readonly load: LoadMany<string, R>,
    maxBytes: number,
  ) {
    this.#cache = new BoundedCache<string, R>({ maxBytes, sizeOf: (value) => sizeOf(value) + ENTRY_BYTES });
  }

  /** The cached record of a key. */
  peek(key: string): R | undefined {
    return this.#cache.get(key);
  }

  /** The records of keys, in the order of `keys`; `undefined` if there is no record. */
  many(keys: readonly string[]): MaybePromise<(R | undefined)[]> {
    return this.#cache.many(keys, this.load);
  }

  /** The record of one key. */
  async one(key: string): Promise<R | undefined> {
    return (await this.many([key]))[0];
  }

  /** Evicts the record of a key, because it changed. */
  evict(key: string): void {
    this.#cache.delete(key);
  }

  /** Evicts all records. */
  clear(): void {
    this.#cache.clear();
  }

  /** Size and use of the cache. */
  get stats(): CacheStats {
    return this.#cache.stats;
  }
}
