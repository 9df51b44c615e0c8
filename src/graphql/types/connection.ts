import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import type { Slice } from '../../catalogue/records.js';
import type { MaybePromise } from '../../values/maybe-promise.js';
import { Asks, Cacheable, type CacheValidity } from '../asks.js';

/** Where a stretch of a list stands in the whole. */
@ObjectType({ description: 'Where a stretch of a nested list stands in the whole.' })
export class PageInfo {
  @Field(() => Boolean, { simple: true, description: 'Whether more comes after this stretch.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { simple: true, description: 'Whether this stretch was asked for after a cursor.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { simple: true, nullable: true, description: 'The cursor of the first item.' })
  startCursor!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'The cursor of the last item, to go on after.' })
  endCursor!: string | null;
}

/** A stretch of a nested list, for the graph. What costs a statement or work is made when asked for. */
export interface Connection<T> {
  readonly nodes: readonly T[];
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly pageInfo: PageInfo;
  readonly totalCount: MaybePromise<number>;
}

/** Makes a connection of a slice. */
export function toConnection<T>(
  slice: Slice<T>,
  after: string | undefined,
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
        hasPreviousPage: after !== undefined,
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
  @ObjectType(`${name}Edge`, { description: `One of the ${plural} of a stretch, with its cursor.` })
  class Edge {
    @Field(() => String, { simple: true, description: 'To go on after this item.' })
    cursor!: string;

    @Field(of, { simple: true, description: 'The item itself.' })
    node!: T;
  }

  @ObjectType(`${name}Connection`, { description: `A stretch of a list of ${plural}.` })
  class ConnectionType {
    @Field(() => [of()], { simple: true, description: 'The items.' })
    nodes!: T[];

    @Field(() => [Edge], { simple: true, description: 'The items, each with its cursor.' })
    edges!: Edge[];

    @Field(() => PageInfo, { simple: true, description: 'Where this stretch stands in the whole.' })
    pageInfo!: PageInfo;

    // Not read simply: it may have to be waited for. What may be read of the list was asked where the list was.
    @Asks('public')
    @Cacheable(validity)
    @Field(() => Int, { description: 'How many there are in all; counted only when asked for.' })
    totalCount!: number;
  }
  return ConnectionType;
}
