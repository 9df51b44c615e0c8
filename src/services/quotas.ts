import { EXISTING_NODE, EXISTING_PUBLISHER } from '../catalogue/visibility.js';
import { AppError } from '../errors/app-error.js';
import { can } from '../policy/authorize.js';
import { userIdOf } from '../policy/viewer.js';
import type { Settings } from '../settings.js';
import { UNCLAIMED_PUBLISHER } from '../values/publisher-id.js';
import type { Write } from './write.js';

/** The settings that limit what one user or publisher can store. */
export type Quotas = Pick<
  Settings,
  | 'MAX_PUBLISHERS_PER_USER'
  | 'MAX_NEW_PUBLISHERS_PER_DAY'
  | 'MAX_NODES_PER_PUBLISHER'
  | 'MAX_NEW_NODES_PER_DAY'
  | 'MAX_VERSIONS_PER_NODE'
  | 'MAX_STORED_MEGABYTES_PER_PUBLISHER'
>;

const QUOTA_LOCK = 7_411_960_004;
const DAY_MS = 86_400_000;
const MEGABYTE = 1024 * 1024;

const reached = (message: string): AppError => new AppError('QUOTA_REACHED', message);

/** True if the quotas don't apply to the caller: admins, imports and the demo data. */
const isExempt = (write: Write): boolean => can(write.actor.viewer, 'quota.exceed', undefined);

const dayBefore = (write: Write): string => new Date(write.at.getTime() - DAY_MS).toISOString();

/**
 * Serializes the writes that count for the quotas of one publisher, until they commit. The lock of the publisher does
 * not do this, because these writes take it in shared mode. Must be the last lock that a write takes before its
 * changes.
 */
async function lockQuotas(write: Write, publisherId: string): Promise<void> {
  await write.query(`select pg_advisory_xact_lock(hashtextextended($1::text, ${QUOTA_LOCK}))`, [publisherId]);
}

async function countOf(write: Write, sql: string, parameters: readonly unknown[]): Promise<number> {
  const [row] = await write.query<{ count: number }>(`select count(*)::int as count from ${sql}`, parameters);
  return row!.count;
}

/**
 * Asserts that the calling user may create or restore a publisher. Counts the publishers that they own and have created
 * or restored themselves. Publishers whose owners have added them don't count.
 * @throws QUOTA_REACHED
 */
export async function assertPublisherQuota(write: Write, quotas: Quotas): Promise<void> {
  const userId = userIdOf(write.actor.viewer);
  if (userId === undefined || isExempt(write)) return;
  // The lock serializes the creations of one user, so that two of them can't both be the last one within the quota.
  await write.query('select id from users where id = $1::uuid for update', [userId]);
  const owned = await countOf(
    write,
    `publisher_members m join publishers p on p.id = m.publisher_id
     where m.user_id = $1::uuid and m.role = 'owner' and m.added_by = 'self' and ${EXISTING_PUBLISHER.sql('p')}`,
    [userId],
  );
  const most = quotas.MAX_PUBLISHERS_PER_USER;
  if (owned >= most) throw reached(`You own ${owned} publishers. The limit is ${most} per user.`);
}

/**
 * Asserts that the user has not created too many publishers in the last 24 hours. Must be called after
 * `assertPublisherQuota`, which locks the user.
 * @throws QUOTA_REACHED
 */
export async function assertNewPublisherQuota(write: Write, userId: string, quotas: Quotas): Promise<void> {
  if (isExempt(write)) return;
  const created = await countOf(
    write,
    `audit_log where action = 'publisher.create' and actor = $1 and at > $2::timestamptz`,
    [`user:${userId}`, dayBefore(write)],
  );
  if (created >= quotas.MAX_NEW_PUBLISHERS_PER_DAY)
    throw reached(`You have created ${created} publishers in the last 24 hours. Try again tomorrow.`);
}

/**
 * Asserts that a locked publisher may have one more node.
 * @param how `new` if the node is created, which is also limited per day; `existing` if it is claimed or restored
 * @throws QUOTA_REACHED
 */
export async function assertNodeQuota(
  write: Write,
  publisherId: string,
  quotas: Quotas,
  how: 'new' | 'existing',
): Promise<void> {
  if (isExempt(write)) return;
  await lockQuotas(write, publisherId);
  const owned = await countOf(write, `nodes n where n.publisher_id = $1 and ${EXISTING_NODE.sql('n')}`, [publisherId]);
  const most = quotas.MAX_NODES_PER_PUBLISHER;
  if (owned >= most) throw reached(`This publisher owns ${owned} nodes. The limit is ${most} per publisher.`);
  if (how === 'existing') return;
  const created = await countOf(
    write,
    `audit_log where action = 'node.create' and actor not like 'system:%' and publisher_id = $1 and at > $2::timestamptz`,
    [publisherId, dayBefore(write)],
  );
  if (created >= quotas.MAX_NEW_NODES_PER_DAY)
    throw reached(`${created} nodes of this publisher were created in the last 24 hours. Try again tomorrow.`);
}

/**
 * Asserts that a locked node may have one more version. Deleted versions count, because their numbers stay reserved.
 * @throws QUOTA_REACHED
 */
export async function assertVersionQuota(write: Write, nodeId: string, quotas: Quotas): Promise<void> {
  if (isExempt(write)) return;
  const count = await countOf(write, 'node_versions where node_id = $1', [nodeId]);
  const most = quotas.MAX_VERSIONS_PER_NODE;
  if (count >= most) throw reached(`The node "${nodeId}" has ${count} versions. The limit is ${most} per node.`);
}

/**
 * Asserts that a locked publisher may store one more archive. Archives of deleted versions and nodes count, because
 * they stay stored. Admins are not exempt, because any caller with the upload URL can store the archive.
 * @param bytes the size of the archive; 1 if it is unknown
 * @throws QUOTA_REACHED
 */
export async function assertStorageQuota(
  write: Write,
  publisherId: string,
  bytes: number,
  quotas: Quotas,
): Promise<void> {
  // Unclaimed nodes belong to the registry itself.
  if (publisherId === UNCLAIMED_PUBLISHER) return;
  await lockQuotas(write, publisherId);
  const [stored] = await write.query<{ bytes: number }>(
    'select coalesce(sum(stored_bytes), 0)::float8 as bytes from nodes where publisher_id = $1',
    [publisherId],
  );
  const most = quotas.MAX_STORED_MEGABYTES_PER_PUBLISHER;
  if (stored!.bytes + bytes > most * MEGABYTE)
    throw reached(
      `The archives of this publisher take ${(stored!.bytes / MEGABYTE).toFixed(1)} MiB. With this one they would exceed the limit of ${most} MiB per publisher.`,
    );
}
