import { z } from 'zod';
import { type NodeVersionRecord, totalPages } from '../../catalogue/records.js';
import { DEFAULT_VERSION_STATUSES } from '../../catalogue/visibility.js';
import type { Scope } from '../../request/scope.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { NodeVersionStatus } from '../../values/states.js';
import { ARRAY_PAGE_HEADERS, ArrayPage, arrayPageOf, arrayPageParameters } from '../array-page.js';
import { endpoint } from '../endpoint.js';
import {
  flagParameter,
  limitParameter,
  pageParameter,
  repeated,
  secondsParameter,
  textParameter,
} from '../inputs/query.js';
import { itemsOf, presentPage } from '../presenters/list.presenter.js';
import { presentChecks, presentVersion } from '../presenters/version.presenter.js';
import { nodeVersion, nodeVersionBulk, nodeVersionList } from '../schemas/version.schema.js';

const BULK_MAX = 500;
/** Limit of the seconds that a request waits for the checks of a version. */
const WAIT_MAX = 60;
const STATUSES = Object.values(NodeVersionStatus);

const HIDDEN = 'Flagged and Deleted versions are listed for members of the publisher, its tokens, and admins only';

const statusesParameter = (otherwise: string) =>
  repeated(`Only versions with these statuses. Repeatable. ${otherwise}. ${HIDDEN}`, STATUSES.length).transform(
    (texts, context): readonly NodeVersionStatus[] | undefined => {
      if (!texts) return undefined;
      const wrong = texts.filter((text) => !STATUSES.includes(text as NodeVersionStatus));
      if (wrong.length > 0) context.addIssue({ code: 'custom', message: `takes ${STATUSES.join(', ')}` });
      return [...new Set(texts)].sort() as NodeVersionStatus[];
    },
  );

const includeReason = flagParameter(
  'True to include the reason of each status. Requires membership of the publisher, one of its tokens, or the admin role; ignored for other callers',
);

/** Presents versions, with the status reasons that the caller may read if they are requested. */
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
  summary: 'List the versions of a node, highest first',
  tag: 'Versions',
  auth: 'optional',
  action: 'node.read',
  query: z.object({
    ...arrayPageParameters,
    statuses: statusesParameter(
      'Defaults to Active; for members of the publisher, its tokens, and admins, to all but Deleted',
    ),
    include_status_reason: includeReason,
  }),
  success: {
    status: 200,
    description: 'The versions, or a page of them',
    schema: z.array(nodeVersion),
    headers: ARRAY_PAGE_HEADERS,
  },
  errors: { 400: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
  handle: async (scope, { path, query }) => {
    const found = await scope.services.nodes.versionsOf(
      await scope.reader(),
      path['nodeId']!,
      query.statuses,
      arrayPageOf(query),
    );
    return new ArrayPage(
      itemsOf(await presentVersions(scope, found.items, query.include_status_reason === true)),
      found,
    );
  },
});

const includeFindings = flagParameter(
  'True to include the number of findings of each level. Members of the publisher, its tokens, and admins also get the findings, and the parts that the extraction of core-nodes could not read',
);

/** Presents one version, with the requested details that the caller may read. */
async function presentOne(scope: Scope, version: NodeVersionRecord, withFindings: boolean) {
  const [presented] = await presentVersions(scope, [version], true);
  if (!withFindings) return presented;
  const counts = await scope.loaders.findingCounts.load(version.id);
  return { ...presented, ...presentChecks(counts, await scope.loaders.checkReport.load(version)) };
}

const ONE_VERSION = {
  tag: 'Versions',
  auth: 'optional',
  action: ['node.read', 'version.readHidden'],
  success: { status: 200, description: 'The version', schema: nodeVersion },
  errors: { 400: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
} as const;

const getNodeVersion = endpoint({
  ...ONE_VERSION,
  method: 'get',
  path: '/nodes/{nodeId}/versions/{version}',
  operationId: 'getNodeVersion',
  summary: 'Get a version of a node by its number. With `wait`, responds as soon as its archive is checked',
  query: z.object({
    include_findings: includeFindings,
    wait: secondsParameter(
      WAIT_MAX,
      `Seconds to wait, 0 to ${WAIT_MAX}, while the version is Pending. The response comes as soon as its archive was checked. Requires membership of the publisher, one of its tokens, or the admin role, because other callers can’t read Pending versions`,
    ),
  }),
  handle: async (scope, { path, query, closed }) => {
    const viewer = await scope.reader();
    const { nodes, versionReads } = scope.services;
    const version = query.wait
      ? await versionReads.whenChecked(viewer, path['nodeId']!, path['version']!, query.wait, closed())
      : await nodes.version(viewer, path['nodeId']!, path['version']!);
    return presentOne(scope, version, query.include_findings === true);
  },
});

const getVersionById = endpoint({
  ...ONE_VERSION,
  method: 'get',
  path: '/versions/{versionId}',
  operationId: 'getVersionById',
  summary: 'Get a version by its id, which the changes feed and webhooks contain',
  query: z.object({ include_findings: includeFindings }),
  handle: async (scope, { path, query }) =>
    presentOne(
      scope,
      await scope.services.versionReads.byId(await scope.reader(), path['versionId']!),
      query.include_findings === true,
    ),
});

const listVersions = endpoint({
  method: 'get',
  path: '/versions',
  operationId: 'listVersions',
  summary: 'List the versions of all nodes, newest first',
  tag: 'Versions',
  auth: 'optional',
  action: 'node.read',
  query: z.object({
    page: pageParameter,
    pageSize: limitParameter(NODE_LIMIT_MAX, 10),
    statuses: statusesParameter('Defaults to Active'),
    status_reason: textParameter(
      'Only versions whose status reason contains this text. Requires the admin role; ignored for other callers',
    ),
    nodeId: textParameter('Only versions of the node with this id', 200),
    include_status_reason: includeReason,
  }),
  success: { status: 200, description: 'A page of versions', schema: nodeVersionList },
  errors: { 400: 'E', 403: 'E', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
  handle: async (scope, { query }) => {
    const found = await scope.services.nodes.listVersions(
      await scope.reader(),
      {
        statuses: query.statuses ?? DEFAULT_VERSION_STATUSES,
        ...(query.status_reason === undefined ? {} : { reason: query.status_reason }),
        page: query.page,
        limit: query.pageSize,
      },
      query.nodeId,
    );
    const versions = await presentVersions(scope, found.items, query.include_status_reason === true);
    return presentPage('versions', versions, found.limit, (limit) => ({
      page: found.page,
      pageSize: limit,
      total: found.total,
      totalPages: totalPages({ total: found.total, limit }),
    }));
  },
});

const bulkNodeVersions = endpoint({
  method: 'post',
  path: '/bulk/nodes/versions',
  operationId: 'bulkNodeVersions',
  summary: 'Get many versions by node id and version number',
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
  success: { status: 200, description: 'Result for each reference, in order', schema: nodeVersionBulk },
  errors: { 400: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { body }) => {
    const refs = body.node_versions.map(({ node_id: nodeId, version }) => ({ nodeId, version }));
    const versions = await scope.services.versions.bulk(refs);
    return {
      node_versions: versions.map((version, index) => ({
        identifier: body.node_versions[index]!,
        ...(typeof version === 'string'
          ? { status: 'not_found', error_message: version }
          : { status: 'success', node_version: presentVersion(version) }),
      })),
    };
  },
});

/** Reading versions of one node, of all nodes, and in bulk. */
export const versionReadRoutes = [listNodeVersions, getNodeVersion, getVersionById, listVersions, bulkNodeVersions];
