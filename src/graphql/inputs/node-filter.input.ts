import { Field, ID, InputType } from 'type-graphql';
import { hostVersionOf, type NodeFilter } from '../../catalogue/node-filter.js';
import type { NodeListQuestion } from '../../catalogue/node-lists.js';
import { type SortColumn, type SortKey, withoutRepeated } from '../../catalogue/node-order.js';
import { invalidInput } from '../../errors/app-error.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { DateTime } from '../scalars.js';
import { FormFactorEnum, NodeOrderFieldEnum, OrderDirectionEnum } from '../types/enums.js';
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
    description: 'Version of the host application: only nodes whose latest version supports it.',
  })
  coreuiVersion?: string | null;

  @Field(() => String, { nullable: true, description: 'Only nodes with this tag, compared exactly.' })
  tag?: string | null;

  @Field(() => String, { nullable: true, description: 'Only nodes of this category, compared exactly.' })
  category?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only nodes of the publisher with this id.' })
  publisherId?: string | null;

  @Field(() => FormFactorEnum, {
    nullable: true,
    description: 'Platform of the caller: only nodes that support its operating system.',
  })
  formFactor?: string | null;
}

/** One sort key of a list of nodes. */
@InputType('NodeOrder', { description: 'One sort key of a list of nodes.' })
export class NodeOrderInput {
  @Field(() => NodeOrderFieldEnum, { description: 'Field to order by.' })
  field!: SortColumn;

  @Field(() => OrderDirectionEnum, { defaultValue: 'asc', description: 'Sort direction.' })
  direction!: 'asc' | 'desc';
}

/**
 * Converts a filter to conditions. Absent, `null` and empty ones are left out.
 * @throws INVALID_INPUT if `coreuiVersion` is not a version
 */
function toFilter(input: NodeFilterInput | null | undefined): NodeFilter {
  const given = Object.entries(input ?? {}).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  const filter = Object.fromEntries(given) as NodeFilter;
  if (filter.coreuiVersion !== undefined && hostVersionOf(filter) === undefined)
    throw invalidInput(['filter.coreuiVersion: takes a version such as 0.3.10']);
  return filter;
}

/** The arguments of a page of nodes. */
export interface NodeListArguments {
  readonly page: number | null;
  readonly limit: number | null;
  readonly orderBy?: readonly NodeOrderInput[] | null | undefined;
  readonly filter?: NodeFilterInput | null | undefined;
}

/**
 * Converts the arguments to a query of the catalogue.
 * @throws INVALID_INPUT for a page or limit out of bounds, or an invalid condition
 */
export function nodeListQuestion({ page, limit, orderBy, filter }: NodeListArguments): NodeListQuestion {
  const keys = (orderBy ?? []).map(({ field, direction }): SortKey => ({
    column: field,
    descending: direction === 'desc',
  }));
  return { filter: toFilter(filter), sort: withoutRepeated(keys), ...pageArguments(page, limit, NODE_LIMIT_MAX) };
}
