import type { NodeRecord } from '../../catalogue/records.js';
import { assertReadable } from '../../policy/authorize.js';
import { NodeStatus } from '../../values/states.js';
import type { GraphContext } from '../context.js';

/**
 * A node that something leads to; null where it was deleted.
 * @throws NODE_BANNED for a banned node, except to admins
 */
export async function readableNode(id: string, { scope }: GraphContext): Promise<NodeRecord | null> {
  const node = await scope.loaders.node(id);
  if (!node || node.status === NodeStatus.Deleted) return null;
  if (node.status === NodeStatus.Banned) assertReadable(await scope.reader(), node);
  return node;
}
