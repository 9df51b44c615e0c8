import { time, z } from './common.js';

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
