import { z } from 'zod';
import { formerMember, newMember } from '../../services/inputs.js';
import { endpoint } from '../endpoint.js';
import { textParameter } from '../inputs/query.js';
import { presentInvitation } from '../presenters/invitation.presenter.js';
import { presentMember } from '../presenters/publisher.presenter.js';
import { addedMember } from '../schemas/publisher.schema.js';
import { wireInput } from '../wire.js';

const addMember = endpoint({
  method: 'post',
  path: '/publishers/{publisherId}/members',
  operationId: 'addPublisherMember',
  summary: 'Invite a person to a publisher, or change the role of a member',
  tag: 'Members',
  auth: 'bearer',
  action: 'member.add',
  body: wireInput(newMember),
  success: { status: 201, description: 'The invitation, or the member whose role was set', schema: addedMember },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 409: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) => {
    const added = await scope.services.members.add(await scope.actor(), path['publisherId']!, body);
    return 'member' in added ? presentMember(added.member) : presentInvitation(added.invitation);
  },
});

const removeMember = endpoint({
  method: 'delete',
  path: '/publishers/{publisherId}/members',
  operationId: 'removePublisherMember',
  summary: 'Remove a member, named in the query or the body. Members may remove themselves',
  tag: 'Members',
  auth: 'bearer',
  action: ['member.remove', 'member.leave'],
  query: z.object({
    user_id: textParameter('Id of the user in this registry'),
    email: textParameter('Verified e-mail address of the user'),
  }),
  body: wireInput(formerMember),
  success: { status: 204, description: 'The member was removed' },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 409: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, query, body }) => {
    const person = { userId: query.user_id ?? body.userId, email: query.email ?? body.email };
    await scope.services.members.remove(await scope.actor(), path['publisherId']!, person);
  },
});

/** Members of a publisher. */
export const memberRoutes = [addMember, removeMember];
