import { BoundedCache, type CacheStats, type LoadMany } from '../values/bounded-cache.js';
import type { MaybePromise } from '../values/maybe-promise.js';
import { ENTRY_BYTES } from './record-store.js';
import { sizeOf } from './size-of.js';

/** Separates the owner from the arguments in a cache key. No owner id contains it. */
const SEPARATOR = '\0';

const ownerOf = (key: string): string => key.slice(0, key.indexOf(SEPARATOR));

/**
 * Caches slices of nested lists (the versions of a node, the core-node definitions of a version) by the id of the owner
 * and the arguments of the list. A change of an owner's list evicts all slices of that owner.
 */
export class SliceStore {
  readonly #cache: BoundedCache<string, NonNullable<unknown>>;
  /** The cached keys of each owner. */
  readonly #keys = new Map<string, Set<string>>();

  constructor(maxBytes: number) {
    this.#cache = new BoundedCache({
      maxBytes,
      sizeOf: (value) => sizeOf(value) + ENTRY_BYTES,
      onEnter: (key) => this.#entered(key),
      onLeave: (key) => this.#left(key),
    });
  }

  /** The cached slice of an owner. */
  peek(owner: string, args: string): unknown {
    return this.#cache.get(owner + SEPARATOR + args);
  }

  /**
   * The slices of owners, in the order of `owners`; at most one statement.
   * @param args all arguments of the list, as a string
   * @param load reads slices by their owners
   */
  many(owners: readonly string[], args: string, load: LoadMany<string, NonNullable<unknown>>): MaybePromise<unknown[]> {
    const keys = owners.map((owner) => owner + SEPARATOR + args);
    return this.#cache.many(keys, async (missing) => {
      const found = await load(missing.map(ownerOf));
      return new Map([...found].map(([owner, value]) => [owner + SEPARATOR + args, value]));
    });
  }

  /** Evicts all slices of an owner. */
  evict(owner: string): void {
    const loading = [...this.#cache.loading].filter((key) => ownerOf(key) === owner);
    for (const key of [...(this.#keys.get(owner) ?? []), ...loading]) this.#cache.delete(key);
  }

  /** Evicts all slices. */
  clear(): void {
    this.#cache.clear();
  }

  /** Size and use of the cache. */
  get stats(): CacheStats {
    return this.#cache.stats;
  }

  #entered(key: string): void {
    const owner = ownerOf(key);
    const keys = this.#keys.get(owner);
    if (keys) keys.add(key);
    else this.#keys.set(owner, new Set([key]));
  }

  #left(key: string): void {
    const owner = ownerOf(key);
    const keys = this.#keys.get(owner);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(owner);
  }
}
