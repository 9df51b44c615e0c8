/** A number for a text; two texts in 2³⁰ have the same one by chance. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash & 0x3fffffff;
}

/** When what was asked for lately was asked, by a number of each: it may take one question for another, at the cost of an answer kept for nothing. */
export class AskedLately {
  #now = new Map<number, number>();
  #before = new Map<number, number>();
  #weight = 0;

  /**
   * Notes a question.
   * @param weight what is reckoned for it
   * @param window how much may have been noted since, about, by the weights of it
   * @param time when it is
   * @returns when it was noted before; undefined where more was since
   */
  note(question: string, weight: number, window: number, time: number): number | undefined {
    const number = numberOf(question);
    const before = this.#now.get(number) ?? this.#before.get(number);
    if (!this.#now.has(number)) this.#weight += weight;
    this.#now.set(number, time);
    if (this.#weight > window) {
      [this.#before, this.#now] = [this.#now, new Map()];
      this.#weight = 0;
    }
    return before;
  }
}
