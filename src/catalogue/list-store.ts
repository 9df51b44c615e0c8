import { BoundedCache, type CacheStats } from '../values/bounded-cache.js';
import type { Revision } from './revision.js';

/** Results that are valid for one revision only: ids and totals of lists, by their normalized question. */
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

  /** The cached result of this revision, or what `load` returns. */
  async get<T extends object>(question: object, load: () => Promise<T>): Promise<T> {
    return (await this.#cache.one(JSON.stringify(question), load)) as T;
  }
}
