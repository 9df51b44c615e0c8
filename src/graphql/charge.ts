import { type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { GraphContext } from './context.js';

type Scope = GraphContext['scope'];

/** What an operation may cost for one unit of what its caller may read; a page of REST is one unit. */
const COST_A_READ = 100;
/** What one unit of work is in the cost of an operation: about one change. */
const COST_A_CHANGE = 50;
/** A query of more than this is work. */
const DEAR = 5000;
const COST_A_WORK = 1000;

/** Whether a query of this cost is work, which is counted where all processes see it. */
export const isWork = (cost: number): boolean => cost > DEAR;

/**
 * Counts a query that is no work, beyond the request itself.
 * @throws RATE_LIMITED
 */
export function chargeRead({ allowance }: Scope, cost: number): void {
  allowance.read(Math.floor(cost / COST_A_READ));
}

/**
 * Counts an operation of this cost against its caller's limits, before it is done.
 * @throws RATE_LIMITED
 */
export async function charge(scope: Scope, { operation }: OperationDefinitionNode, cost: number): Promise<void> {
  if (operation === OperationTypeNode.QUERY && !isWork(cost)) {
    chargeRead(scope, cost);
    return;
  }
  // Whose limit it is only his credential tells; what is done needs it anyway.
  if (!scope.allowance.isKnown) await scope.reader();
  await scope.allowance.work(Math.ceil(cost / (operation === OperationTypeNode.QUERY ? COST_A_WORK : COST_A_CHANGE)));
}
