import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import type { Slice } from '../../catalogue/records.js';
import type { MaybePromise } from '../../values/maybe-promise.js';
import { Requires, Cacheable, type CacheValidity } from '../access.js';

/** Position of a slice within its list. */
@ObjectType({ description: 'Position of a slice within its list, for paging with cursors.' })
export class PageInfo {
  @Field(() => Boolean, { simple: true, description: 'True if more items follow this slice.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { simple: true, description: 'True if the request had an `after` cursor.' })
  hasPreviousPage!: boolean;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Cursor of the first item; `null` if the slice is empty.',
  })
  startCursor!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Cursor of the last item, to pass as `after`; `null` if the slice is empty.',
  })
  endCursor!: string | null;
}

/** A slice of a nested list. Getters compute their values on access, so that only selected fields are computed. */
export interface Connection<T> {
  readonly nodes: readonly T[];
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly pageInfo: PageInfo;
  readonly totalCount: MaybePromise<number>;
}

/**
 * Builds the connection of a slice.
 * @param after the cursor of the request; `null` and an empty string mean the beginning of the list
 */
export function toConnection<T>(
  slice: Slice<T>,
  after: string | null | undefined,
  cursorOf: (item: T) => string,
  totalCount: () => MaybePromise<number>,
): Connection<T> {
  const { items } = slice;
  return {
    nodes: items,
    get edges() {
      return items.map((node) => ({ cursor: cursorOf(node), node }));
    },
    get pageInfo() {
      return {
        hasNextPage: slice.hasMore,
        hasPreviousPage: Boolean(after),
        startCursor: items.length > 0 ? cursorOf(items[0]!) : null,
        endCursor: items.length > 0 ? cursorOf(items.at(-1)!) : null,
      };
    },
    get totalCount() {
      return totalCount();
    },
  };
}

/**
 * The edge and connection types of an object type.
 * @param validity how long the total count may be cached
 */
export function connectionTypes<T extends object>(
  of: () => ClassType<T>,
  name: string,
  plural: string,
  validity: CacheValidity,
) {
  @ObjectType(`${name}Edge`, { description: `An item of a slice of ${plural}, with its cursor.` })
  class Edge {
    @Field(() => String, {
      simple: true,
      description: 'Cursor of the item. Pass it as `after` to read the items that follow.',
    })
    cursor!: string;

    @Field(of, { simple: true, description: 'The item.' })
    node!: T;
  }

  @ObjectType(`${name}Connection`, { description: `A slice of a list of ${plural}.` })
  class ConnectionType {
    @Field(() => [of()], { simple: true, description: 'The items of this slice.' })
    nodes!: T[];

    @Field(() => [Edge], { simple: true, description: 'The items, each with its cursor.' })
    edges!: Edge[];

    @Field(() => PageInfo, { simple: true, description: 'Position of this slice within the list.' })
    pageInfo!: PageInfo;

    // Not `simple`, because the count may be a promise. Access was checked by the field that returns the list.
    @Requires('public')
    @Cacheable(validity)
    @Field(() => Int, { description: 'Total number of items in the list. Counted only if this field is selected.' })
    totalCount!: number;
  }
  return ConnectionType;
}
