import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { CoreNodePolicy, NodeStatus, NodeVersionStatus, PublisherStatus, VideoTaskState } from '../values/states.js';

extendZodWithOpenApi(z);

const time = z.iso.datetime().describe('A point in time in UTC, ISO 8601');
const strings = z.array(z.string());

/** The error body of the registry's endpoints. */
export const errorResponse = z
  .object({
    error: z.string().describe('A stable code, such as NODE_NOT_FOUND'),
    message: z.string().describe('A sentence that a person can act on'),
  })
  .openapi('ErrorResponse');

/** The error body of what checks values. */
export const validationError = z
  .object({
    message: z.string().describe('A sentence that a person can act on'),
    details: strings.describe('One line for each fault, beginning with its field'),
  })
  .openapi('ValidationError');

export const publisherUser = z
  .object({
    id: z.string(),
    name: z.string().optional(),
    email: z.string().optional().describe('For members of the publisher, the person and admins only'),
  })
  .openapi('PublisherUser');

export const publisherMember = z
  .object({ id: z.string(), role: z.enum(['owner', 'member']), user: publisherUser })
  .openapi('PublisherMember');

export const publisher = z
  .object({
    id: z.string().describe('Unique, akin to a user name'),
    name: z.string(),
    description: z.string().optional(),
    logo: z.string().optional().describe('Address of the logo'),
    website: z.string().optional(),
    support: z.string().optional(),
    source_code_repo: z.string().optional(),
    createdAt: time,
    members: z.array(publisherMember).optional(),
    status: z.enum(PublisherStatus),
  })
  .openapi('Publisher');

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

export const node = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    author: z.string().optional(),
    license: z.string().optional(),
    icon: z.string().optional(),
    banner_url: z.string().optional(),
    repository: z.string().optional(),
    category: z.string().optional().describe('Deprecated; tags replace it'),
    tags: strings,
    tags_admin: strings,
    downloads: z.int(),
    repo_host_stars: z.int(),
    rating: z.number().optional(),
    search_ranking: z.int().optional(),
    status: z.enum(NodeStatus),
    status_detail: z.string().optional(),
    created_at: time,
    latest_version: nodeVersion.optional(),
    publisher,
    preempted_core_node_names: strings,
    supported_accelerators: strings,
    supported_coreui_frontend_version: z.string().optional(),
    supported_coreui_version: z.string().optional(),
    supported_os: strings,
    translations: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  })
  .openapi('Node');

export const nodeList = z
  .object({
    nodes: z.array(node),
    page: z.int().describe('This page, from 1'),
    limit: z.int().describe('The most nodes a page has; the cap where more was asked for'),
    total: z.int().describe('How many nodes there are'),
    totalPages: z.int(),
  })
  .openapi('NodeList');

export const coreNode = z
  .object({
    core_node_name: z.string(),
    node_id: z.string(),
    node_version: z.string(),
    display_name: z.string().optional().describe('What the host application calls it, where that is not its name'),
    category: z.string().optional(),
    description: z.string().optional(),
    function: z.string().optional(),
    input_types: z.string().optional().describe('JSON text'),
    return_names: z.string().optional().describe('JSON text'),
    return_types: z.string().optional().describe('JSON text'),
    output_is_list: z.array(z.boolean()),
    deprecated: z.boolean(),
    experimental: z.boolean(),
    policy: z.enum(CoreNodePolicy),
  })
  .openapi('CoreNode');

export const coreNodeList = z.object({ core_nodes: z.array(coreNode), total: z.int() }).openapi('CoreNodeList');

export const versionCoreNodes = z
  .object({ core_nodes: z.array(coreNode), totalNumberOfPages: z.int() })
  .openapi('VersionCoreNodes');

export const storedCoreNodes = z.object({ core_nodes: z.array(coreNode) }).openapi('StoredCoreNodes');

export const changeSlice = z
  .object({
    changes: z.array(
      z.object({
        cursor: z.string().describe('A place in the feed, to go on after'),
        kind: z.enum(['publisher', 'node', 'version', 'core_nodes', 'translation']),
        id: z.string().describe('Of a version, and of its core-nodes, the version’s id; of a translation its node’s'),
        node_id: z.string().optional(),
        change: z.enum(['created', 'updated', 'status', 'deleted']),
        at: time,
      }),
    ),
    next: z.string().describe('The cursor to go on after'),
    more: z.boolean().describe('Whether there is more already'),
  })
  .openapi('ChangeSlice');

