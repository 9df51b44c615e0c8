import { NodeVersionStatus } from '../../values/states.js';
import { strings, time, z } from './common.js';
import { finding, findingCounts } from './finding.schema.js';

export const nodeVersion = z
  .object({
    id: z.string(),
    node_id: z.string(),
    version: z.string().describe('Semantic version. Unique within its node and never reused'),
    changelog: z.string(),
    createdAt: time,
    dependencies: strings.describe('Pip requirements'),
    deprecated: z.boolean(),
    downloadUrl: z.string().optional().describe('Download URL of the archive. Absent if no archive was uploaded'),
    archive_size: z.int().optional().describe('Size of the archive in bytes'),
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
    finding_counts: findingCounts.optional(),
    findings: z
      .array(finding)
      .optional()
      .describe('Findings of the checks of the archive, sorted by level: hold, warn, note'),
    core_node_extract_detail: z
      .string()
      .optional()
      .describe('Parts that the extraction of core-nodes could not read, one line each'),
  })
  .openapi('NodeVersion');

export const publishedVersion = z
  .object({
    node_version: nodeVersion,
    signedUrl: z.string().describe('Upload URL. PUT the archive there as application/zip within 15 minutes'),
  })
  .openapi('PublishedVersion');

export const uploadedArchive = z
  .object({
    node_id: z.string(),
    version: z.string(),
    statusUrl: z
      .string()
      .describe(
        'URL to GET with a credential of the publisher. It responds as soon as the archive is checked, or after 30 s',
      ),
  })
  .openapi('UploadedArchive');

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
