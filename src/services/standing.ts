import { LockMode } from '@mikro-orm/core';
import type { SqlRunner } from '../db/database.js';
import { Node } from '../entities/node.js';
import { Publisher } from '../entities/publisher.js';
import { notFound, unauthenticated } from '../errors/app-error.js';
import type { Standing } from '../policy/actions.js';
import { tokenIdOf, userIdOf, type Viewer } from '../policy/viewer.js';
import { foldNodeId } from '../values/node-id.js';
import { type MemberRole, NodeStatus, type PublisherStatus } from '../values/states.js';
import type { Write } from './write.js';

/** The viewer's roles in publishers: one statement, and none for who can have none. */
export async function rolesOf(runner: SqlRunner, viewer: Viewer, publisherIds: readonly string[]): Promise<Map<string, MemberRole>> {
  const userId = userIdOf(viewer);
  if (userId === undefined || publisherIds.length === 0) return new Map();
  const rows = await runner.query<{ id: string; role: MemberRole }>(
    `select publisher_id as id, role from publisher_members where user_id = $1::uuid and publisher_id = any($2::text[])`,
    [userId, publisherIds],
  );
  return new Map(rows.map((row) => [row.id, row.role]));
}

/** What the policy must know of a publisher and the viewer's part in it. */
export async function standingIn(
  runner: SqlRunner,
  viewer: Viewer,
  publisher: { readonly id: string; readonly status: PublisherStatus },
  node?: { readonly status: NodeStatus },
): Promise<Standing> {
  const role = (await rolesOf(runner, viewer, [publisher.id])).get(publisher.id);
  return { publisherId: publisher.id, publisherStatus: publisher.status, role, ...(node ? { nodeStatus: node.status } : {}) };
}

const PUBLISHER_LOCKS = 7_411_960_003;

/**
 * Locks a publisher for the rest of the write: alone to change it, together with others to change what is its. A token that
 * writes lasts as long.
 * @throws PUBLISHER_NOT_FOUND where there is none or it was deleted, UNAUTHENTICATED where the token has ended meanwhile
 */
export async function lockPublisher(write: Write, id: string, how: 'alone' | 'shared' = 'alone'): Promise<Publisher> {
  // Row locks are joined past those who wait, so whoever wants it alone could wait for ever; these are given out in turn.
  await write.query(`select pg_advisory_xact_lock${how === 'alone' ? '' : '_shared'}(hashtextextended($1::text, ${PUBLISHER_LOCKS}))`, [id]);
  // Not for update: whoever changes a node twice in one write has its publisher looked up anew, and would wait for this one,
  // which waits for the node.
  if (how === 'alone') await write.query('select id from publishers where id = $1 for no key update', [id]);
  const publisher = await write.em.findOne(Publisher, { id, deletedAt: null }, how === 'alone' ? {} : { lockMode: LockMode.PESSIMISTIC_READ });
  await lockToken(write);
  if (!publisher) throw notFound('publisher', id);
  return publisher;
}

/** It was valid when the request came; its end waits for this write from now on, or has come before it. */
async function lockToken(write: Write): Promise<void> {
  const tokenId = tokenIdOf(write.actor.viewer);
  if (tokenId === undefined) return;
  const tokens = await write.query('select id from personal_access_tokens where id = $1::uuid for key share', [tokenId]);
  if (tokens.length === 0) throw unauthenticated('The personal access token is not valid.');
}

/**
 * Locks a node of a publisher for the rest of the write.
 * @throws NODE_NOT_FOUND where there is none, it was deleted, or it is another publisher's
 */
export async function lockNode(write: Write, id: string, publisherId?: string): Promise<Node> {
  const node = await write.em.findOne(Node, { foldedId: foldNodeId(id) }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!node || node.status === NodeStatus.Deleted || (publisherId !== undefined && node.publisherId !== publisherId)) throw notFound('node', id);
  return node;
}
