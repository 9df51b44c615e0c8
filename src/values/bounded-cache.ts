import { LRUCache } from 'lru-cache';

/** What a cache holds, and how it was used since the start. */
export interface CacheStats {
  /** Estimated. */
  readonly bytes: number;
  readonly entries: number;
  readonly hits: number;
  readonly misses: number;
  /** Entries that were removed for want of space; entries that a change made invalid are not counted. */
  readonly evictions: number;
}

/** How a cache is bounded. */
export interface CacheBounds<K, V> {
  /** Bytes that its entries may take; nothing is cached if it is 0. */
  readonly maxBytes: number;
  /** The estimated size of an entry in bytes. */
  readonly sizeOf: (value: V, key: K) => number;
  /** Called for each entry that leaves the cache. */
  readonly onLeave?: (key: K, value: V) => void;
}

/** A cache bounded by bytes that evicts the least recently used entries, and counts how it is used. */
export class BoundedCache<K extends NonNullable<unknown>, V extends NonNullable<unknown>> {
  readonly #entries: LRUCache<K, V> | undefined;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  constructor({ maxBytes, sizeOf, onLeave }: CacheBounds<K, V>) {
    if (maxBytes < 1) return;
    this.#entries = new LRUCache<K, V>({
      maxSize: Math.floor(maxBytes),
      sizeCalculation: sizeOf,
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

  /** The value of a key; neither its position nor the counters change. */
  peek(key: K): V | undefined {
    return this.#entries?.peek(key);
  }

  /** Adds or replaces a value, unless it is larger than the whole cache. */
  set(key: K, value: V): void {
    this.#entries?.set(key, value);
  }

  /** Removes a key. @returns whether it was there */
  delete(key: K): boolean {
    return this.#entries?.delete(key) ?? false;
  }

  /** Removes all entries. */
  clear(): void {
    this.#entries?.clear();
  }

  /** All values. */
  values(): Iterable<V> {
    return this.#entries?.values() ?? [];
  }

  /** Keys and values, the least recently used first. */
  *oldestFirst(): Generator<readonly [K, V]> {
    for (const key of this.#entries?.rkeys() ?? []) yield [key, this.#entries!.peek(key)!];
  }
}
