import { time, z } from './common.js';

export const auditLog = z
  .object({
    entries: z.array(
      z.object({
        id: z.string(),
        at: time,
        actor: z
          .string()
          .describe(
            'user:<id>, token:<id>, system:<name> or anonymous. For members of the publisher, admins are moderator, and users from outside the publisher are user',
          ),
        action: z.string(),
        subject_kind: z.string(),
        subject_id: z.string(),
        publisher_id: z.string().optional(),
        from: z.string().optional().describe('Status before the action'),
        to: z.string().optional().describe('Status after the action'),
        reason: z.string().optional(),
        before: z.record(z.string(), z.unknown()).optional().describe('The changed fields before the change'),
        after: z.record(z.string(), z.unknown()).optional().describe('The changed fields after the change'),
        request_id: z.string(),
      }),
    ),
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    totalPages: z.int(),
  })
  .openapi('AuditLog');
