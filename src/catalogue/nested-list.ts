import { BoundedCache, type LoadMany } from '../values/bounded-cache.js';
import type { LastChanges, ReadKind } from './read-set.js';
import { entrySize } from './size-of.js';

/** The cache that all nested lists of owners of one kind share, such as all lists of versions of nodes. */
export class NestedListCache extends BoundedCache<string, NonNullable<unknown>> {
  /** @param kind the kind of dependency that the lists of an owner are; `undefined` if they can't be tracked */
  constructor(
    maxBytes: number,
    readonly changes: LastChanges,
    readonly kind?: ReadKind,
  ) {
    super({ maxBytes, sizeOf: entrySize });
  }
}

/** A nested list with its arguments, such as "the first five Active versions". It has one value for each owner. */
export class NestedList<V extends NonNullable<unknown>> {
  /**
   * @param name names the list and all its arguments, as part of the cache key
   * @param absent the value of owners for which `load` returns none
   */
  constructor(
    private readonly lists: NestedListCache,
    readonly name: string,
    private readonly absent: V,
    private readonly load: LoadMany<string, V>,
  ) {}

  get kind(): ReadKind | undefined {
    return this.lists.kind;
  }

  /** The cached value of an owner. */
  get(owner: string): V | undefined {
    return this.lists.get(this.#key(owner)) as V | undefined;
  }

  /** The values of owners, in the order of `owners`; at most one statement. */
  async many(owners: readonly string[]): Promise<V[]> {
    const keys = owners.map((owner) => this.#key(owner));
    const load = async (missing: readonly string[]): Promise<Map<string, V>> => {
      const ownerOf = new Map(keys.map((key, at) => [key, owners[at]!]));
      const found = await this.load(missing.map((key) => ownerOf.get(key)!));
      return new Map(missing.map((key) => [key, found.get(ownerOf.get(key)!) ?? this.absent]));
    };
    return (await this.lists.many(keys, load)) as V[];
  }

  /** The cache key. It contains the last change of the owner's lists, so that values from before it are not found. */
  #key(owner: string): string {
    const { kind, changes } = this.lists;
    return `${owner} ${kind ? changes.last(kind, owner) : ''} ${this.name}`;
  }
}
