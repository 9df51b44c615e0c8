import { time, z } from './common.js';

export const user = z
  .object({
    id: z.string(),
    name: z.string().optional(),
    email: z.string().optional(),
    isAdmin: z.boolean(),
    isApproved: z.boolean(),
  })
  .openapi('User');

export const account = z
  .object({
    ...user.shape,
    createdAt: time.describe('Time of the first sign-in'),
    suspendedAt: time.optional().describe('Time of the suspension; absent if the user is not suspended'),
    suspendedReason: z.string().optional(),
  })
  .openapi('Account');

export const accounts = z
  .object({
    users: z.array(account),
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    totalPages: z.int(),
  })
  .openapi('AccountList');
