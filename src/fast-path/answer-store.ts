import type { Revision } from '../catalogue/revision.js';
import { BoundedCache, type CacheStats } from '../values/bounded-cache.js';
import type { Answer } from './answer.js';
import { RecentRequests } from './recent-requests.js';

/** So many questions are remembered, and more where there is more room: one for so many bytes of it. */
const FEWEST = 1000;
const A_QUESTION = 4000;

/**
 * So many bytes of answers that hold may go for others a second, beside as many as there is room for at once. Bytes are
 * not in the heap, but for each 64 MB of new ones Node looks through all of it: to have others in it all the time costs
 * more than they save.
 */
const LOST_A_SECOND = 1024 * 1024;

/** An answer, and the revision that it was made at. */
interface Kept {
  readonly answer: Answer;
  readonly revision: number;
  /** When it was given last, by the number of the question. */
  at: number;
}

/**
 * Finished answers by all that they were asked with. One that says what it was made of holds until something of it
 * changes; all others hold for one revision.
 */
export class AnswerStore {
  readonly #kept: BoundedCache<string, Kept>;
  readonly #recentRequests = new RecentRequests();
  /** How many were asked. */
  #questions = 0;
  /** How many bytes may go for others now, as of when. */
  #spare = 0;
  #spareAt = performance.now();
  /** Answers that are being made, with the revision that they are made at. */
  readonly #coming = new Map<string, { readonly revision: number; readonly answer: Promise<Answer | undefined> }>();

  constructor(
    private readonly revision: Revision,
    maxBytes: number,
  ) {
    this.#spare = maxBytes;
    this.#kept = new BoundedCache({ maxBytes, sizeOf: ({ answer }, key) => answer.size + key.length });
  }

  /** Size and use of the cache. */
  get stats(): CacheStats {
    return this.#kept.stats;
  }

  /** The kept answer, where it is known at once that it holds. */
  peek(key: string): Answer | undefined {
    this.#questions++;
    const kept = this.#kept.get(key, (one) => this.#holds(one) === true);
    return kept && this.#given(kept);
  }

  /**
   * The kept answer, or one that is made; who asks for the same meanwhile waits for it, unless something changed since
   * it was begun.
   * @param make gives undefined where this is no place to answer it
   */
  make(key: string, make: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    // Without a cache every request asks for itself.
    if (!this.#kept.isOn) return make();
    const revision = this.revision.current;
    const coming = this.#coming.get(key);
    // What may not be kept may not be shared either: it was to be read anew for each.
    if (coming?.revision === revision)
      return coming.answer.then((answer) => (answer?.facts.isKept === false ? make() : answer));
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
    const kept = this.#kept.peek(key);
    if (kept && this.#holds(kept) !== false) {
      await kept.answer.facts.reads?.settle();
      if (this.#holds(kept) === true) return this.#given(kept);
    }
    const made = await make();
    if (made?.facts.isKept && this.#isWorthARoom(key, made)) this.#keep(key, revision, made);
    return made;
  }

  #given(kept: Kept): Answer {
    kept.at = this.#questions;
    return kept.answer;
  }

  /**
   * Where others must go for it only what is asked for again is kept: whoever crawls asks for each page once, and would
   * have all others’ answers thrown away for nothing. And only where none of those was asked for since: of more than
   * there is room for that is asked in turn each would go right before it is asked for the next time, and none would be
   * there. Asked for at random, too, one is worth no more than another; so those that hold go slowly.
   */
  #isWorthARoom(key: string, { size }: Answer): boolean {
    const { maxBytes } = this.#kept;
    const needed = size + key.length;
    if (needed > maxBytes) return false;
    const askedBefore = this.#recentRequests.note(key, Math.max(FEWEST, maxBytes / A_QUESTION), this.#questions);
    // One that holds no more keeps its room for the next one.
    if (this.#kept.peek(key)) return true;
    const free = maxBytes - this.#kept.stats.bytes;
    if (free >= needed) return true;
    if (askedBefore === undefined) return false;
    let [room, lost] = [free, 0];
    for (const [first, kept] of this.#kept.oldestFirst()) {
      if (kept.at >= askedBefore) return false;
      const takes = kept.answer.size + first.length;
      room += takes;
      if (this.#holds(kept) !== false) lost += takes;
      if (room >= needed) break;
    }
    return this.#mayLose(lost);
  }

  /** Whether so many bytes of answers that hold may go for others now. */
  #mayLose(bytes: number): boolean {
    const now = performance.now();
    this.#spare = Math.min(this.#kept.maxBytes, this.#spare + ((now - this.#spareAt) / 1000) * LOST_A_SECOND);
    this.#spareAt = now;
    if (this.#spare < bytes) return false;
    this.#spare -= bytes;
    return true;
  }

  /** Whether an answer is what would be made anew; undefined where its lists must settle before that is known. */
  #holds({ answer, revision }: Kept): boolean | undefined {
    const { reads } = answer.facts;
    return reads?.isWhole ? reads.holds() : this.revision.current === revision;
  }

  /** Keeps an answer, unless something moved meanwhile, which may be in it or not. */
  #keep(key: string, revision: number, answer: Answer): void {
    const kept = { answer, revision, at: this.#questions };
    // Where that is not known yet it will be when it is asked for.
    if (this.#holds(kept) === false) return;
    answer.keep();
    this.#kept.set(key, kept);
  }
}
