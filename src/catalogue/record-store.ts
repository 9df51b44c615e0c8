import { LRUCache } from 'lru-cache';
import type { Revision } from './revision.js';

/** How a read may be answered. */
export interface ReadOptions {
  /** Read past every cache, from the database. */
  readonly fresh?: boolean;
}

/** Reads many records at once, by key; absent ones are left out of the map. */
export type LoadRecords<R> = (keys: readonly string[]) => Promise<Map<string, R>>;

/** Roughly the bytes that a record takes. */
const sizeOf = (record: object): number => JSON.stringify(record).length * 2 + 200;

/**
 * Records of one kind by key: from memory where they are known, the rest in one statement. What a change touched is
 * evicted at once; what was read while the revision moved isn't kept, because it may be older than the change.
 */
export class RecordStore<R extends object> {
  readonly #cache: LRUCache<string, R> | undefined;

  constructor(
    private readonly load: LoadRecords<R>,
    private readonly revision: Revision,
    maxBytes: number,
  ) {
    if (maxBytes > 0) this.#cache = new LRUCache<string, R>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  }

  /** The records of the keys, in their order; undefined where there is none. At most one statement. */
  async many(keys: readonly string[], options: ReadOptions = {}): Promise<(R | undefined)[]> {
    const known = new Map<string, R>();
    const missing: string[] = [];
    for (const key of new Set(keys)) {
      const record = options.fresh ? undefined : this.#cache?.get(key);
      if (record) known.set(key, record);
      else missing.push(key);
    }
    if (missing.length > 0) {
      const before = this.revision.current;
      for (const [key, record] of await this.load(missing)) {
        known.set(key, record);
        if (this.revision.current === before) this.#cache?.set(key, record);
      }
    }
    return keys.map((key) => known.get(key));
  }

  /** The record of one key. */
  async one(key: string, options: ReadOptions = {}): Promise<R | undefined> {
    return (await this.many([key], options))[0];
  }

  /** Forgets one record. */
  evict(key: string): void {
    this.#cache?.delete(key);
  }

  /** Forgets all. */
  clear(): void {
    this.#cache?.clear();
  }
}
