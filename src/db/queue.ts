/** Runs one piece of work at a time, in the order asked. */
export class Queue {
  #tail: Promise<unknown> = Promise.resolve();

  /** Runs the work when everything asked for before it has ended, well or not. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work, work);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
