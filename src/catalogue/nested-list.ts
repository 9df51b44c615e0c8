import type { LoadMany } from '../values/bounded-cache.js';
import { type MaybePromise, mapMaybe } from '../values/maybe-promise.js';
import type { SliceStore } from './slice-store.js';

/** A nested list with its arguments, such as "the first five Active versions". It has one value for each owner. */
export class NestedList<V extends NonNullable<unknown>> {
  /**
   * @param name names the list and all its arguments, as part of the cache key
   * @param absent the value of owners for which `load` returns none
   */
  constructor(
    private readonly store: SliceStore,
    readonly name: string,
    private readonly absent: V,
    private readonly load: LoadMany<string, V>,
  ) {}

  /** The cached value of an owner. */
  peek(owner: string): V | undefined {
    return this.store.peek(owner, this.name) as V | undefined;
  }

  /** The values of owners, in the order of `owners`; at most one statement. */
  many(owners: readonly string[]): MaybePromise<V[]> {
    const load = async (missing: readonly string[]): Promise<Map<string, V>> => {
      const found = await this.load(missing);
      return new Map(missing.map((owner) => [owner, found.get(owner) ?? this.absent]));
    };
    return mapMaybe(this.store.many(owners, this.name, load), (values) => values as V[]);
  }
}
