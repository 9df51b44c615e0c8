import type { Finding } from '../analysis/archive.js';
import type { SqlRunner } from '../db/database.js';
import type { NodeVersion } from '../entities/node-version.js';
import { actorName } from '../policy/viewer.js';
import type { CheckLevels } from '../values/check-names.js';
import { NodeVersionStatus } from '../values/states.js';
import { applyLevels, sameIn } from './findings.js';
import type { Write } from './write.js';

/** The version of a node that a moderator approved last, and its findings. */
export interface ApprovedFindings {
  readonly nodeId: string;
  readonly version: string;
  readonly findings: readonly Finding[];
}

/** Returns the last approved version of each node that has one. Runs one statement. */
export async function approvedFindings(
  runner: SqlRunner,
  nodeIds: readonly string[],
): Promise<Map<string, ApprovedFindings>> {
  const rows = await runner.query<ApprovedFindings>(
    `select distinct on (f.node_id) f.node_id as "nodeId", v.version, f.findings
     from version_findings f join node_versions v on v.id = f.version_id
     where f.node_id = any($1::text[]) and f.approved_at is not null order by f.node_id, f.approved_at desc, f.version_id`,
    [nodeIds],
  );
  return new Map(rows.map((row) => [row.nodeId, row]));
}

/** The findings other than notes that the approved version does not have. */
function newIn(findings: readonly Finding[], approved: ApprovedFindings | undefined): Finding[] {
  const isKnown = sameIn(approved?.findings ?? []);
  return findings.filter((finding) => finding.level !== 'note' && !isKnown(finding));
}

/** The outcome of storing findings. */
export interface StoredFindings {
  /** The findings that hold the version: those of the level `hold` that the last approved version does not have. */
  readonly holding: readonly Finding[];
  /** True if the stored findings may have changed: the version has findings, or had some before. */
  readonly isChanged: boolean;
}

/** Replaces the findings of a locked version. */
export async function storeFindings(
  write: Write,
  version: NodeVersion,
  publisherId: string,
  found: readonly Finding[],
  levels: CheckLevels,
): Promise<StoredFindings> {
  const [publisher] = await write.query<{ isTrusted: boolean }>(
    'select trusted_at is not null as "isTrusted" from publishers where id = $1',
    [publisherId],
  );
  const { findings, counts } = applyLevels(found, levels, publisher!.isTrusted);
  const removed = await write.query('delete from version_findings where version_id = $1::uuid returning version_id', [
    version.id,
  ]);
  const approved = (await approvedFindings(write, [version.nodeId])).get(version.nodeId);
  const added = newIn(findings, approved);
  if (findings.length > 0)
    await write.query(
      `insert into version_findings (version_id, node_id, findings, hold, warn, note, new_findings, checked_at)
       values ($1::uuid, $2, $3::text::jsonb, $4::int, $5::int, $6::int, $7::int, $8::timestamptz)`,
      [
        version.id,
        version.nodeId,
        JSON.stringify(findings),
        counts.hold,
        counts.warn,
        counts.note,
        added.length,
        write.at.toISOString(),
      ],
    );
  const holding = added.filter(({ level }) => level === 'hold');
  return { holding, isChanged: removed.length + findings.length > 0 };
}

/** True if a version is the latest of its node and has new findings, and no moderator has reviewed them. */
export async function waitsForReview(write: Write, { id }: NodeVersion): Promise<boolean> {
  const rows = await write.query(
    `select 1 from version_findings f join nodes n on n.latest_version_id = f.version_id
     where f.version_id = $1::uuid and f.new_findings > 0 and f.approved_at is null`,
    [id],
  );
  return rows.length > 0;
}

const WITHDRAWING: readonly NodeVersionStatus[] = [
  NodeVersionStatus.Banned,
  NodeVersionStatus.Flagged,
  NodeVersionStatus.Pending,
];

/**
 * Updates the approval of a version's findings after an admin has set its status. Active approves them, so that later
 * versions are not held for the same findings. Banned, Flagged and Pending withdraw the approval.
 */
export async function updateApproval(write: Write, version: NodeVersion, status: NodeVersionStatus): Promise<void> {
  let updated: readonly object[] = [];
  if (status === NodeVersionStatus.Active)
    updated = await write.query(
      `update version_findings set approved_at = $2::timestamptz, approved_by = $3
       where version_id = $1::uuid and hold + warn > 0 returning version_id`,
      [version.id, write.at.toISOString(), actorName(write.actor.viewer)],
    );
  else if (WITHDRAWING.includes(status))
    updated = await write.query(
      `update version_findings set approved_at = null, approved_by = null
       where version_id = $1::uuid and approved_at is not null returning version_id`,
      [version.id],
    );
  if (updated.length > 0) await compareAgain(write, version.nodeId);
}

/** Limit of the versions of a node that are compared with another approved version, the newest ones. */
const COMPARED_MAX = 200;

/** Counts the new findings of the versions of a node again, because another version is the last approved one now. */
async function compareAgain(write: Write, nodeId: string): Promise<void> {
  const approved = (await approvedFindings(write, [nodeId])).get(nodeId);
  const rows = await write.query<{ id: string; findings: readonly Finding[] }>(
    `select version_id as id, findings from version_findings where node_id = $1 and hold + warn > 0
     order by checked_at desc, version_id limit ${COMPARED_MAX}`,
    [nodeId],
  );
  await write.query(
    `update version_findings f set new_findings = c.count from unnest($1::uuid[], $2::int[]) as c(id, count)
     where f.version_id = c.id and f.new_findings <> c.count`,
    [rows.map(({ id }) => id), rows.map(({ findings }) => newIn(findings, approved).length)],
  );
}
