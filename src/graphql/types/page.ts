import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { type Page, totalPages } from '../../catalogue/records.js';

/** The envelope of every list that has pages. */
export function toPage<T>({ items, page, limit, total }: Page<T>) {
  return { nodes: items, page, limit, total, totalPages: totalPages({ total, limit }) };
}

/** The page type of an object type. */
export function pageType<T extends object>(of: () => ClassType<T>, name: string, plural: string, order: string) {
  @ObjectType(`${name}Page`, { description: `A page of ${plural}.` })
  class PageOf {
    @Field(() => [of()], { simple: true, description: `The ${plural} of this page, ${order}.` })
    nodes!: T[];

    @Field(() => Int, { simple: true, description: 'The number of this page, from 1.' })
    page!: number;

    @Field(() => Int, { simple: true, description: 'The most a page has; the cap where more was asked for.' })
    limit!: number;

    @Field(() => Int, { simple: true, description: 'How many there are in all.' })
    total!: number;

    @Field(() => Int, { simple: true, description: 'How many pages there are.' })
    totalPages!: number;
  }
  return PageOf;
}
