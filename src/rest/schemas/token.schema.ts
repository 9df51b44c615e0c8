import { time, z } from './common.js';

export const createdToken = z
  .object({ token: z.string().describe('The new personal access token. It can’t be read again') })
  .openapi('CreatedToken');

export const adminToken = z
  .object({ token: z.string().describe('A bearer token of the calling admin'), expires_at: time })
  .openapi('AdminToken');

export const leakResults = z
  .array(
    z.object({
      token_hash: z.string().describe('SHA-256 of the reported token in hexadecimal'),
      token_type: z.string(),
      label: z
        .enum(['true_positive', 'false_positive'])
        .describe('true_positive if it was a valid token of this registry, which is now revoked'),
    }),
  )
  .openapi('LeakResults');

export const personalAccessToken = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string().optional(),
    createdAt: time,
    last_four: z.string().describe('Last four characters of the token, to recognize it'),
    expires_at: time.optional(),
    created_by: z
      .object({ id: z.string(), name: z.string().optional() })
      .optional()
      .describe('The user who created the token; for owners and admins only'),
    last_used_at: time.optional().describe('Time of the last use, to the minute. Absent if it was never used'),
  })
  .openapi('PersonalAccessToken');
