import { LRUCache } from 'lru-cache';
import type { MaybePromise } from './maybe-promise.js';

/** The size of a cache, and counts of its use since the process started. */
export interface CacheStats {
  /** Estimated size of the entries. */
  readonly bytes: number;
  readonly entries: number;
  readonly hits: number;
  readonly misses: number;
  /** Misses that waited for the load of an earlier miss, instead of starting a load. */
  readonly coalesced: number;
  /** Entries that were evicted to make space. Entries that were invalidated are not counted. */
  readonly evictions: number;
}

/** The stats of each cache, by the name of the cache. */
export const statsOf = (caches: Readonly<Record<string, { readonly stats: CacheStats }>>): Record<string, CacheStats> =>
  Object.fromEntries(Object.entries(caches).map(([name, { stats }]) => [name, stats]));

/** Loads many values by their keys. The map leaves out keys without a value. */
export type LoadMany<K, V> = (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;

/** The limit of a cache, and functions that it calls. */
export interface CacheBounds<K, V> {
  /** Limit of the estimated bytes of all entries. 0 turns the cache off. */
  readonly maxBytes: number;
  /** The estimated size of an entry in bytes. */
  readonly sizeOf: (value: V, key: K) => number;
  /** Loads missing values, unless the caller gives another function. */
  readonly load?: LoadMany<K, V>;
  /** Called for each entry that is stored. */
  readonly onEnter?: (key: K, value: V) => void;
  /** Called for each entry that is evicted, deleted or replaced. */
  readonly onLeave?: (key: K, value: V) => void;
}

/**
 * A cache with a limit of bytes, which evicts the least recently used entries and counts hits and misses. Concurrent
 * misses of a key share one load.
 */
export class BoundedCache<K extends NonNullable<unknown>, V extends NonNullable<unknown>> {
  readonly #entries: LRUCache<K, V> | undefined;
  readonly #load: LoadMany<K, V> | undefined;
  /** For each key that is being loaded, the load that later misses wait for. */
  readonly #loads = new Map<K, Promise<ReadonlyMap<K, V>>>();
  #hits = 0;
  #misses = 0;
  #coalesced = 0;
  #evictions = 0;

  constructor({ maxBytes, sizeOf, load, onEnter, onLeave }: CacheBounds<K, V>) {
    this.#load = load;
    if (maxBytes < 1) return;
    this.#entries = new LRUCache<K, V>({
      maxSize: Math.floor(maxBytes),
      sizeCalculation: sizeOf,
      onInsert: (value, key) => onEnter?.(key, value),
      dispose: (value, key, reason) => {
        if (reason === 'evict') this.#evictions++;
        onLeave?.(key, value);
      },
    });
  }

  /** False if nothing is cached, because the limit is 0. */
  get isOn(): boolean {
    return this.#entries !== undefined;
  }

  /** Limit of the estimated bytes of all entries. */
  get maxBytes(): number {
    return this.#entries?.maxSize ?? 0;
  }

  /** The size and use of the cache. */
  get stats(): CacheStats {
    return {
      bytes: this.#entries?.calculatedSize ?? 0,
      entries: this.#entries?.size ?? 0,
      hits: this.#hits,
      misses: this.#misses,
      coalesced: this.#coalesced,
      evictions: this.#evictions,
    };
  }

  /**
   * Returns the value of a key, which becomes the most recently used one.
   * @param isValid if it returns false, this is a miss, but the entry stays in the cache until it is replaced or
   *   evicted
   */
  get(key: K, isValid?: (value: V) => boolean): V | undefined {
    const value = this.#entries?.get(key);
    if (value === undefined || isValid?.(value) === false) {
      this.#misses++;
      return undefined;
    }
    this.#hits++;
    return value;
  }

  /**
   * Returns the values of keys, in the order of the keys; `undefined` for keys without a value. Loads missing values in
   * at most one call, and caches those whose keys were not deleted during the load.
   */
  many(keys: readonly K[], load = this.#load!): MaybePromise<(V | undefined)[]> {
    const found = keys.map((key) => this.get(key));
    return found.includes(undefined) ? this.#fill(keys, found, load) : found;
  }

  /** Returns the value of one key, and loads it if it is missing. */
  async one(key: K, load?: LoadMany<K, V>): Promise<V | undefined> {
    return (await this.many([key], load))[0];
  }

  /** Returns the value of a key, and adds it if it is missing. */
  getOrAdd(key: K, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  /** Returns the value of a key without changing its recency or the counters. */
  peek(key: K): V | undefined {
    return this.#entries?.peek(key);
  }

  /** Adds or replaces a value, unless it is larger than `maxBytes`. */
  set(key: K, value: V): void {
    this.#entries?.set(key, value);
  }

  /** Removes a key. The result of a running load of the key is not cached or shared. @returns true if it was cached */
  delete(key: K): boolean {
    this.#loads.delete(key);
    return this.#entries?.delete(key) ?? false;
  }

  /** Removes all entries. */
  clear(): void {
    this.#loads.clear();
    this.#entries?.clear();
  }

  /** All cached values. */
  values(): Iterable<V> {
    return this.#entries?.values() ?? [];
  }

  /** Keys and values, the least recently used first. */
  *oldestFirst(): Generator<readonly [K, V]> {
    for (const key of this.#entries?.rkeys() ?? []) yield [key, this.#entries!.peek(key)!];
  }

  async #fill(keys: readonly K[], found: readonly (V | undefined)[], load: LoadMany<K, V>): Promise<(V | undefined)[]> {
    const missing = new Set<K>();
    const loads = new Set<Promise<ReadonlyMap<K, V>>>();
    for (const [at, key] of keys.entries()) {
      if (found[at] !== undefined || missing.has(key)) continue;
      const shared = this.#loads.get(key);
      if (shared) {
        loads.add(shared);
        this.#coalesced++;
      } else missing.add(key);
    }
    if (missing.size > 0) loads.add(this.#loadAll([...missing], load));
    const loaded = await Promise.all(loads);
    const valueOf = (key: K): V | undefined => {
      for (const values of loaded) if (values.has(key)) return values.get(key);
      return undefined;
    };
    return keys.map((key, at) => found[at] ?? valueOf(key));
  }

  async #loadAll(keys: readonly K[], load: LoadMany<K, V>): Promise<ReadonlyMap<K, V>> {
    const loading = load(keys);
    if (!this.isOn) return loading;
    for (const key of keys) this.#loads.set(key, loading);
    try {
      const values = await loading;
      for (const [key, value] of values) if (this.#loads.get(key) === loading) this.set(key, value);
      return values;
    } finally {
      for (const key of keys) if (this.#loads.get(key) === loading) this.#loads.delete(key);
    }
  }
}
