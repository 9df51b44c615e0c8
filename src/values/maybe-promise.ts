/** A value that may be available at once: a read from memory takes no turn of the event loop. */
export type MaybePromise<T> = T | Promise<T>;

/** Applies a function to a value, at once if the value is available. */
export function mapMaybe<T, U>(value: MaybePromise<T>, apply: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(apply) : apply(value);
}

/** All values, at once if all are available. */
export function allMaybe<T>(values: readonly MaybePromise<T>[]): MaybePromise<T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as T[]);
}
