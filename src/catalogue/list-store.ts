import { LRUCache } from 'lru-cache';
import type { CacheStats } from './cache-stats.js';
import type { Revision } from './revision.js';

/** Results that hold for one revision only: ids and totals of lists, by their normalized question. */
export class ListStore {
  readonly #cache: LRUCache<string, object> | undefined;
  #evictions = 0;

  constructor(
    private readonly revision: Revision,
    maxBytes: number,
  ) {
    if (maxBytes > 0) {
      this.#cache = new LRUCache<string, object>({
        maxSize: maxBytes,
        sizeCalculation: (value, key) => JSON.stringify(value).length * 2 + key.length * 2 + 200,
        dispose: (_value, _key, reason) => void (reason === 'evict' && this.#evictions++),
      });
      revision.onMove(() => this.#cache?.clear());
    }
  }

  /** What it holds. */
  get stats(): CacheStats {
    return { bytes: this.#cache?.calculatedSize ?? 0, entries: this.#cache?.size ?? 0, evictions: this.#evictions };
  }

  /** The kept answer of this revision, or what `load` gives. */
  async get<T extends object>(question: object, load: () => Promise<T>): Promise<T> {
    if (!this.#cache) return load();
    const key = JSON.stringify(question);
    const kept = this.#cache.get(key);
    if (kept) return kept as T;
    const before = this.revision.current;
    const answer = await load();
    if (this.revision.current === before) this.#cache.set(key, answer);
    return answer;
  }
}
