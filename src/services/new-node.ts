import { LockMode } from '@mikro-orm/core';
import { Node } from '../entities/node.js';
import type { Publisher } from '../entities/publisher.js';
import { AppError, invalidInput } from '../errors/app-error.js';
import { can } from '../policy/authorize.js';
import { foldNodeId, hasNodeIdForm, isReservedNodeId, NODE_ID_MAX } from '../values/node-id.js';
import { NodeStatus, PublisherStatus } from '../values/states.js';
import { nodeAdminFields, type NodeUpdate } from './inputs.js';
import type { Write } from './write.js';

const ADMIN_FIELDS = Object.keys(nodeAdminFields.shape);
const LISTS = ['tags', 'tagsAdmin', 'preemptedCoreNodeNames', 'supportedAccelerators', 'supportedOs'];

/** What to store for a field that is cleared: lists become empty, the required name falls back to the id. */
function cleared(name: string, id: string): unknown {
  if (LISTS.includes(name)) return [];
  if (name === 'name') return id;
  return name === 'description' ? '' : null;
}

/** What is stored for the given fields of a node; those that the caller may not set are left out. */
export function stored(write: Write, id: string, input: NodeUpdate): Partial<Record<keyof Node, unknown>> {
  const admin = can(write.actor.viewer, 'node.setAdminFields', undefined);
  const given = Object.entries(input).filter(
    ([name, value]) => value !== undefined && (admin || !ADMIN_FIELDS.includes(name)),
  );
  return Object.fromEntries(given.map(([name, value]) => [name, value === null ? cleared(name, id) : value]));
}

/** Another node has this id, in one spelling or another. */
export const nodeIdTaken = (id: string): AppError =>
  new AppError('NODE_ID_TAKEN', `The node id "${id}" is taken, maybe in another spelling; choose another.`);

function assertGivable(id: string): void {
  if (!hasNodeIdForm(id)) {
    throw invalidInput([
      `id: takes 1 to ${NODE_ID_MAX} characters of A-Z, a-z, 0-9, ".", "_" and "-", beginning with a letter, ending with a letter or digit, without ".."`,
    ]);
  }
  if (isReservedNodeId(id)) throw new AppError('NODE_ID_RESERVED', `The node id "${id}" is reserved.`);
}

/** The node that has this id, in whatever spelling, also a deleted one; locked. */
export function lockHolder(write: Write, id: string): Promise<Node | null> {
  return write.em.findOne(Node, { foldedId: foldNodeId(id) }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * Creates a node of a locked publisher, or takes its deleted one back into use. A banned publisher's nodes are banned,
 * whoever makes them.
 * @param known which node has the id, where that was found out: asked anew, it may be another one by now
 * @returns the node, locked
 * @throws INVALID_INPUT, NODE_ID_RESERVED, NODE_ID_TAKEN; a duplicate key where another one is being created at once
 */
export async function createNode(
  write: Write,
  publisher: Publisher,
  id: string,
  fields: NodeUpdate,
  known?: Node | null,
): Promise<Node> {
  const publisherId = publisher.id;
  assertGivable(id);
  const former = known === undefined ? await lockHolder(write, id) : known;
  if (former && (former.status !== NodeStatus.Deleted || former.publisherId !== publisherId)) throw nodeIdTaken(id);
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