export const auditLog = z
  .object({
    entries: z.array(
      z.object({
        id: z.string(),
        at: time,
        actor: z.string().describe('user:<id>, token:<id>, system:<name> or anonymous'),
        action: z.string(),
        subject_kind: z.string(),
        subject_id: z.string(),
        publisher_id: z.string().optional(),
        from: z.string().optional().describe('The state it had'),
        to: z.string().optional().describe('The state it has since'),
        reason: z.string().optional(),
        before: z.record(z.string(), z.unknown()).optional().describe('What was changed, as it was'),
        after: z.record(z.string(), z.unknown()).optional().describe('What was changed, as it is since'),
        request_id: z.string(),
      }),
    ),
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    totalPages: z.int(),
  })
  .openapi('AuditLog');

export const deadJobs = z
  .object({
    jobs: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        data: z.record(z.string(), z.unknown()),
        error: z.string(),
        failed_at: time,
      }),
    ),
  })
  .openapi('DeadJobs');

export const replayedJobs = z.object({ replayed: z.int() }).openapi('ReplayedJobs');

export const user = z
  .object({
    id: z.string(),
    name: z.string().optional(),
    email: z.string().optional(),
    isAdmin: z.boolean(),
    isApproved: z.boolean(),
  })
  .openapi('User');

export const createdToken = z
  .object({ token: z.string().describe('The new personal access token; nobody can read it again') })
  .openapi('CreatedToken');

export const leakResults = z
  .array(
    z.object({
      token_hash: z.string().describe('The SHA-256 of what was reported, in hexadecimal digits'),
      token_type: z.string(),
      label: z
        .enum(['true_positive', 'false_positive'])
        .describe('Whether it was a valid token of this registry, which has ended now'),
    }),
  )
  .openapi('LeakResults');

export const personalAccessToken = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string().optional(),
    createdAt: time,
    last_four: z.string().describe('The last four characters of the token, to tell it by'),
    expires_at: time.optional(),
    last_used_at: time.optional().describe('To the minute'),
  })
  .openapi('PersonalAccessToken');

export const webhook = z
  .object({
    id: z.uuid(),
    publisher_id: z.string().optional().describe('Whose changes it is told of; absent for all'),
    url: z.string(),
    description: z.string().optional(),
    enabled: z.boolean().describe('Whether it is called; false, too, after a day without success'),
    cursor: z.string().describe('The place in the changes feed up to which it took everything'),
    delivered_at: time.optional(),
    failing_since: time.optional(),
    next_attempt_at: time.optional(),
    last_error: z.string().optional(),
    createdAt: time,
  })
  .openapi('Webhook');

export const webhookList = z.array(webhook);

export const createdWebhook = z
  .object({
    ...webhook.shape,
    secret: z.string().describe('What its messages are signed with, as Standard Webhooks write it (whsec_…)'),
  })
  .openapi('CreatedWebhook');

export const permissions = z.object({ canEdit: z.boolean() }).openapi('Permissions');

export const usernameAvailability = z.object({ isAvailable: z.boolean() }).openapi('UsernameAvailability');

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

export const videoTask = z
  .object({
    task_id: z.string(),
    state: z.enum(VideoTaskState),
    credits: z.int(),
    created_at: time,
    model: z.string(),
    prompt: z.string().optional(),
    images: strings,
    aspect_ratio: z.string().optional(),
    resolution: z.string().optional(),
    duration: z.int().optional().describe('Seconds'),
    seed: z.int().optional(),
    movement_amplitude: z.enum(['auto', 'small', 'medium', 'large']).optional(),
    style: z.enum(['general', 'anime']).optional(),
  })
  .openapi('VideoTask');

export const videoCreation = z
  .object({
    id: z.string(),
    url: z.string(),
    cover_url: z.string().optional(),
    watermarked_url: z.string().optional(),
    moderation_url: strings,
  })
  .openapi('VideoCreation');

export const videoCreations = z
  .object({
    id: z.string(),
    state: z.enum(VideoTaskState),
    err_code: z.string().describe('Empty when none'),
    creations: z.array(videoCreation),
  })
  .openapi('VideoCreations');
