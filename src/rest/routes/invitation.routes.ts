import { z } from 'zod';
import { endpoint } from '../endpoint.js';
import { presentInvitation } from '../presenters/invitation.presenter.js';
import { presentMember } from '../presenters/publisher.presenter.js';
import { publisherInvitation, publisherMember } from '../schemas/publisher.schema.js';

const COMMON = { tag: 'Members', auth: 'bearer', otherErrors: 'E' } as const;
const ERRORS = { 401: 'E', 403: 'E', 404: 'E', 500: 'E' } as const;

const listPublisherInvitations = endpoint({
  ...COMMON,
  method: 'get',
  path: '/publishers/{publisherId}/invitations',
  operationId: 'listPublisherInvitations',
  summary: 'List the pending invitations of a publisher',
  action: 'invitation.list',
  success: { status: 200, description: 'The invitations, oldest first', schema: z.array(publisherInvitation) },
  errors: ERRORS,
  handle: async (scope, { path }) =>
    (await scope.services.invitations.list(await scope.viewer(), path['publisherId']!)).map(presentInvitation),
});

const withdrawInvitation = endpoint({
  ...COMMON,
  method: 'delete',
  path: '/publishers/{publisherId}/invitations/{invitationId}',
  operationId: 'withdrawInvitation',
  summary: 'Withdraw an invitation',
  action: 'invitation.withdraw',
  success: { status: 204, description: 'The invitation can no longer be accepted' },
  errors: ERRORS,
  handle: async (scope, { path }) =>
    void (await scope.services.invitations.withdraw(await scope.actor(), path['publisherId']!, path['invitationId']!)),
});

const listMyInvitations = endpoint({
  ...COMMON,
  method: 'get',
  path: '/users/invitations',
  operationId: 'listMyInvitations',
  summary: 'List the pending invitations of the caller',
  action: 'user.readSelf',
  success: { status: 200, description: 'The invitations, newest first', schema: z.array(publisherInvitation) },
  errors: { 401: 'E', 403: 'E', 500: 'E' },
  handle: async (scope) => (await scope.services.invitations.listOwn(await scope.viewer())).map(presentInvitation),
});

const acceptInvitation = endpoint({
  ...COMMON,
  method: 'post',
  path: '/users/invitations/{invitationId}/accept',
  operationId: 'acceptInvitation',
  summary: 'Accept an invitation, which makes the caller a member of the publisher',
  action: 'invitation.answer',
  success: { status: 200, description: 'The membership of the caller', schema: publisherMember },
  errors: ERRORS,
  handle: async (scope, { path }) =>
    presentMember(await scope.services.invitations.accept(await scope.actor(), path['invitationId']!)),
});

const declineInvitation = endpoint({
  ...COMMON,
  method: 'post',
  path: '/users/invitations/{invitationId}/decline',
  operationId: 'declineInvitation',
  summary: 'Decline an invitation',
  action: 'invitation.answer',
  success: { status: 204, description: 'The invitation was declined' },
  errors: ERRORS,
  handle: async (scope, { path }) =>
    void (await scope.services.invitations.decline(await scope.actor(), path['invitationId']!)),
});

/** Invitations to become a member of a publisher. */
export const invitationRoutes = [
  listPublisherInvitations,
  withdrawInvitation,
  listMyInvitations,
  acceptInvitation,
  declineInvitation,
];
