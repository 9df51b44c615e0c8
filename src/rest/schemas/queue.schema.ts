import { DECIDED_KINDS, QUEUE_KINDS, REPORT_STATES } from '../../values/moderation.js';
import { account } from './user.schema.js';
import { time, z } from './common.js';
import { finding, removedFinding } from './finding.schema.js';
import { publisher } from './publisher.schema.js';
import { nodeVersion } from './version.schema.js';

export const nodeReport = z
  .object({
    id: z.uuid(),
    node_id: z.string(),
    user_id: z.string().describe('User who reported the node'),
    text: z.string(),
    status: z.enum(REPORT_STATES),
    note: z.string().optional().describe('Note of the admin who closed the report'),
    createdAt: time,
    closed_at: time.optional(),
  })
  .openapi('NodeReport');

const queueItem = z
  .object({
    kind: z.enum(QUEUE_KINDS),
    id: z.string().describe('Id of the version, the user or the report'),
    since: time.describe('Time of the upload, the first sign-in or the report'),
    version: nodeVersion.optional().describe('The version that is held or has warnings, with the reason of its status'),
    publisher: publisher.optional().describe('Publisher of the version or of the reported node'),
    trusted: z.boolean().optional().describe('True if that publisher is trusted'),
    findings: z.array(finding).optional().describe('Findings of the version, sorted by level: hold, warn, note'),
    approved_version: z.string().optional().describe('Number of the version that a moderator approved last'),
    removed_findings: z
      .array(removedFinding)
      .optional()
      .describe('Findings of the approved version that this version does not have'),
    user: account.optional().describe('User who waits for approval, or who reported'),
    report: nodeReport.optional(),
  })
  .openapi('ModerationQueueItem');

export const moderationQueue = z
  .object({ items: z.array(queueItem), page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() })
  .openapi('ModerationQueue');

export const decisionResults = z
  .object({
    results: z.array(
      z.object({
        kind: z.enum(DECIDED_KINDS),
        id: z.string(),
        status: z.enum(['success', 'error']),
        error: z.string().optional().describe('Code of the error'),
        message: z.string().optional(),
      }),
    ),
  })
  .openapi('DecisionResults');

export const publisherTrust = z
  .object({ publisher_id: z.string(), trusted: z.boolean(), trusted_at: time.optional() })
  .openapi('PublisherTrust');
