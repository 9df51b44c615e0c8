/** A number for a text; two texts in 2³⁰ have the same one by chance. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash & 0x3fffffff;
}

/**
 * When what was asked for lately was asked, by a number of each: it may take one question for another, at the cost of
 * an answer kept for nothing.
 */
export class RecentRequests {
  #now = new Map<number, number>();
  #before = new Map<number, number>();

  /**
   * Notes a question.
   * @param window how many others may have been noted since, about
   * @param time when it is
   * @returns when it was noted before; undefined where more were since
   */
  note(question: string, window: number, time: number): number | undefined {
    const number = numberOf(question);
    const before = this.#now.get(number) ?? this.#before.get(number);
    this.#now.set(number, time);
    if (this.#now.size > window) [this.#before, this.#now] = [this.#now, new Map()];
    return before;
  }
}
