import { BoundedCache, type CacheStats, type LoadMany } from '../values/bounded-cache.js';
import type { MaybePromise } from '../values/maybe-promise.js';
import { sizeOf } from './size-of.js';

/** The estimated size of a key and its entry in a cache of records, in bytes. */
export const ENTRY_BYTES = 200;

/** Records of one kind by key: cached ones from memory, the rest in one statement. */
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

  /** The records of keys, in their order; `undefined` for unknown ones. */
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
