import type { Node } from '../entities/node.js';
import type { NodeVersion } from '../entities/node-version.js';
import { invalidInput } from '../errors/app-error.js';
import { NodeVersionStatus } from '../values/states.js';
import type { AuditAction } from '../values/audit.js';
import { differences, isSame } from './fields.js';
import type { VersionFields, VersionModeration } from './inputs.js';
import { refreshLatestVersions } from './latest-version.js';
import type { Write } from './write.js';

/**
 * Changes the status of a version, updates its node's latest version and search index, and records the change. Does
 * nothing if status and reason are the same as before.
 * @returns true if something changed
 * @throws INVALID_INPUT if a status other than Active has no reason
 */
export async function changeVersionStatus(
  write: Write,
  node: Node,
  version: NodeVersion,
  status: NodeVersionStatus,
  reason: string | null,
  action: AuditAction = 'version.setStatus',
): Promise<boolean> {
  if (status === version.status && (reason === null || reason === version.statusReason)) return false;
  if ((reason ?? '').trim() === '' && status !== NodeVersionStatus.Active)
    throw invalidInput(['status_reason: is needed: the reason of the status']);
  const from = version.status;
  version.changeStatus(status, reason, write.at);
  if (from !== status) {
    node.updatedAt = write.at;
    await write.em.flush();
    await refreshLatestVersions(write, [node.id]);
    write.refreshSearch([node.id]);
  }
  write.changed({ kind: 'version', id: version.id, nodeId: node.id, change: 'status' });
  write.audit({
    action,
    subjectKind: 'version',
    subjectId: version.id,
    publisherId: node.publisherId,
    from,
    to: status,
    ...(reason === null ? {} : { reason }),
  });
  return true;
}

/** Values that are stored when a field of a version that can't be `null` is cleared. */
const CLEARED: Readonly<Record<string, unknown>> = {
  changelog: '',
  deprecated: false,
  tagsAdmin: [],
  supportedAccelerators: [],
  supportedOs: [],
};

/**
 * Changes fields of a version that are not part of its status, and records the change. Does nothing if the values are
 * the same as before.
 * @param fields the new values; `undefined` leaves a field unchanged, `null` clears it
 */
export function changeVersionFields(
  write: Write,
  node: Node,
  version: NodeVersion,
  fields: VersionFields | Omit<VersionModeration, 'status' | 'statusReason'>,
): void {
  const given = Object.entries(fields).map(([name, value]) => [name, value === null ? (CLEARED[name] ?? null) : value]);
  const difference = differences(version, Object.fromEntries(given) as Partial<NodeVersion>);
  if (isSame(difference)) return;
  Object.assign(version, difference.after);
  version.updatedAt = write.at;
  write.changed({ kind: 'version', id: version.id, nodeId: node.id, change: 'updated' });
  write.audit({
    action: 'version.update',
    subjectKind: 'version',
    subjectId: version.id,
    publisherId: node.publisherId,
    ...difference,
  });
}
