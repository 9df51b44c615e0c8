import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { type Page, totalPages } from '../../catalogue/records.js';

/** Builds the envelope of a paged list. */
export function toPage<T>({ items, page, limit, total }: Page<T>) {
  const pages = totalPages({ total, limit });
  return { nodes: items, page, limit, total, totalPages: pages, hasNextPage: page < pages };
}

/** Defines the page type of an object type. */
export function pageType<T extends object>(of: () => ClassType<T>, name: string, plural: string, order: string) {
  @ObjectType(`${name}Page`, { description: `A page of ${plural}.` })
  class PageOf {
    @Field(() => [of()], { simple: true, description: `The ${plural} of this page, ${order}.` })
    nodes!: T[];

    @Field(() => Int, { simple: true, description: 'Number of this page, from 1.' })
    page!: number;

    @Field(() => Int, { simple: true, description: 'Requested number of items per page.' })
    limit!: number;

    @Field(() => Int, { simple: true, description: 'Number of items in all pages.' })
    total!: number;

    @Field(() => Int, { simple: true, description: 'Number of pages.' })
    totalPages!: number;

    @Field(() => Boolean, { simple: true, description: 'True if more pages follow this one.' })
    hasNextPage!: boolean;
  }
  return PageOf;
}
