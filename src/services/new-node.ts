import { LockMode } from '@mikro-orm/core';
import { Node } from '../entities/node.js';
import type { Publisher } from '../entities/publisher.js';
import { AppError, invalidInput } from '../errors/app-error.js';
import { can } from '../policy/authorize.js';
import { foldNodeId, hasNodeIdForm, isReservedNodeId, NODE_ID_MAX } from '../values/node-id.js';
import { NodeStatus, PublisherStatus } from '../values/states.js';
import { nodeAdminFields, type NodeUpdate } from './inputs.js';
import { assertNodeQuota, type Quotas } from './quotas.js';
import type { Write } from './write.js';

const ADMIN_FIELDS = Object.keys(nodeAdminFields.shape);
const LISTS = ['tags', 'tagsAdmin', 'preemptedCoreNodeNames', 'supportedAccelerators', 'supportedOs'];

/** Returns the value that is stored when a field is cleared. A cleared name becomes the id. */
function cleared(name: string, id: string): unknown {
  if (LISTS.includes(name)) return [];
  if (name === 'name') return id;
  return name === 'description' ? '' : null;
}

/** Returns the values to store for the given fields. Fields that the caller may not set are left out. */
export function stored(write: Write, id: string, input: NodeUpdate): Partial<Record<keyof Node, unknown>> {
  const admin = can(write.actor.viewer, 'node.setAdminFields', undefined);
  const given = Object.entries(input).filter(
    ([name, value]) => value !== undefined && (admin || !ADMIN_FIELDS.includes(name)),
  );
  return Object.fromEntries(given.map(([name, value]) => [name, value === null ? cleared(name, id) : value]));
}

/** The error if another node has this id, in the same or another spelling. */
export const nodeIdTaken = (id: string): AppError =>
  new AppError('NODE_ID_TAKEN', `The node id "${id}" is taken, perhaps in another spelling. Choose another id.`);

function assertAssignable(id: string): void {
  if (!hasNodeIdForm(id)) {
    throw invalidInput([
      `id: takes 1 to ${NODE_ID_MAX} characters of A-Z, a-z, 0-9, ".", "_" and "-", beginning with a letter, ending with a letter or digit, without ".."`,
    ]);
  }
  if (isReservedNodeId(id)) throw new AppError('NODE_ID_RESERVED', `The node id "${id}" is reserved.`);
}

/** Locks and returns the node with this id in any spelling, which may be deleted. */
export function lockHolder(write: Write, id: string): Promise<Node | null> {
  return write.em.findOne(Node, { foldedId: foldNodeId(id) }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * Creates a node of a locked publisher, or restores the publisher's deleted node with this id. The node is banned if
 * the publisher is banned. Only admins may restore a node that was banned when it was deleted; it is then banned again.
 * @param known the result of `lockHolder`, if the caller has it: a second query could find a node that was created
 *   meanwhile
 * @returns the locked node
 * @throws INVALID_INPUT, NODE_ID_RESERVED, NODE_ID_TAKEN, NODE_BANNED, QUOTA_REACHED; a unique constraint violation if
 *   a concurrent write creates the same node
 */
export async function createNode(
  write: Write,
  publisher: Publisher,
  id: string,
  fields: NodeUpdate,
  quotas: Quotas,
  known?: Node | null,
): Promise<Node> {
  const publisherId = publisher.id;
  assertAssignable(id);
  const isHost = foldNodeId(id) === foldNodeId(write.hostNodeId);
  if (isHost && !can(write.actor.viewer, 'node.createUnclaimed', undefined))
    throw new AppError('NODE_ID_RESERVED', `The node id "${id}" is reserved for the host application.`);
  const former = known === undefined ? await lockHolder(write, id) : known;
  if (former && (former.status !== NodeStatus.Deleted || former.publisherId !== publisherId)) throw nodeIdTaken(id);
  if (former?.bannedWhenDeleted && !can(write.actor.viewer, 'node.ban', undefined))
    throw new AppError(
      'NODE_BANNED',
      `The node "${former.id}" was banned when it was deleted. Ask an admin to restore it.`,
    );
  await assertNodeQuota(write, publisherId, quotas, former ? 'existing' : 'new');
  const values = stored(write, former?.id ?? id, fields);
  former?.restore(write.at);
  const node =
    former ??
    write.em.create(
      Node,
      { id, foldedId: foldNodeId(id), publisherId, name: id, createdAt: write.at, updatedAt: write.at },
      { persist: true },
    );
  Object.assign(node, values);
  if (publisher.status === PublisherStatus.Banned) node.banWithPublisher(write.at);
  await write.em.flush();
  write.refreshSearch([node.id]);
  write.changed({ kind: 'node', id: node.id, change: 'created' });
  write.audit({
    action: former ? 'node.restore' : 'node.create',
    subjectKind: 'node',
    subjectId: node.id,
    publisherId,
    after: values,
  });
  return node;
}
