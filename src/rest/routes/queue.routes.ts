import { z } from 'zod';
import { totalPages } from '../../catalogue/records.js';
import { nodeReport, publisherTrust, queueDecisions, reportClosure } from '../../services/moderation-inputs.js';
import { QUEUE_KINDS, type QueueKind } from '../../values/moderation.js';
import { endpoint } from '../endpoint.js';
import { limitParameter, pageParameter, repeated } from '../inputs/query.js';
import { presentPage } from '../presenters/list.presenter.js';
import { presentDecision, presentQueueItem, presentReport, presentTrust } from '../presenters/queue.presenter.js';
import {
  decisionResults,
  moderationQueue,
  nodeReport as nodeReportSchema,
  publisherTrust as trustSchema,
} from '../schemas/queue.schema.js';
import { wireInput } from '../wire.js';

/** Limit of items per page, because each may have 128 KiB of findings. */
const QUEUE_LIMIT_MAX = 50;

const COMMON = { tag: 'Moderation', auth: 'bearer', otherErrors: 'E' } as const;

const kindsParameter = repeated(
  `Only items of these kinds: ${QUEUE_KINDS.join(', ')}. Defaults to all except \`warning\`. Repeatable`,
  10,
).transform((texts, context): readonly QueueKind[] | undefined => {
  if (texts?.some((text) => !QUEUE_KINDS.includes(text as QueueKind)))
    context.addIssue({ code: 'custom', message: `takes ${QUEUE_KINDS.join(', ')}` });
  return texts as QueueKind[] | undefined;
});

const listModerationQueue = endpoint({
  ...COMMON,
  method: 'get',
  path: '/admin/queue',
  operationId: 'listModerationQueue',
  summary: 'List held versions, users who wait for approval, and open reports, or versions with warnings, oldest first',
  action: 'queue.read',
  query: z.object({ page: pageParameter, limit: limitParameter(QUEUE_LIMIT_MAX, 10), kind: kindsParameter }),
  success: { status: 200, description: 'A page of the queue', schema: moderationQueue },
  errors: { 400: 'E', 401: 'E', 403: 'E', 500: 'E' },
  handle: async (scope, { query: { page, limit, kind } }) => {
    const found = await scope.services.queue.list(await scope.viewer(), { page, limit }, kind);
    return presentPage('items', found.items.map(presentQueueItem), limit, (fitting) => ({
      page,
      limit: fitting,
      total: found.total,
      totalPages: totalPages({ total: found.total, limit: fitting }),
    }));
  },
});

const decideQueue = endpoint({
  ...COMMON,
  method: 'post',
  path: '/admin/queue/decisions',
  operationId: 'decideModerationQueue',
  summary:
    'Approve or reject versions that are held or have warnings, and users. A refused item does not affect the others',
  action: 'queue.decide',
  body: wireInput(queueDecisions),
  success: { status: 200, description: 'Result for each item, in order', schema: decisionResults },
  errors: { 400: 'E', 401: 'E', 403: 'E', 500: 'E' },
  handle: async (scope, { body }) => ({
    results: (await scope.services.decisions.decide(await scope.actor(), body)).map(presentDecision),
  }),
});

const reportNode = endpoint({
  ...COMMON,
  method: 'post',
  path: '/nodes/{nodeId}/reports',
  operationId: 'reportNode',
  summary: 'Report a node to the moderators. Reporting it again replaces the text of the open report',
  tag: 'Nodes',
  action: ['report.create', 'node.read'],
  body: wireInput(nodeReport),
  success: { status: 201, description: 'The open report', schema: nodeReportSchema },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  handle: async (scope, { path, body }) =>
    presentReport(await scope.services.reports.create(await scope.actor(), path['nodeId']!, body)),
});

const closeReport = endpoint({
  ...COMMON,
  method: 'put',
  path: '/admin/reports/{reportId}',
  operationId: 'closeNodeReport',
  summary: 'Close a report: as resolved if the moderators took action, otherwise as dismissed',
  action: 'report.close',
  body: wireInput(reportClosure),
  success: { status: 200, description: 'The report', schema: nodeReportSchema },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 409: 'E', 500: 'E' },
  handle: async (scope, { path, body }) =>
    presentReport(await scope.services.reports.close(await scope.actor(), path['reportId']!, body)),
});

const getPublisherTrust = endpoint({
  ...COMMON,
  method: 'get',
  path: '/admin/publishers/{publisherId}/trust',
  operationId: 'getPublisherTrust',
  summary: 'Get whether a publisher is trusted',
  action: 'publisher.trust',
  success: { status: 200, description: 'Whether it is trusted', schema: trustSchema },
  errors: { 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  handle: async (scope, { path }) =>
    presentTrust(await scope.services.trust.get(await scope.viewer(), path['publisherId']!)),
});

const setPublisherTrust = endpoint({
  ...COMMON,
  method: 'put',
  path: '/admin/publishers/{publisherId}/trust',
  operationId: 'setPublisherTrust',
  summary: 'Trust a publisher, so that findings hold no version of it, or end the trust',
  action: 'publisher.trust',
  body: wireInput(publisherTrust),
  success: { status: 200, description: 'Whether it is trusted', schema: trustSchema },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  handle: async (scope, { path, body: { trusted, reason } }) =>
    presentTrust(
      await scope.services.trust.set(await scope.actor(), path['publisherId']!, trusted, reason ?? undefined),
    ),
});

/** The moderators' queue, reports of nodes, and trust in publishers. */
export const queueRoutes = [
  listModerationQueue,
  decideQueue,
  reportNode,
  closeReport,
  getPublisherTrust,
  setPublisherTrust,
];
