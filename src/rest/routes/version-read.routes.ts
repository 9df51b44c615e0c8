import { z } from 'zod';
import { type NodeVersionRecord, totalPages } from '../../catalogue/records.js';
import type { Scope } from '../../request/scope.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { NodeVersionStatus } from '../../values/states.js';
import { endpoint } from '../endpoint.js';
import { flagParameter, limitParameter, pageParameter, repeated, textParameter } from '../inputs/query.js';
import { presentVersion } from '../presenters/version.presenter.js';
import { nodeVersion, nodeVersionBulk, nodeVersionList } from '../schemas/version.schema.js';

const BULK_MAX = 500;
const STATUSES = Object.values(NodeVersionStatus);

const statuses = repeated(
  'Only versions in these states; repeatable; Active ones where not said',
  STATUSES.length,
).transform((texts, context): NodeVersionStatus[] => {
  if (!texts) return [NodeVersionStatus.Active];
  const wrong = texts.filter((text) => !STATUSES.includes(text as NodeVersionStatus));
  if (wrong.length > 0) context.addIssue({ code: 'custom', message: `takes ${STATUSES.join(', ')}` });
  return [...new Set(texts)].sort() as NodeVersionStatus[];
});

const includeReason = flagParameter('Whether the reasons of states are given, where the caller may read them');

/** Versions under their wire names, with the reasons of their states where they are asked for and may be read. */
async function presentVersions(scope: Scope, versions: readonly NodeVersionRecord[], withReason: boolean) {
  const reasons = withReason ? await scope.loaders.statusReason.loadMany(versions) : [];
  return versions.map((version, index) => {
    const reason = version.statusReason === null ? null : reasons[index];
    return presentVersion(version, typeof reason === 'string' ? reason : null);
  });
}

const listNodeVersions = endpoint({
  method: 'get',
  path: '/nodes/{nodeId}/versions',
  operationId: 'listNodeVersions',
  summary: 'Lists the versions of a node, highest first',
  tag: 'Versions',
  auth: 'optional',
  action: 'node.read',
  query: z.object({ statuses, include_status_reason: includeReason }),
  success: { status: 200, description: 'The versions', schema: z.array(nodeVersion) },
  errors: { 400: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
  handle: async (scope, { path, query }) => {
    const node = await scope.services.nodes.get(await scope.reader(), path['nodeId']!);
    return presentVersions(
      scope,
      await scope.services.catalogue.versionLists.all(node.id, query.statuses),
      query.include_status_reason === true,
    );
  },
});

const getNodeVersion = endpoint({
  method: 'get',
  path: '/nodes/{nodeId}/versions/{version}',
  operationId: 'getNodeVersion',
  summary: 'Gives a version of a node by its number',
  tag: 'Versions',
  auth: 'optional',
  action: ['node.read', 'version.readHidden'],
  success: { status: 200, description: 'The version', schema: nodeVersion },
  errors: { 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
  handle: async (scope, { path }) => {
    const version = await scope.services.nodes.version(await scope.reader(), path['nodeId']!, path['version']!);
    return (await presentVersions(scope, [version], true))[0];
  },
});

const listVersions = endpoint({
  method: 'get',
  path: '/versions',
  operationId: 'listVersions',
  summary: 'Lists the versions of all nodes, newest first',
  tag: 'Versions',
  auth: 'optional',
  action: 'node.read',
  query: z.object({
    page: pageParameter,
    pageSize: limitParameter(NODE_LIMIT_MAX, 10),
    statuses,
    nodeId: textParameter('Only of this node', 200),
    include_status_reason: includeReason,
  }),
  success: { status: 200, description: 'A page of versions', schema: nodeVersionList },
  errors: { 400: 'E', 403: 'E', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
  handle: async (scope, { query }) => {
    const found = await scope.services.nodes.listVersions(
      await scope.reader(),
      { statuses: query.statuses, page: query.page, limit: query.pageSize },
      query.nodeId,
    );
    const versions = await presentVersions(scope, found.items, query.include_status_reason === true);
    return { versions, page: found.page, pageSize: found.limit, total: found.total, totalPages: totalPages(found) };
  },
});

const bulkNodeVersions = endpoint({
  method: 'post',
  path: '/bulk/nodes/versions',
  operationId: 'bulkNodeVersions',
  summary: 'Gives many versions by node and number',
  tag: 'Versions',
  auth: 'none',
  action: 'public',
  body: z.object({
    node_versions: z
      .array(
        z.object({
          node_id: z.string({ error: 'takes a text' }).max(200),
          version: z.string({ error: 'takes a text' }).max(200),
        }),
        { error: 'takes a list of {node_id, version}' },
      )
      .max(BULK_MAX, `takes at most ${BULK_MAX}`),
  }),
  success: { status: 200, description: 'Each as it was asked for', schema: nodeVersionBulk },
  errors: { 400: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { body }) => {
    const refs = body.node_versions.map(({ node_id: nodeId, version }) => ({ nodeId, version }));
    const versions = await scope.services.versions.bulk(refs);
    return {
      node_versions: versions.map((version, index) => ({
        identifier: body.node_versions[index]!,
        ...(version
          ? { status: 'success', node_version: presentVersion(version) }
          : {
              status: 'not_found',
              error_message: `There is no Active version ${refs[index]!.version} of ${refs[index]!.nodeId}.`,
            }),
      })),
    };
  },
});

/** Versions of one node, of all, and of a list. */
export const versionReadRoutes = [listNodeVersions, getNodeVersion, listVersions, bulkNodeVersions];
