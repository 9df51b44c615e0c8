import { NodeVersionStatus } from '../../values/states.js';
import { strings, time, z } from './common.js';

export const nodeVersion = z
  .object({
    id: z.string(),
    node_id: z.string(),
    version: z.string().describe('Semantic version; unique in its node'),
    changelog: z.string(),
    createdAt: time,
    dependencies: strings.describe('Pip dependencies'),
    deprecated: z.boolean(),
    downloadUrl: z.string().optional().describe('Where its archive is; absent where none came'),
    archive_size: z.int().optional().describe('Bytes'),
    archive_sha256: z.string().optional(),
    status: z.enum(NodeVersionStatus),
    status_reason: z.string().optional(),
    core_node_extract_status: z.enum(['pending', 'success', 'failed', 'invalid_format']),
    supported_accelerators: strings,
    supported_coreui_frontend_version: z.string().optional(),
    supported_coreui_version: z.string().optional(),
    supported_os: strings,
    tags: strings,
    tags_admin: strings,
  })
  .openapi('NodeVersion');

export const publishedVersion = z
  .object({
    node_version: nodeVersion,
    signedUrl: z.string().describe('Where the archive is to be PUT, as application/zip'),
  })
  .openapi('PublishedVersion');

export const downloadStatistics = z
  .object({ days: z.array(z.object({ day: z.string(), version: z.string(), downloads: z.int() })), total: z.int() })
  .openapi('DownloadStatistics');

export const nodeVersionList = z
  .object({ versions: z.array(nodeVersion), page: z.int(), pageSize: z.int(), total: z.int(), totalPages: z.int() })
  .openapi('NodeVersionList');

export const nodeVersionBulk = z
  .object({
    node_versions: z.array(
      z.object({
        identifier: z.object({ node_id: z.string(), version: z.string() }),
        status: z.enum(['success', 'not_found', 'error']),
        node_version: nodeVersion.optional(),
        error_message: z.string().optional(),
      }),
    ),
  })
  .openapi('NodeVersionBulk');
