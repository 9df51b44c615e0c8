import { z } from 'zod';
import { type Page, totalPages } from '../../catalogue/records.js';
import type { AuditRecord } from '../../services/audit.service.js';
import { AUDIT_ACTIONS, AUDIT_SUBJECT_KINDS } from '../../values/audit.js';
import { optionalChoice } from '../../values/fields.js';
import { endpoint } from '../endpoint.js';
import { limitParameter, pageParameter, textParameter } from '../inputs/query.js';
import { auditLog } from '../schemas/audit.schema.js';
import { compact } from '../wire.js';

const LIMIT_MAX = 100;

function presentAudit({ items, page, limit, ...rest }: Page<AuditRecord>) {
  const entries = items.map((entry) =>
    compact({
      id: entry.id,
      at: entry.at,
      actor: entry.actor,
      action: entry.action,
      subject_kind: entry.subjectKind,
      subject_id: entry.subjectId,
      publisher_id: entry.publisherId,
      from: entry.fromState,
      to: entry.toState,
      reason: entry.reason,
      before: entry.before,
      after: entry.after,
      request_id: entry.requestId,
    }),
  );
  return { entries, page, limit, total: rest.total, totalPages: totalPages({ total: rest.total, limit }) };
}

const listPublisherAudit = endpoint({
  method: 'get',
  path: '/publishers/{publisherId}/audit',
  operationId: 'listPublisherAudit',
  summary: 'List the audit log of a publisher and the objects that belong to it, newest first',
  tag: 'Audit',
  auth: 'bearer',
  action: 'audit.readOwn',
  query: z.object({ page: pageParameter, limit: limitParameter(LIMIT_MAX, 10) }),
  success: { status: 200, description: 'A page of entries', schema: auditLog },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, query }) =>
    presentAudit(
      await scope.services.audit.ofPublisher(await scope.viewer(), path['publisherId']!, query.page, query.limit),
    ),
});

const listAudit = endpoint({
  method: 'get',
  path: '/admin/audit',
  operationId: 'listAudit',
  summary: 'List the audit log of the whole registry, newest first',
  tag: 'Audit',
  auth: 'bearer',
  action: 'audit.readAll',
  query: z.object({
    page: pageParameter,
    limit: limitParameter(LIMIT_MAX, 10),
    publisher_id: textParameter('Only entries about this publisher and the objects that belong to it', 200),
    subject_kind: optionalChoice(
      z.enum(AUDIT_SUBJECT_KINDS, { error: `takes one of ${AUDIT_SUBJECT_KINDS.join(', ')}` }),
    ).describe('Only entries about subjects of this kind'),
    subject_id: textParameter('Only entries about the subject with this id', 1000),
    actor: textParameter('Only entries of this actor, such as user:<id>', 200),
    action: optionalChoice(z.enum(AUDIT_ACTIONS, { error: `takes one of ${AUDIT_ACTIONS.join(', ')}` })).describe(
      'Only entries of this action',
    ),
  }),
  success: { status: 200, description: 'A page of entries', schema: auditLog },
  errors: { 400: 'E', 401: 'E', 403: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { query }) => {
    const {
      publisher_id: publisherId,
      subject_kind: subjectKind,
      subject_id: subjectId,
      actor,
      action,
      page,
      limit,
    } = query;
    const filter = Object.fromEntries(
      Object.entries({ publisherId, subjectKind, subjectId, actor, action }).filter(([, value]) => value !== undefined),
    );
    return presentAudit(await scope.services.audit.all(await scope.viewer(), { page, limit, ...filter }));
  },
});

/** The audit log. */
export const auditRoutes = [listPublisherAudit, listAudit];
