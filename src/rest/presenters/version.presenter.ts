import type { NodeVersionRecord } from '../../catalogue/records.js';
import { compact } from '../wire.js';

/** A version under its wire names. The reason of its status is left out: only some may read it. */
export function presentVersion(version: NodeVersionRecord) {
  return compact({
    id: version.id,
    node_id: version.nodeId,
    version: version.version,
    changelog: version.changelog,
    createdAt: version.createdAt,
    dependencies: version.dependencies,
    deprecated: version.deprecated,
    status: version.status,
    core_node_extract_status: version.coreNodeExtractStatus,
    supported_accelerators: version.supportedAccelerators,
    supported_coreui_frontend_version: version.supportedCoreuiFrontendVersion,
    supported_coreui_version: version.supportedCoreuiVersion,
    supported_os: version.supportedOs,
    tags: version.tags,
    tags_admin: version.tagsAdmin,
  });
}
