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
  #weight = 0;

  /**
   * Notes a question.
   * @param weight what is reckoned for it
   * @param window how much may have been asked since, about, by the weights of it
   * @returns whether no more was
   */
  note(question: string, weight: number, window: number): boolean {
    const number = numberOf(question);
    if (this.#now.has(number)) return true;
    const wasBefore = this.#before.has(number);
    this.#now.add(number);
    this.#weight += weight;
    if (this.#weight > window) {
      [this.#before, this.#now] = [this.#now, new Set()];
      this.#weight = 0;
    }
    return wasBefore;
  }
}
