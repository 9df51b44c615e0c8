import { type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { GraphContext } from './context.js';

type Scope = GraphContext['scope'];

/** Query cost per unit of the read limit. A REST request for a page is one unit. */
const COST_PER_READ = 100;
/** Mutation or subscription cost per unit of the work limit. One mutation field costs about as much. */
const COST_PER_CHANGE = 50;
/** Queries above this cost count against the work limit. */
const READ_COST_MAX = 5000;
/** Cost of an expensive query per unit of the work limit. */
const COST_PER_WORK = 1000;

/** True if a query of this cost counts against the work limit, which is shared by all processes. */
export const isWork = (cost: number): boolean => cost > READ_COST_MAX;

/**
 * Charges a query to the read limit, in addition to the request itself.
 * @throws RATE_LIMITED
 */
export function chargeRead({ allowance }: Scope, cost: number): void {
  allowance.read(Math.floor(cost / COST_PER_READ));
}

/**
 * Charges an operation to the limits of its caller, before it is executed.
 * @throws RATE_LIMITED
 */
export async function charge(scope: Scope, { operation }: OperationDefinitionNode, cost: number): Promise<void> {
  if (operation === OperationTypeNode.QUERY && !isWork(cost)) {
    chargeRead(scope, cost);
    return;
  }
  // The credential must be resolved to find the bucket to charge. The operation needs the viewer anyway.
  if (!scope.allowance.isKnown) await scope.reader();
  await scope.allowance.work(
    Math.ceil(cost / (operation === OperationTypeNode.QUERY ? COST_PER_WORK : COST_PER_CHANGE)),
  );
}
