import { z } from 'zod';
import { formerMember, newMember } from '../../services/inputs.js';
import { endpoint } from '../endpoint.js';
import { textParameter } from '../inputs/query.js';
import { presentMember } from '../presenters/publisher.presenter.js';
import { publisherMember } from '../schemas/publisher.schema.js';
import { wireInput } from '../wire.js';

const addMember = endpoint({
  method: 'post',
  path: '/publishers/{publisherId}/members',
  operationId: 'addPublisherMember',
  summary: 'Makes a user a member of a publisher, or changes his role',
  tag: 'Members',
  auth: 'bearer',
  action: 'member.add',
  body: wireInput(newMember),
  success: { status: 201, description: 'The member', schema: publisherMember },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 409: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) =>
    presentMember(await scope.services.members.add(await scope.actor(), path['publisherId']!, body)),
});

const removeMember = endpoint({
  method: 'delete',
  path: '/publishers/{publisherId}/members',
  operationId: 'removePublisherMember',
  summary: 'Removes a member of a publisher, named in the query or the body; everybody may leave himself',
  tag: 'Members',
  auth: 'bearer',
  action: ['member.remove', 'member.leave'],
  query: z.object({
    user_id: textParameter('Our id of the user'),
    email: textParameter('His verified e-mail address'),
  }),
  body: wireInput(formerMember),
  success: { status: 204, description: 'He is no member any more' },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 409: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, query, body }) => {
    const person = { userId: query.user_id ?? body.userId, email: query.email ?? body.email };
    await scope.services.members.remove(await scope.actor(), path['publisherId']!, person);
  },
});

/** Who belongs to a publisher. */
export const memberRoutes = [addMember, removeMember];
