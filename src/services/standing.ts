import { EXISTING_NODE, EXISTING_PUBLISHER } from '../catalogue/visibility.js';
import type { SqlRunner } from '../db/database.js';
import type { Statement } from '../db/transaction.js';
import { Node } from '../entities/node.js';
import { Publisher } from '../entities/publisher.js';
import { notFound, unauthenticated } from '../errors/app-error.js';
import type { Standing } from '../policy/actions.js';
import { can } from '../policy/authorize.js';
import { personOf, publisherIdOf, tokenIdOf, userIdOf, type Viewer } from '../policy/viewer.js';
import { foldNodeId } from '../values/node-id.js';
import { type MemberRole, type NodeStatus, PublisherStatus } from '../values/states.js';
import { suspended } from './user.service.js';
import type { Write } from './write.js';

/** Returns the viewer's roles in publishers. Runs one statement, or none if the viewer can't have a role. */
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

/** Returns the input of the policy: the state of a publisher and the viewer's role in it. */
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

/**
 * Returns the publishers whose hidden versions the viewer may read; `undefined` for all. Runs one statement for users
 * without the admin role.
 */
export async function hiddenReadableIn(runner: SqlRunner, viewer: Viewer): Promise<string[] | undefined> {
  const known = { publisherId: '', publisherStatus: PublisherStatus.Active, role: undefined };
  if (can(viewer, 'version.readHidden', known)) return undefined;
  const userId = userIdOf(viewer);
  if (userId === undefined) return publisherIdOf(viewer);
  const rows = await runner.query<{ id: string }>(
    'select publisher_id as id from publisher_members where user_id = $1::uuid order by publisher_id',
    [userId],
  );
  return rows.map(({ id }) => id);
}

const PUBLISHER_LOCKS = 7_411_960_003;

/** A locked publisher, and the caller's role in it. */
export interface LockedPublisher {
  readonly publisher: Publisher;
  readonly standing: Standing;
}

/** A locked publisher and node. The node is `undefined` if it does not exist or belongs to another publisher. */
export interface LockedPublisherAndNode extends LockedPublisher {
  readonly node: Node | undefined;
}

const columns = new Map<object, string>();

/**
 * Lists the columns of an entity by name. A prepared statement with `select *` would fail as soon as a newer build adds
 * a column.
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
 * Returns the statements that lock a publisher, and the caller's membership or token, in the required order.
 */
function publisherLocks(write: Write, id: string, how: 'alone' | 'shared'): Statement[] {
  const { viewer } = write.actor;
  return [
    // The advisory lock comes first, because advisory locks are granted in the order of their requests. Shared row
    // locks are granted before exclusive ones that already wait, which could then wait forever.
    {
      sql: `select pg_advisory_xact_lock${how === 'alone' ? '' : '_shared'}(hashtextextended($1::text, ${PUBLISHER_LOCKS}))`,
      parameters: [id],
    },
    // Not `for update`: a write that changes a node twice checks the node's foreign key to the publisher, and would
    // wait for this lock. If its owner waits for the node, both would be deadlocked.
    {
      sql: `select ${columnsOf(write, Publisher)} from publishers p where p.id = $1 and ${EXISTING_PUBLISHER.sql('p')} for ${how === 'alone' ? 'no key update' : 'share'}`,
      parameters: [id],
    },
    // The token was valid when the request arrived. It may have been deleted since. From here on, a deletion waits for
    // this write.
    {
      sql: `select (select role from publisher_members where user_id = $1::uuid and publisher_id = $2::text) as role,
                   (select id from personal_access_tokens where id = $3::uuid for key share) as token,
                   (select suspended_reason from users where id = $4::uuid) as suspension`,
      parameters: [userIdOf(viewer) ?? null, id, tokenIdOf(viewer) ?? null, personOf(viewer)],
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
    [object[], object[], { role: MemberRole | null; token: string | null; suspension: string | null }[], ...object[][]]
  >([...publisherLocks(write, id, how), ...more]);
  if (tokenIdOf(write.actor.viewer) !== undefined && caller!.token === null)
    throw unauthenticated('The personal access token is not valid.');
  if (caller!.suspension !== null) throw suspended('Your account, or that of the token’s creator,', caller!.suspension);
  if (!row) throw notFound('publisher', id);
  const publisher = write.em.map(Publisher, row);
  return {
    publisher,
    standing: { publisherId: publisher.id, publisherStatus: publisher.status, role: caller!.role ?? undefined },
    rows,
  };
}

/**
 * Locks a publisher for the rest of the write: exclusively to change the publisher, shared to change its resources.
 * Also locks the caller's token.
 * @throws PUBLISHER_NOT_FOUND if the publisher does not exist or was deleted, UNAUTHENTICATED if the token was deleted,
 *   ACCOUNT_SUSPENDED
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
 * Locks a node exclusively, and its publisher shared, for the rest of the write.
 * @throws PUBLISHER_NOT_FOUND, UNAUTHENTICATED and ACCOUNT_SUSPENDED like `lockPublisher`
 */
export async function lockPublisherAndNode(
  write: Write,
  publisherId: string,
  nodeId: string,
): Promise<LockedPublisherAndNode> {
  const { publisher, standing, rows } = await lock(write, publisherId, 'shared', [nodeLock(write, nodeId)]);
  return { publisher, standing, node: liveNode(write, rows[0]!, publisher.id) };
}

/**
 * Locks a node for the rest of the write.
 * @throws NODE_NOT_FOUND if it does not exist, was deleted, or belongs to another publisher
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
  return !EXISTING_NODE.holds(node) || (publisherId !== undefined && node.publisherId !== publisherId)
    ? undefined
    : node;
}
