import { NodeStatus } from '../../values/states.js';
import { strings, time, z } from './common.js';
import { publisher } from './publisher.schema.js';
import { nodeVersion } from './version.schema.js';

const translations = z.record(z.string(), z.record(z.string(), z.unknown())).optional();

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
    category: z.string().optional().describe('Deprecated: use tags'),
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
    translations: translations.describe('Translations by the publisher and by admins, by language tag (BCP 47)'),
    community_translations: translations.describe(
      'Translations by other callers, by language tag. Not reviewed by the publisher',
    ),
  })
  .openapi('Node');

export const nodeList = z
  .object({
    nodes: z.array(node),
    page: z.int().describe('Number of this page, from 1'),
    limit: z.int().describe('Maximum number of nodes per page. Larger requested values are reduced to the cap'),
    total: z.int().describe('Number of nodes in all pages'),
    totalPages: z.int(),
  })
  .openapi('NodeList');
