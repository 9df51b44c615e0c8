import type { NodeRecord } from '../../catalogue/records.js';
import { EXISTING_NODE, PUBLIC_NODE } from '../../catalogue/visibility.js';
import { assertReadable } from '../../policy/authorize.js';
import type { GraphContext } from '../context.js';

/**
 * Loads the node that another object refers to; null if it was deleted.
 * @throws NODE_BANNED for a banned node, except to admins
 */
export async function readableNode(id: string, { scope }: GraphContext): Promise<NodeRecord | null> {
  const node = await scope.loaders.node(id);
  if (!node || !EXISTING_NODE.holds(node)) return null;
  if (!PUBLIC_NODE.holds(node)) assertReadable(await scope.reader(), node);
  return node;
}
