import type { Revision } from '../catalogue/revision.js';
import { BoundedCache, type CacheStats } from '../values/bounded-cache.js';
import type { Answer } from './answer.js';
import { RecentRequests } from './recent-requests.js';

/** How many requests are remembered at least, and for how many bytes of the cache there is one more. */
const REQUESTS_MIN = 1000;
const BYTES_PER_REQUEST = 4000;
/**
 * Once the cache has turned over, valid answers are evicted at no more than this many bytes a second. Answers are
 * buffers outside of the heap, and V8 collects the whole heap each time 64 MB of them were allocated, so replacing them
 * all the time would cost more than it saves.
 */
const EVICTED_PER_SECOND = 1024 * 1024;

/** An answer, and the revision that it was made at. */
interface Entry {
  readonly answer: Answer;
  readonly revision: number;
  /** The number of the request that got it last. */
  requested: number;
}

/** An answer that is being made, and the revision at which that began. */
interface Pending {
  readonly revision: number;
  readonly answer: Promise<Answer | undefined>;
}

/**
 * Answers as bytes, by everything that their requests have in them. An answer is valid until one of its dependencies
 * changes; an answer whose dependencies are unknown is valid for one revision.
 */
export class ResponseCache {
  readonly #cache: BoundedCache<string, Entry>;
  readonly #recent: RecentRequests;
  readonly #pending = new Map<string, Pending>();
  /** Requests so far. */
  #requests = 0;
  /** Bytes of valid answers that may be evicted now, as of a time in milliseconds. */
  #evictable: number;
  #evictableAt = performance.now();

  constructor(
    private readonly revision: Revision,
    maxBytes: number,
  ) {
    this.#cache = new BoundedCache({ maxBytes, sizeOf: ({ answer }, key) => answer.size + key.length });
    this.#evictable = maxBytes;
    this.#recent = new RecentRequests(Math.max(REQUESTS_MIN, maxBytes / BYTES_PER_REQUEST));
  }

  /** Size and use of the cache. */
  get stats(): CacheStats {
    return this.#cache.stats;
  }

  /** The cached answer, if it is known to be valid. */
  peek(key: string): Answer | undefined {
    this.#requests++;
    const entry = this.#cache.get(key, (one) => this.#isValid(one) === true);
    return entry && this.#answerOf(entry);
  }

  /**
   * The cached answer, or a new one. Concurrent callers share it, unless something changed since it was begun.
   * @param make returns `undefined` if another part of the server has to answer
   */
  make(key: string, make: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    if (!this.#cache.isOn) return make();
    const revision = this.revision.current;
    const pending = this.#pending.get(key);
    // An answer that must not be cached must not be shared either: each request has to be answered by itself.
    if (pending?.revision === revision)
      return pending.answer.then((answer) => (answer?.facts.isKept === false ? make() : answer));
    const entry = { revision, answer: this.#answer(key, revision, make) };
    this.#pending.set(key, entry);
    const done = (): void => {
      if (this.#pending.get(key) === entry) this.#pending.delete(key);
    };
    entry.answer.then(done, done);
    return entry.answer;
  }

  async #answer(key: string, revision: number, make: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    const cached = this.#cache.peek(key);
    if (cached && this.#isValid(cached) !== false) {
      await cached.answer.facts.reads?.settle();
      if (this.#isValid(cached) === true) return this.#answerOf(cached);
    }
    const made = await make();
    if (made?.facts.isKept && this.#isWorthCaching(key, made))
      this.#store(key, { answer: made, revision, requested: this.#requests });
    return made;
  }

  #answerOf(entry: Entry): Answer {
    entry.requested = this.#requests;
    return entry.answer;
  }

  /**
   * If others would have to be evicted, an answer is cached only if it was requested before, and after each of them was
   * requested last. So a crawl, which requests each page once, evicts nothing; and of more pages than there is space
   * for, requested in turn, some stay cached instead of each being evicted right before its next request.
   */
  #isWorthCaching(key: string, { size }: Answer): boolean {
    const { maxBytes } = this.#cache;
    const needed = size + key.length;
    if (needed > maxBytes) return false;
    const requestedBefore = this.#recent.note(key, this.#requests);
    // An invalid answer leaves its space to its successor.
    if (this.#cache.peek(key)) return true;
    let space = maxBytes - this.#cache.stats.bytes;
    if (space >= needed) return true;
    if (requestedBefore === undefined) return false;
    let evicted = 0;
    for (const [oldest, entry] of this.#cache.oldestFirst()) {
      if (entry.requested >= requestedBefore) return false;
      const bytes = entry.answer.size + oldest.length;
      space += bytes;
      if (this.#isValid(entry) !== false) evicted += bytes;
      if (space >= needed) break;
    }
    return this.#mayEvict(evicted);
  }

  /** Whether so many bytes of valid answers may be evicted now. */
  #mayEvict(bytes: number): boolean {
    const now = performance.now();
    const gained = ((now - this.#evictableAt) / 1000) * EVICTED_PER_SECOND;
    this.#evictable = Math.min(this.#cache.maxBytes, this.#evictable + gained);
    this.#evictableAt = now;
    if (this.#evictable < bytes) return false;
    this.#evictable -= bytes;
    return true;
  }

  /** Whether an answer is valid; `undefined` if its lists must be updated before that is known. */
  #isValid({ answer, revision }: Entry): boolean | undefined {
    const { reads } = answer.facts;
    return reads?.isWhole ? reads.isValid() : this.revision.current === revision;
  }

  /** Caches an answer, unless a change that was made meanwhile may be missing in it. */
  #store(key: string, entry: Entry): void {
    // If that is not known yet, it will be when the answer is requested.
    if (this.#isValid(entry) === false) return;
    entry.answer.keep();
    this.#cache.set(key, entry);
  }
}
