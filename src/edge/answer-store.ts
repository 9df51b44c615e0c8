import { LRUCache } from 'lru-cache';
import type { CacheStats } from '../catalogue/cache-stats.js';
import type { Revision } from '../catalogue/revision.js';
import type { Answer } from './answer.js';

/** What those may take that outlast a move of the revision, of all. */
const LASTING_SHARE = 0.6;

/**
 * Finished answers by all that they were asked with. One that says what it was made of holds until something of it changes; all others
 * hold for one revision.
 */
export class AnswerStore {
  readonly #lasting: LRUCache<string, Answer> | undefined;
  readonly #ofRevision: LRUCache<string, Answer> | undefined;
  #evictions = 0;
  /** Answers that are being made, with the revision that they are made at. */
  readonly #coming = new Map<string, { readonly revision: number; readonly answer: Promise<Answer | undefined> }>();

  constructor(
    private readonly revision: Revision,
    maxBytes: number,
  ) {
    if (maxBytes <= 0) return;
    this.#lasting = this.#cacheOf(maxBytes * LASTING_SHARE);
    this.#ofRevision = this.#cacheOf(maxBytes * (1 - LASTING_SHARE));
    revision.onMove(() => this.#ofRevision!.clear());
  }

  /** What it holds. */
  get stats(): CacheStats {
    const sum = (of: (cache: LRUCache<string, Answer>) => number): number => [this.#lasting, this.#ofRevision].reduce((all, cache) => all + (cache ? of(cache) : 0), 0);
    return { bytes: sum(({ calculatedSize }) => calculatedSize), entries: sum(({ size }) => size), evictions: this.#evictions };
  }

  /** The kept answer, where it is known at once that it holds. */
  peek(key: string): Answer | undefined {
    const lasting = this.#lasting?.get(key);
    if (!lasting) return this.#ofRevision?.get(key);
    const holds = lasting.facts.reads!.holds();
    if (holds === false) this.#lasting!.delete(key);
    return holds ? lasting : undefined;
  }

  /**
   * The kept answer, or one that is made; who asks for the same meanwhile waits for it, unless something changed since it was begun.
   * @param make gives undefined where this is no place to answer it
   */
  make(key: string, make: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    // Without a cache every request asks for itself.
    if (!this.#lasting) return make();
    const revision = this.revision.current;
    const coming = this.#coming.get(key);
    // What may not be kept may not be shared either: it was to be read anew for each.
    if (coming?.revision === revision) return coming.answer.then((answer) => (answer?.facts.isKept === false ? make() : answer));
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
    const lasting = this.#lasting!.get(key);
    if (lasting) {
      await lasting.facts.reads!.settle();
      if (lasting.facts.reads!.holds()) return lasting;
    }
    const made = await make();
    if (made?.facts.isKept) this.#keep(key, revision, made);
    return made;
  }

  /** Keeps an answer, unless something moved meanwhile, which may be in it or not. */
  #keep(key: string, revision: number, answer: Answer): void {
    const { reads } = answer.facts;
    if (reads?.isWhole) {
      // Where that is not known yet it will be when it is asked for.
      if (reads.holds() !== false) this.#lasting!.set(key, answer);
    } else if (this.revision.current === revision) this.#ofRevision!.set(key, answer);
  }

  #cacheOf(maxBytes: number): LRUCache<string, Answer> {
    return new LRUCache({ maxSize: Math.max(1, Math.floor(maxBytes)), sizeCalculation: ({ size }, key) => size + key.length * 2, dispose: (_answer, _key, reason) => void (reason === 'evict' && this.#evictions++) });
  }
}
