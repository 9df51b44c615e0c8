import { Field, ID, InputType } from 'type-graphql';
import type { NodeFilter } from '../../catalogue/node-filter.js';
import type { NodeListQuestion } from '../../catalogue/node-lists.js';
import { parseSortKey, SORT_COLUMNS, type SortKey, withoutRepeated } from '../../catalogue/node-order.js';
import { invalidInput } from '../../errors/app-error.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { DateTime } from '../scalars.js';
import { pageArguments } from './page.js';

/** The filters of node lists. */
@InputType('NodeFilter', { description: 'Which nodes a list holds; all given conditions must hold.' })
export class NodeFilterInput {
  @Field(() => String, {
    nullable: true,
    description: 'Operating system, as a classifier with or without "Operating System :: ".',
  })
  supportedOs?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Accelerator, as a classifier with or without "Environment :: ".',
  })
  supportedAccelerator?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether banned nodes are listed, too.' })
  includeBanned?: boolean | null;

  @Field(() => DateTime, { nullable: true, description: 'Only nodes created or updated strictly after this time.' })
  updatedAfter?: Date | null;

  @Field(() => [ID], { nullable: true, description: 'Only these nodes.' })
  nodeIds?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The host application’s version: only nodes whose latest version supports it. What is no version filters nothing.',
  })
  coreuiVersion?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The requesting platform: desktop-win, desktop-mac, git-windows, git-mac, git-linux or other.',
  })
  formFactor?: string | null;
}

/** The given conditions of a filter. */
function toFilter(input: NodeFilterInput | null | undefined): NodeFilter {
  const given = Object.entries(input ?? {}).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return Object.fromEntries(given) as NodeFilter;
}

/**
 * Reads an order.
 * @throws INVALID_INPUT for an unknown column
 */
function toSort(sort: readonly string[] | null | undefined): SortKey[] {
  const keys = (sort ?? []).map((text) => {
    const key = parseSortKey(text);
    if (!key)
      throw invalidInput([`sort: takes one of ${SORT_COLUMNS.join(', ')}, with ";desc" behind it for descending`]);
    return key;
  });
  return withoutRepeated(keys);
}

/** The arguments of a page of nodes. */
export interface NodeListArguments {
  readonly page: number | null;
  readonly limit: number | null;
  readonly sort?: readonly string[] | null | undefined;
  readonly filter?: NodeFilterInput | null | undefined;
}

/**
 * Which page of which nodes is asked for.
 * @throws INVALID_INPUT for a page or limit below 1, or an unknown column
 */
export function nodeListQuestion({ page, limit, sort, filter }: NodeListArguments): NodeListQuestion {
  return { filter: toFilter(filter), sort: toSort(sort), ...pageArguments(page, limit, NODE_LIMIT_MAX) };
}
