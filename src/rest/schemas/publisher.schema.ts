import { PublisherStatus } from '../../values/states.js';
import { time, z } from './common.js';

export const publisherUser = z
  .object({
    id: z.string(),
    name: z.string().optional(),
    email: z.string().optional().describe('For members of the publisher, the person and admins only'),
  })
  .openapi('PublisherUser');

export const publisherMember = z
  .object({ id: z.string(), role: z.enum(['owner', 'member']), user: publisherUser })
  .openapi('PublisherMember');

export const publisher = z
  .object({
    id: z.string().describe('Unique, akin to a user name'),
    name: z.string(),
    description: z.string().optional(),
    logo: z.string().optional().describe('Address of the logo'),
    website: z.string().optional(),
    support: z.string().optional(),
    source_code_repo: z.string().optional(),
    createdAt: time,
    members: z.array(publisherMember).optional(),
    status: z.enum(PublisherStatus),
  })
  .openapi('Publisher');

export const permissions = z.object({ canEdit: z.boolean() }).openapi('Permissions');

export const usernameAvailability = z.object({ isAvailable: z.boolean() }).openapi('UsernameAvailability');
