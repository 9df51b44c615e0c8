import { PublisherStatus } from '../../values/states.js';
import { time, z } from './common.js';

const publisherUser = z
  .object({
    id: z.string(),
    name: z.string().optional(),
    email: z
      .string()
      .optional()
      .describe('Visible to the user and to admins, and to members of the publisher unless the user was invited by id'),
  })
  .openapi('PublisherUser');

export const publisherMember = z
  .object({ id: z.string(), role: z.enum(['owner', 'member']), user: publisherUser })
  .openapi('PublisherMember');

export const publisherInvitation = z
  .object({
    id: z.uuid(),
    publisher_id: z.string(),
    role: z.enum(['owner', 'member']).describe('Role that the invited person gets by accepting'),
    user_id: z.string().optional().describe('The invited user, if the invitation is to a user id'),
    email: z.string().optional().describe('The invited address in lower case, if the invitation is to an address'),
    createdAt: time,
    expires_at: time.describe('Time until which the invitation can be accepted'),
  })
  .openapi('PublisherInvitation');

export const addedMember = z
  .union([publisherMember, publisherInvitation])
  .describe(
    'The member if the person already belonged to the publisher and their role was set; the new invitation otherwise',
  )
  .openapi('AddedMember');

export const publisher = z
  .object({
    id: z.string().describe('Id of the publisher, unique in the registry, similar to a username'),
    name: z.string(),
    description: z.string().optional(),
    logo: z.string().optional().describe('URL of the logo'),
    website: z.string().optional(),
    support: z.string().optional(),
    source_code_repo: z.string().optional(),
    status: z.enum(PublisherStatus),
    createdAt: time,
    members: z.array(publisherMember).optional(),
  })
  .openapi('Publisher');

export const permissions = z.object({ canEdit: z.boolean() }).openapi('Permissions');

export const usernameAvailability = z.object({ isAvailable: z.boolean() }).openapi('UsernameAvailability');
