import { LRUCache } from 'lru-cache';
import type { CacheStats } from '../catalogue/cache-stats.js';
import type { Revision } from '../catalogue/revision.js';
import type { MaybePromise } from '../values/maybe-promise.js';
import type { Answer } from './answer.js';

interface Kept {
  readonly answer: Answer;
  /** When it was made. */
  readonly revision: number;
}

/** Finished answers by all that they were asked with. They hold as long as nothing changes that they were made of; where that is not known, for one revision. */
export class AnswerStore {
  readonly #kept: LRUCache<string, Kept> | undefined;
  #evictions = 0;
  /** Answers that are being made, with the revision that they are made at. */
  readonly #coming = new Map<string, { readonly revision: number; readonly answer: Promise<Answer | undefined> }>();

  constructor(
    private readonly revision: Revision,
    maxBytes: number,
  ) {
    if (maxBytes <= 0) return;
    this.#kept = new LRUCache<string, Kept>({ maxSize: maxBytes, sizeCalculation: ({ answer }, key) => answer.size + key.length * 2, dispose: (_answer, _key, reason) => void (reason === 'evict' && this.#evictions++) });
  }

  /** What it holds. */
  get stats(): CacheStats {
    return { bytes: this.#kept?.calculatedSize ?? 0, entries: this.#kept?.size ?? 0, evictions: this.#evictions };
  }

  /** The kept answer, where it is known at once that it holds. */
  peek(key: string): Answer | undefined {
    const kept = this.#kept?.get(key);
    if (!kept) return undefined;
    const holds = this.#holds(kept);
    if (holds === false) this.#kept!.delete(key);
    return holds === true ? kept.answer : undefined;
  }

  /**
   * The kept answer, or one that is made; who asks for the same meanwhile waits for it, unless something changed since it was begun.
   * @param make gives undefined where this is no place to answer it
   */
  make(key: string, make: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    // Without a cache every request asks for itself.
    if (!this.#kept) return make();
    const revision = this.revision.current;
    const coming = this.#coming.get(key);
    if (coming?.revision === revision) return coming.answer;
    const answer = this.#answer(key, revision, make);
    const entry = { revision, answer };
    this.#coming.set(key, entry);
    const done = (): void => {
      if (this.#coming.get(key) === entry) this.#coming.delete(key);
    };
    answer.then(done, done);
    return answer;
  }

  async #answer(key: string, revision: number, make: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    const kept = this.#kept!.get(key);
    if (kept && (await this.#holds(kept))) return kept.answer;
    const made = await make();
    if (made?.facts.isKept) this.#keep(key, { answer: made, revision });
    return made;
  }

  /** Keeps an answer, unless something moved meanwhile, which may be in it or not. */
  #keep(key: string, kept: Kept): void {
    const keep = (holds: boolean): void => void (holds && this.#kept!.set(key, kept));
    const holds = this.#holds(kept);
    if (holds instanceof Promise) holds.then(keep, () => undefined);
    else keep(holds);
  }

  #holds({ answer, revision }: Kept): MaybePromise<boolean> {
    const { reads } = answer.facts;
    return reads?.isWhole ? reads.holds() : this.revision.current === revision;
  }
}
