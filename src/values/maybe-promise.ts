/** A value that may be there at once: what is in memory costs no turn of the event loop. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value at once where it is there, and otherwise when it comes. */
export function whenThere<T, U>(value: MaybePromise<T>, goOn: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

/** All values, at once where all are there. */
export function allThere<T>(values: readonly MaybePromise<T>[]): MaybePromise<T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as T[]);
}
