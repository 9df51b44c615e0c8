import type { LoadMany } from '../values/bounded-cache.js';
import { type MaybePromise, mapMaybe } from '../values/maybe-promise.js';
import type { SliceStore } from './slice-store.js';

/** A nested list with its arguments, such as "the first five Active versions": it gives one value for each owner. */
export class NestedList<V extends NonNullable<unknown>> {
  /**
   * @param name the list and all its arguments
   * @param absent the value of owners that have none
   */
  constructor(
    private readonly store: SliceStore,
    readonly name: string,
    private readonly absent: V,
    private readonly load: LoadMany<string, V>,
  ) {}

  /** The value of an owner where it is known, at once. */
  peek(owner: string): V | undefined {
    return this.store.peek(owner, this.name) as V | undefined;
  }

  /** The values of owners, in their order; at most one statement. */
  many(owners: readonly string[]): MaybePromise<V[]> {
    const load = async (missing: readonly string[]): Promise<Map<string, V>> => {
      const found = await this.load(missing);
      return new Map(missing.map((owner) => [owner, found.get(owner) ?? this.absent]));
    };
    return mapMaybe(this.store.many(owners, this.name, load), (values) => values as V[]);
  }
}
