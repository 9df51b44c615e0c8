/** A 30-bit FNV-1a hash. Two different texts have the same hash with a probability of about 2⁻³⁰. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash & 0x3fffffff;
}

/**
 * Records the last request of each key, by the hash of the key. Because of a hash collision, an answer may be cached
 * that was requested only once; the cost is its space in the cache.
 */
export class RecentRequests {
  #newer = new Map<number, number>();
  #older = new Map<number, number>();

  /** @param window the last `window` different keys are always recorded, and never more than twice as many */
  constructor(private readonly window: number) {}

  /**
   * Records a request of a key.
   * @param number the sequence number of the request
   * @returns the sequence number of the previous request of the key; `undefined` if none is recorded
   */
  note(key: string, number: number): number | undefined {
    const hash = hashOf(key);
    const last = this.#newer.get(hash) ?? this.#older.get(hash);
    this.#newer.set(hash, number);
    if (this.#newer.size > this.window) [this.#older, this.#newer] = [this.#newer, new Map()];
    return last;
  }
}
