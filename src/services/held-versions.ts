import { LockMode } from '@mikro-orm/core';
import type { Finding } from '../analysis/archive.js';
import type { Node } from '../entities/node.js';
import { NodeVersion } from '../entities/node-version.js';
import { NodeVersionStatus } from '../values/states.js';
import { sameIn } from './findings.js';
import { approvedFindings } from './version-findings.js';
import { changeVersionStatus } from './version-status.js';
import type { Write } from './write.js';

/** Limit of the held versions that are compared with an approved one, the newest ones. */
const COMPARED_MAX = 200;

/** SQL that is true for a version `v` whose status the checks have set, and no admin. */
const IS_HELD_BY_CHECKS = `(select a.action from audit_log a where a.subject_kind = 'version' and a.subject_id = v.id::text
  and a.to_state is not null order by a.id desc limit 1) = 'version.check'`;

/**
 * Makes other held versions of a locked node Active if the version that was approved last has all findings that hold
 * them. Versions that an admin has flagged stay held.
 * @returns the ids of these versions
 */
export async function releaseHeldVersions(write: Write, node: Node): Promise<string[]> {
  const approved = (await approvedFindings(write, [node.id])).get(node.id);
  if (!approved) return [];
  const held = await write.query<{ id: string; findings: readonly Finding[] }>(
    `select v.id, f.findings from node_versions v join version_findings f on f.version_id = v.id
     where v.node_id = $1 and v.status = '${NodeVersionStatus.Flagged}' and ${IS_HELD_BY_CHECKS}
     order by v.created_at desc, v.id limit ${COMPARED_MAX}`,
    [node.id],
  );
  const isKnown = sameIn(approved.findings);
  const released = held.filter(({ findings }) =>
    findings.every((finding) => finding.level !== 'hold' || isKnown(finding)),
  );
  for (const { id } of released) {
    const version = (await write.em.findOne(NodeVersion, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE }))!;
    const reason = `Its findings were approved with version ${approved.version}.`;
    await changeVersionStatus(write, node, version, NodeVersionStatus.Active, reason);
  }
  return released.map(({ id }) => id);
}
