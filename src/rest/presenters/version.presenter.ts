import type { NodeVersionRecord } from '../../catalogue/records.js';
import { compact } from '../wire.js';

/**
 * A version under its wire names.
 * @param reason the reason of its status, where the caller asked for it and may read it
 */
export function presentVersion(version: NodeVersionRecord, reason: string | null = null) {
  return compact({
    id: version.id,
    node_id: version.nodeId,
    version: version.version,
    changelog: version.changelog,
    createdAt: version.createdAt,
    dependencies: version.dependencies,
    deprecated: version.deprecated,
    downloadUrl: version.downloadUrl,
    archive_size: version.archiveSize,
    archive_sha256: version.archiveSha256,
    status: version.status,
    status_reason: reason,
    core_node_extract_status: version.coreNodeExtractStatus,
    supported_accelerators: version.supportedAccelerators,
    supported_coreui_frontend_version: version.supportedCoreuiFrontendVersion,
    supported_coreui_version: version.supportedCoreuiVersion,
    supported_os: version.supportedOs,
    tags: version.tags,
    tags_admin: version.tagsAdmin,
  });
}
