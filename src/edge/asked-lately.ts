/** Fewer than these are not worth forgetting. */
const FEWEST = 1000;

/** A number for a text; two texts in 2³⁰ have the same one by chance. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash & 0x3fffffff;
}

/** What was asked for lately, by a number of each: it may take one question for another, at the cost of an answer kept for nothing. */
export class AskedLately {
  #now = new Set<number>();
  #before = new Set<number>();

  /**
   * Notes a question.
   * @param window how many other questions it may have been ago, about
   * @returns whether it was asked within them
   */
  note(question: string, window: number): boolean {
    const number = numberOf(question);
    if (this.#now.has(number)) return true;
    const wasBefore = this.#before.has(number);
    this.#now.add(number);
    if (this.#now.size > Math.max(FEWEST, window)) [this.#before, this.#now] = [this.#now, new Set()];
    return wasBefore;
  }
}
