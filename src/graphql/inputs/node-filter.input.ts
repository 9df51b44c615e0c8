import { Field, ID, InputType } from 'type-graphql';
import type { NodeFilter } from '../../catalogue/node-filter.js';
import type { NodeListQuestion } from '../../catalogue/node-lists.js';
import { parseSortKey, SORT_COLUMNS, type SortKey, withoutRepeated } from '../../catalogue/node-order.js';
import { invalidInput } from '../../errors/app-error.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { DateTime } from '../scalars.js';
import { pageArguments } from './page.js';

/** The filters of node lists. */
@InputType('NodeFilter', { description: 'Filter of a node list. A node must match all given conditions.' })
export class NodeFilterInput {
  @Field(() => String, {
    nullable: true,
    description: 'Only nodes that support this operating system: a classifier, with or without "Operating System :: ".',
  })
  supportedOs?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only nodes that support this accelerator: a classifier, with or without "Environment :: ".',
  })
  supportedAccelerator?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True to include banned nodes. Defaults to false.' })
  includeBanned?: boolean | null;

  @Field(() => DateTime, { nullable: true, description: 'Only nodes created or updated strictly after this time.' })
  updatedAfter?: Date | null;

  @Field(() => [ID], { nullable: true, description: 'Only the nodes with these ids.' })
  nodeIds?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Version of the host application: only nodes whose latest version supports it. Ignored if it is not a valid version.',
  })
  coreuiVersion?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Platform of the caller: only nodes that support its operating system. One of desktop-win, desktop-mac, git-windows, git-mac and git-linux; other values are ignored.',
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
 * Parses the sort keys.
 * @throws INVALID_INPUT for an unknown column
 */
function toSort(sort: readonly string[] | null | undefined): SortKey[] {
  const keys = (sort ?? []).map((text) => {
    const key = parseSortKey(text);
    if (!key)
      throw invalidInput([`sort: takes one of ${SORT_COLUMNS.join(', ')}, followed by ";desc" for descending order`]);
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
 * Converts the arguments to a query of the catalogue.
 * @throws INVALID_INPUT for a page or limit below 1, or an unknown column
 */
export function nodeListQuestion({ page, limit, sort, filter }: NodeListArguments): NodeListQuestion {
  return { filter: toFilter(filter), sort: toSort(sort), ...pageArguments(page, limit, NODE_LIMIT_MAX) };
}
