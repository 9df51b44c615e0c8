import { LRUCache } from 'lru-cache';
import type { Revision } from '../catalogue/revision.js';
import { BoundedCache, type CacheStats } from '../values/bounded-cache.js';
import type { Answer } from './answer.js';

/** The number of recent requests to record: one per this many bytes of the cache, but at least this minimum. */
const REQUESTS_MIN = 1000;
const BYTES_PER_REQUEST = 4000;
/**
 * Once evictions have replaced as many bytes as the cache holds, valid answers are evicted at no more than this many
 * bytes per second. Answers are buffers outside the heap, and V8 collects the whole heap after each 64 MB of such
 * allocations, so constant replacement would cost more time than it saves.
 */
const EVICTED_PER_SECOND = 4 * 1024 * 1024;

/** A cached answer, and the revision at which it was made. */
interface Entry {
  readonly answer: Answer;
  readonly revision: number;
  /** Sequence number of the last request that was answered with it. */
  requested: number;
}

/**
 * A 30-bit FNV-1a hash. Because of a collision, an answer may be cached that was requested only once; the cost is its
 * space in the cache.
 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash & 0x3fffffff;
}

/** An answer that is being made, and the revision at which the work began. */
interface Pending {
  readonly revision: number;
  readonly answer: Promise<Answer | undefined>;
}

/**
 * Caches answers as bytes. The key contains everything in the request that the answer depends on. An answer is valid
 * until one of its dependencies changes; an answer whose dependencies are unknown is valid for one revision.
 */
export class ResponseCache {
  readonly #cache: BoundedCache<string, Entry>;
  /** The last request of each key, by the hash of the key. */
  readonly #recent: LRUCache<number, number>;
  readonly #pending = new Map<string, Pending>();
  #coalesced = 0;
  #requests = 0;
  /** Bytes of valid answers that could be evicted at `#evictableAt`, a time in milliseconds. Grows with time. */
  #evictable: number;
  #evictableAt = performance.now();

  constructor(
    private readonly revision: Revision,
    maxBytes: number,
  ) {
    this.#cache = new BoundedCache({ maxBytes, sizeOf: ({ answer }, key) => answer.size + key.length });
    this.#evictable = maxBytes;
    this.#recent = new LRUCache({ max: Math.ceil(Math.max(REQUESTS_MIN, maxBytes / BYTES_PER_REQUEST)) });
  }

  get stats(): CacheStats {
    return { ...this.#cache.stats, coalesced: this.#coalesced };
  }

  /** The cached answer, if it is certainly valid. */
  peek(key: string): Answer | undefined {
    this.#requests++;
    const entry = this.#cache.get(key, (one) => this.#isValid(one) === true);
    return entry && this.#answerOf(entry);
  }

  /**
   * The cached answer, or a new one. Concurrent callers share an answer that is being made, unless the catalogue has
   * changed since the work began.
   * @param make returns `undefined` if another part of the server has to answer
   */
  make(key: string, make: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    if (!this.#cache.isOn) return make();
    const revision = this.revision.current;
    const pending = this.#pending.get(key);
    if (pending?.revision === revision) {
      this.#coalesced++;
      // An answer that must not be cached must not be shared either, so this request makes another one.
      return pending.answer.then((answer) => (answer?.facts.isKept === false ? make() : answer));
    }
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
   * Decides whether to cache a new answer. If cached answers would have to be evicted, the new one must have been
   * requested before, and more recently than each of them. So a crawl, which requests each page once, evicts nothing.
   * And if callers cycle through more pages than fit in the cache, some pages stay cached, instead of each page being
   * evicted right before its next request.
   */
  #isWorthCaching(key: string, { size }: Answer): boolean {
    const { maxBytes } = this.#cache;
    const needed = size + key.length;
    if (needed > maxBytes) return false;
    const hashed = hashOf(key);
    const requestedBefore = this.#recent.get(hashed);
    this.#recent.set(hashed, this.#requests);
    // The new answer replaces an invalid one, so there is space for it.
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

  /** True if valid answers of this size may be evicted now; if so, the size is deducted from `#evictable`. */
  #mayEvict(bytes: number): boolean {
    const now = performance.now();
    const gained = ((now - this.#evictableAt) / 1000) * EVICTED_PER_SECOND;
    this.#evictable = Math.min(this.#cache.maxBytes, this.#evictable + gained);
    this.#evictableAt = now;
    if (this.#evictable < bytes) return false;
    this.#evictable -= bytes;
    return true;
  }

  /** True if an answer is valid. `undefined` if its lists must be updated first to tell. */
  #isValid({ answer, revision }: Entry): boolean | undefined {
    const { reads } = answer.facts;
    return reads?.isWhole ? reads.isValid() : this.revision.current === revision;
  }

  /** Caches an answer, unless one of its dependencies has changed since the work began. */
  #store(key: string, entry: Entry): void {
    // `undefined` is accepted, because the next request of the answer updates the lists and checks again.
    if (this.#isValid(entry) === false) return;
    entry.answer.encodeBody();
    this.#cache.set(key, entry);
  }
}
