import type { Node } from '../entities/node.js';
import type { NodeVersion } from '../entities/node-version.js';
import { invalidInput } from '../errors/app-error.js';
import { NodeVersionStatus } from '../values/states.js';
import { refreshLatestVersions } from './latest-version.js';
import type { Write } from './write.js';

/**
 * Changes a version's status with all that hangs on it: its node's latest version, the search, the notes. The same
 * status for another reason is noted, too; the same for the same is nothing.
 * @throws INVALID_INPUT for a status other than Active without a reason
 */
export async function changeVersionStatus(
  write: Write,
  node: Node,
  version: NodeVersion,
  status: NodeVersionStatus,
  reason: string | null,
  action = 'version.setStatus',
): Promise<void> {
  if (status === version.status && (reason === null || reason === version.statusReason)) return;
  if (reason === null && status !== NodeVersionStatus.Active) throw invalidInput(['status_reason: is needed: why']);
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
}
