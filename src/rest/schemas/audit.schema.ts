import { time, z } from './common.js';

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
