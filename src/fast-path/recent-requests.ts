/** A hash of a text. Two texts have the same one with a probability of 2⁻³⁰. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash & 0x3fffffff;
}

/** When keys were requested last, by their hash: a collision costs a cached answer that nobody requests again. */
export class RecentRequests {
  #newer = new Map<number, number>();
  #older = new Map<number, number>();

  /** @param window how many different keys are remembered at least; at most twice as many are */
  constructor(private readonly window: number) {}

  /**
   * Notes a request of a key.
   * @param number the number of the request
   * @returns the number of the last request of this key; `undefined` if it is not remembered
   */
  note(key: string, number: number): number | undefined {
    const hash = hashOf(key);
    const last = this.#newer.get(hash) ?? this.#older.get(hash);
    this.#newer.set(hash, number);
    if (this.#newer.size > this.window) [this.#older, this.#newer] = [this.#newer, new Map()];
    return last;
  }
}
