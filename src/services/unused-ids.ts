import { NodeVersionStatus } from '../values/states.js';
import type { Write } from './write.js';

const BATCH = 20;

/** SQL that is true for an audit row of a version that was, or became, Active. */
const WAS_ACTIVE = `a.subject_kind = 'version' and '${NodeVersionStatus.Active}' in (a.from_state, a.to_state)`;

/** SQL for the versions of a node, deleted ones included. */
const VERSIONS = '(select id from node_versions where node_id = any($1::text[]))';

/** The tables with rows of nodes, children first, each with the condition of the rows. */
const NODE_ROWS = [
  ['core_nodes', `version_id in ${VERSIONS}`],
  ['download_counts', `version_id in ${VERSIONS}`],
  ['archive_uploads', `version_id in ${VERSIONS}`],
  ['node_reviews', 'node_id = any($1::text[])'],
  ['node_translations', 'node_id = any($1::text[])'],
  ['node_versions', 'node_id = any($1::text[])'],
  ['nodes', 'id = any($1::text[])'],
] as const;

/** The tables with rows of a publisher, children first, each with the column of the publisher's id. */
const PUBLISHER_ROWS = [
  ['publisher_invitations', 'publisher_id'],
  ['personal_access_tokens', 'publisher_id'],
  ['webhooks', 'publisher_id'],
  ['publisher_members', 'publisher_id'],
  ['publishers', 'id'],
] as const;

/** The result of a batch: the number of nodes that were examined, and the archives of those whose ids became free. */
export interface ReleasedNodes {
  readonly handled: number;
  readonly archiveKeys: readonly string[];
}

/**
 * Frees the ids of nodes that were deleted before a time, if no version of the node was ever Active and the node was
 * not banned. The ids of other nodes are marked as reserved, and are not examined again.
 * @param before time as ISO 8601
 */
export async function releaseNodes(write: Write, before: string): Promise<ReleasedNodes> {
  const nodes = await write.query<{ id: string; publisherId: string; isUsed: boolean }>(
    `select n.id, n.publisher_id as "publisherId", n.banned_when_deleted or exists (
       select 1 from node_versions v join audit_log a on a.subject_kind = 'version' and a.subject_id = v.id::text
       where v.node_id = n.id and ${WAS_ACTIVE}) as "isUsed"
     from nodes n where n.status = 'NodeStatusDeleted' and not n.is_reserved and n.updated_at < $1::timestamptz
     order by n.id limit ${BATCH} for update of n skip locked`,
    [before],
  );
  const used = nodes.filter(({ isUsed }) => isUsed).map(({ id }) => id);
  if (used.length > 0) await write.query('update nodes set is_reserved = true where id = any($1::text[])', [used]);
  const unused = nodes.filter(({ isUsed }) => !isUsed);
  const ids = unused.map(({ id }) => id);
  if (ids.length === 0) return { handled: nodes.length, archiveKeys: [] };
  const archives = await write.query<{ key: string }>(
    'select archive_key as key from node_versions where node_id = any($1::text[]) and archive_key is not null',
    [ids],
  );
  for (const [table, condition] of NODE_ROWS) await write.query(`delete from ${table} where ${condition}`, [ids]);
  for (const { id, publisherId } of unused)
    write.audit({ action: 'node.release', subjectKind: 'node', subjectId: id, publisherId });
  return { handled: nodes.length, archiveKeys: archives.map(({ key }) => key) };
}

/**
 * Frees the ids of publishers that were deleted before a time, if the publisher never owned anything public and was not
 * banned. The ids of other publishers are marked as reserved, and are not examined again.
 * @param before time as ISO 8601
 * @returns the number of publishers that were examined
 */
export async function releasePublishers(write: Write, before: string): Promise<number> {
  const publishers = await write.query<{ id: string; isUsed: boolean }>(
    `select p.id, p.status = 'PublisherStatusBanned' or exists (select 1 from nodes n where n.publisher_id = p.id)
       or exists (select 1 from audit_log a where a.publisher_id = p.id
         and (${WAS_ACTIVE} or a.action in ('node.claim', 'node.move'))) as "isUsed"
     from publishers p where p.deleted_at < $1::timestamptz and not p.is_reserved
     order by p.id limit ${BATCH} for update of p skip locked`,
    [before],
  );
  const used = publishers.filter(({ isUsed }) => isUsed).map(({ id }) => id);
  if (used.length > 0) await write.query('update publishers set is_reserved = true where id = any($1::text[])', [used]);
  const ids = publishers.filter(({ isUsed }) => !isUsed).map(({ id }) => id);
  if (ids.length === 0) return publishers.length;
  for (const [table, column] of PUBLISHER_ROWS)
    await write.query(`delete from ${table} where ${column} = any($1::text[])`, [ids]);
  for (const id of ids)
    write.audit({ action: 'publisher.release', subjectKind: 'publisher', subjectId: id, publisherId: id });
  return publishers.length;
}
