import { LRUCache } from 'lru-cache';
import type { MaybePromise } from './maybe-promise.js';

/** The size of a cache, and how it was used since the start. */
export interface CacheStats {
  /** Estimated. */
  readonly bytes: number;
  readonly entries: number;
  readonly hits: number;
  readonly misses: number;
  /** Misses that waited for the load of another one instead of loading themselves. */
  readonly coalesced: number;
  /** Entries that were removed for want of space; entries that a change made invalid are not counted. */
  readonly evictions: number;
}

/** How a cache is bounded. */
export interface CacheBounds<K, V> {
  /** Bytes that its entries may take; nothing is cached if it is 0. */
  readonly maxBytes: number;
  /** The estimated size of an entry in bytes. */
  readonly sizeOf: (value: V, key: K) => number;
  /** Called for each entry that is stored. */
  readonly onEnter?: (key: K) => void;
  /** Called for each entry that leaves the cache. */
  readonly onLeave?: (key: K, value: V) => void;
}

/** Loads many values at once, by key; absent ones are left out of the map. */
export type LoadMany<K, V> = (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;

/**
 * A cache bounded by bytes that evicts the least recently used entries, and counts how it is used. Concurrent misses of
 * a key share one load.
 */
export class BoundedCache<K extends NonNullable<unknown>, V extends NonNullable<unknown>> {
  readonly #entries: LRUCache<K, V> | undefined;
  /** For each key that is being loaded, the load that later callers may wait for. */
  readonly #loads = new Map<K, Promise<ReadonlyMap<K, V>>>();
  #hits = 0;
  #misses = 0;
  #coalesced = 0;
  #evictions = 0;

  constructor({ maxBytes, sizeOf, onEnter, onLeave }: CacheBounds<K, V>) {
    if (maxBytes < 1) return;
    this.#entries = new LRUCache<K, V>({
      maxSize: Math.floor(maxBytes),
      sizeCalculation: sizeOf,
      onInsert: (_value, key) => onEnter?.(key),
      dispose: (value, key, reason) => {
        if (reason === 'evict') this.#evictions++;
        onLeave?.(key, value);
      },
    });
  }

  /** False if the cache has no space at all. */
  get isOn(): boolean {
    return this.#entries !== undefined;
  }

  /** Bytes that its entries may take. */
  get maxBytes(): number {
    return this.#entries?.maxSize ?? 0;
  }

  /** Size and use. */
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
   * The value of a key, which becomes the most recently used one.
   * @param isValid if it returns false, the entry stays where it is until it is replaced or evicted
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
   * The values of keys, in their order; `undefined` for absent ones. Missing ones are loaded in at most one call, and
   * cached unless they were deleted meanwhile.
   */
  many(keys: readonly K[], load: LoadMany<K, V>): MaybePromise<(V | undefined)[]> {
    const found = keys.map((key) => this.get(key));
    return found.includes(undefined) ? this.#fill(keys, found, load) : found;
  }

  /** The value of one key, loaded if it is missing. */
  async one(key: K, load: () => Promise<V>): Promise<V> {
    const [value] = await this.many([key], async () => new Map([[key, await load()]]));
    return value!;
  }

  /** The value of a key; neither its position nor the counters change. */
  peek(key: K): V | undefined {
    return this.#entries?.peek(key);
  }

  /** Adds or replaces a value, unless it is larger than the whole cache. */
  set(key: K, value: V): void {
    this.#entries?.set(key, value);
  }

  /** Removes a key; a load of it that is under way is neither cached nor shared. @returns whether it was there */
  delete(key: K): boolean {
    this.#loads.delete(key);
    return this.#entries?.delete(key) ?? false;
  }

  /** Removes all entries. */
  clear(): void {
    this.#loads.clear();
    this.#entries?.clear();
  }

  /** The keys that are being loaded. */
  get loading(): Iterable<K> {
    return this.#loads.keys();
  }

  /** All values. */
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
    if (missing.size > 0) loads.add(this.#load([...missing], load));
    const loaded = await Promise.all(loads);
    const valueOf = (key: K): V | undefined => {
      for (const values of loaded) if (values.has(key)) return values.get(key);
      return undefined;
    };
    return keys.map((key, at) => found[at] ?? valueOf(key));
  }

  async #load(keys: readonly K[], load: LoadMany<K, V>): Promise<ReadonlyMap<K, V>> {
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
