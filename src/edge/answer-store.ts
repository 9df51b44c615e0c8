import { LRUCache } from 'lru-cache';
import type { CacheStats } from '../catalogue/cache-stats.js';
import type { Revision } from '../catalogue/revision.js';
import type { Answer } from './answer.js';

/** Finished answers by all that they were asked with. They hold for one revision. */
export class AnswerStore {
  readonly #kept: LRUCache<string, Answer> | undefined;
  #evictions = 0;
  /** Answers that are being made, with the revision that they are made at. */
  readonly #coming = new Map<string, { readonly revision: number; readonly answer: Promise<Answer | undefined> }>();

  constructor(
    private readonly revision: Revision,
    maxBytes: number,
  ) {
    if (maxBytes <= 0) return;
    this.#kept = new LRUCache<string, Answer>({ maxSize: maxBytes, sizeCalculation: ({ size }, key) => size + key.length * 2, dispose: (_answer, _key, reason) => void (reason === 'evict' && this.#evictions++) });
    revision.onMove(() => this.#kept?.clear());
  }

  /** What it holds. */
  get stats(): CacheStats {
    return { bytes: this.#kept?.calculatedSize ?? 0, entries: this.#kept?.size ?? 0, evictions: this.#evictions };
  }

  /** The kept answer. */
  peek(key: string): Answer | undefined {
    return this.#kept?.get(key);
  }

  /**
   * Has an answer made; who asks for the same meanwhile waits for it, unless something changed since it was begun.
   * @param make gives undefined where this is no place to answer it
   */
  make(key: string, make: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    // Without a cache every request asks for itself.
    if (!this.#kept) return make();
    const revision = this.revision.current;
    const coming = this.#coming.get(key);
    if (coming?.revision === revision) return coming.answer;
    const answer = make().then(
      (made) => {
        // What moved meanwhile may be in it or not.
        if (made?.facts.isKept && this.revision.current === revision) this.#kept?.set(key, made);
        return made;
      },
    );
    const entry = { revision, answer };
    this.#coming.set(key, entry);
    const done = (): void => {
      if (this.#coming.get(key) === entry) this.#coming.delete(key);
    };
    answer.then(done, done);
    return answer;
  }
}
