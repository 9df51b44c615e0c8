import type { Node } from '../entities/node.js';
import { AppError, notFound } from '../errors/app-error.js';
import { PublisherStatus } from '../values/states.js';
import { lockPublisher } from './standing.js';
import type { Write } from './write.js';

const unavailable = (id: string, why: string): AppError =>
  new AppError('PUBLISHER_UNAVAILABLE', `The publisher "${id}" ${why}. Nodes can’t be moved to it.`);

/**
 * Locks the current publisher of a node and the one that the node is moved to. Both are locked before the node and in
 * the order of their ids, so that concurrent moves can't deadlock.
 * @throws PUBLISHER_NOT_FOUND, PUBLISHER_UNAVAILABLE if the publisher to move to is banned or deleted
 */
export async function lockForMove(write: Write, ownerId: string, targetId: string | undefined): Promise<void> {
  if (targetId === undefined || targetId === ownerId) return;
  const [found] = await write.query<{ isDeleted: boolean }>(
    'select deleted_at is not null as "isDeleted" from publishers where id = $1',
    [targetId],
  );
  if (!found) throw notFound('publisher', targetId);
  if (found.isDeleted) throw unavailable(targetId, 'was deleted');
  for (const id of [ownerId, targetId].sort()) {
    const { publisher } = await lockPublisher(write, id, 'shared');
    if (id === targetId && publisher.status === PublisherStatus.Banned) throw unavailable(id, 'is banned');
  }
}

/**
 * Moves a locked node to a publisher that `lockForMove` has locked. If the node was banned with its former publisher,
 * its ban ends.
 */
export async function moveNode(write: Write, node: Node, targetId: string | undefined): Promise<void> {
  const from = node.publisherId;
  if (targetId === undefined || targetId === from) return;
  const wasBanned = node.bannedWithPublisher;
  const status = node.status;
  if (wasBanned) node.unban(write.at);
  node.move(targetId, write.at);
  await write.em.flush();
  write.refreshSearch([node.id]);
  write.changed({ kind: 'node', id: node.id, change: wasBanned ? 'status' : 'updated' });
  // One entry for each publisher, because a publisher sees only its own entries.
  for (const publisherId of [from, targetId])
    write.audit({
      action: 'node.move',
      subjectKind: 'node',
      subjectId: node.id,
      publisherId,
      ...(wasBanned ? { from: status, to: node.status } : {}),
      before: { publisherId: from },
      after: { publisherId: targetId },
    });
}
