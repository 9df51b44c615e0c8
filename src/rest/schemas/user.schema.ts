import { z } from './common.js';

export const user = z
  .object({
    id: z.string(),
    name: z.string().optional(),
    email: z.string().optional(),
    isAdmin: z.boolean(),
    isApproved: z.boolean(),
  })
  .openapi('User');
