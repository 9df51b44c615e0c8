/** Runs one task at a time, in the order of the calls. */
export class Queue {
  #tail: Promise<unknown> = Promise.resolve();
  #waiting: Promise<void> | undefined;

  /** Runs the work after all earlier work has ended, successfully or not. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work, work);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Runs the work like `run`. Callers share work that has not begun, so it must be the same for each call. */
  runShared(work: () => Promise<void>): Promise<void> {
    return (this.#waiting ??= this.run(() => {
      this.#waiting = undefined;
      return work();
    }));
  }
}
