import type { SqlRunner } from '../db/database.js';
import type { Statement } from '../db/transaction.js';
import { Node } from '../entities/node.js';
import { Publisher } from '../entities/publisher.js';
import { notFound, unauthenticated } from '../errors/app-error.js';
import type { Standing } from '../policy/actions.js';
import { tokenIdOf, userIdOf, type Viewer } from '../policy/viewer.js';
import { foldNodeId } from '../values/node-id.js';
import { type MemberRole, NodeStatus, type PublisherStatus } from '../values/states.js';
import type { Write } from './write.js';

/** The viewer's roles in publishers: one statement, and none for who can have none. */
export async function rolesOf(
  runner: SqlRunner,
  viewer: Viewer,
  publisherIds: readonly string[],
): Promise<Map<string, MemberRole>> {
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
  return {
    publisherId: publisher.id,
    publisherStatus: publisher.status,
    role,
    ...(node ? { nodeStatus: node.status } : {}),
  };
}

const PUBLISHER_LOCKS = 7_411_960_003;

/** A publisher that is locked, and the caller's part in it. */
export interface LockedPublisher {
  readonly publisher: Publisher;
  readonly standing: Standing;
}

/** The same with one of its nodes; undefined where there is none, it was deleted, or it is another publisher's. */
export interface LockedPlace extends LockedPublisher {
  readonly node: Node | undefined;
}

const columns = new Map<object, string>();

/**
 * The columns of an entity by their names: with all of them a statement that is planned would end where a newer build
 * adds one.
 */
function columnsOf({ em }: Write, entity: typeof Node | typeof Publisher): string {
  let list = columns.get(entity);
  if (list === undefined) {
    const names = Object.values(em.getMetadata().get(entity as typeof Node).properties).flatMap(
      ({ persist, fieldNames }) => (persist === false ? [] : (fieldNames ?? [])),
    );
    columns.set(entity, (list = names.map((name) => `"${name}"`).join(', ')));
  }
  return list;
}

const nodeLock = (write: Write, id: string): Statement => ({
  sql: `select ${columnsOf(write, Node)} from nodes where folded_id = $1 for update`,
  parameters: [foldNodeId(id)],
});

/**
 * How a publisher is locked, and with it what the caller's part in it rests on, in the order in which it must be done.
 */
function publisherLocks(write: Write, id: string, how: 'alone' | 'shared'): Statement[] {
  const { viewer } = write.actor;
  return [
    // Row locks are joined past those who wait, so whoever wants it alone could wait for ever; these are given out in
    // turn.
    {
      sql: `select pg_advisory_xact_lock${how === 'alone' ? '' : '_shared'}(hashtextextended($1::text, ${PUBLISHER_LOCKS}))`,
      parameters: [id],
    },
    // Not for update: whoever changes a node twice in one write has its publisher looked up anew, and would wait for
    // this one, which waits for the node.
    {
      sql: `select ${columnsOf(write, Publisher)} from publishers where id = $1 and deleted_at is null for ${how === 'alone' ? 'no key update' : 'share'}`,
      parameters: [id],
    },
    // The token was valid when the request came; its end waits for this write from now on, or has come before it.
    {
      sql: `select (select role from publisher_members where user_id = $1::uuid and publisher_id = $2::text) as role,
                   (select id from personal_access_tokens where id = $3::uuid for key share) as token`,
      parameters: [userIdOf(viewer) ?? null, id, tokenIdOf(viewer) ?? null],
    },
  ];
}

async function lock(
  write: Write,
  id: string,
  how: 'alone' | 'shared',
  more: readonly Statement[],
): Promise<LockedPublisher & { readonly rows: readonly object[][] }> {
  const [, [row], [caller], ...rows] = await write.together<
    [object[], object[], { role: MemberRole | null; token: string | null }[], ...object[][]]
  >([...publisherLocks(write, id, how), ...more]);
  if (tokenIdOf(write.actor.viewer) !== undefined && caller!.token === null)
    throw unauthenticated('The personal access token is not valid.');
  if (!row) throw notFound('publisher', id);
  const publisher = write.em.map(Publisher, row);
  return {
    publisher,
    standing: { publisherId: publisher.id, publisherStatus: publisher.status, role: caller!.role ?? undefined },
    rows,
  };
}

/**
 * Locks a publisher for the rest of the write: alone to change it, together with others to change what is its. A token
 * that writes lasts as long.
 * @throws PUBLISHER_NOT_FOUND where there is none or it was deleted, UNAUTHENTICATED where the token has ended
 *   meanwhile
 */
export async function lockPublisher(
  write: Write,
  id: string,
  how: 'alone' | 'shared' = 'alone',
): Promise<LockedPublisher> {
  const { publisher, standing } = await lock(write, id, how, []);
  return { publisher, standing };
}

/**
 * Locks a node for the rest of the write, and its publisher together with others.
 * @throws PUBLISHER_NOT_FOUND, UNAUTHENTICATED as `lockPublisher`
 */
export async function lockPlace(write: Write, publisherId: string, nodeId: string): Promise<LockedPlace> {
  const { publisher, standing, rows } = await lock(write, publisherId, 'shared', [nodeLock(write, nodeId)]);
  return { publisher, standing, node: liveNode(write, rows[0]!, publisher.id) };
}

/**
 * Locks a node of a publisher for the rest of the write.
 * @throws NODE_NOT_FOUND where there is none, it was deleted, or it is another publisher's
 */
export async function lockNode(write: Write, id: string, publisherId?: string): Promise<Node> {
  const { sql, parameters } = nodeLock(write, id);
  const node = liveNode(write, await write.query(sql, parameters), publisherId);
  if (!node) throw notFound('node', id);
  return node;
}

function liveNode(write: Write, [row]: readonly object[], publisherId: string | undefined): Node | undefined {
  if (!row) return undefined;
  const node = write.em.map(Node, row);
  return node.status === NodeStatus.Deleted || (publisherId !== undefined && node.publisherId !== publisherId)
    ? undefined
    : node;
}
