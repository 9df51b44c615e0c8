/** Runs one task at a time, in the order of the calls. */
export class Queue {
  #tail: Promise<unknown> = Promise.resolve();

  /** Runs the work after all earlier work has ended, successfully or not. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work, work);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
