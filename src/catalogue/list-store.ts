import { BoundedCache, type CacheStats } from '../values/bounded-cache.js';
import type { Revision } from './revision.js';

/** Caches results that are valid for one revision only, such as the ids and the total of a page, by the question. */
export class ListStore {
  readonly #cache: BoundedCache<string, object>;

  constructor(revision: Revision, maxBytes: number) {
    this.#cache = new BoundedCache<string, object>({
      maxBytes,
      sizeOf: (value, key) => JSON.stringify(value).length * 2 + key.length * 2 + 200,
    });
    if (this.#cache.isOn) revision.onMove(() => this.#cache.clear());
  }

  /** Size and use of the cache. */
  get stats(): CacheStats {
    return this.#cache.stats;
  }

  /** The result for a question, from the cache or else from `load`. */
  async get<T extends object>(question: object, load: () => Promise<T>): Promise<T> {
    return (await this.#cache.one(JSON.stringify(question), load)) as T;
  }
}
