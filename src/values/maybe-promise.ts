/**
 * A value, or a promise of it. Reads from memory return the value itself, so that they need no turn of the event loop.
 */
export type MaybePromise<T> = T | Promise<T>;

/** Applies a function to a value: at once, or when the promise is fulfilled. */
export function mapMaybe<T, U>(value: MaybePromise<T>, apply: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(apply) : apply(value);
}

/** Returns all values: at once, or as a promise if any of them is a promise. */
export function allMaybe<T>(values: readonly MaybePromise<T>[]): MaybePromise<T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as T[]);
}
