import { z } from 'zod';
import { totalPages } from '../../catalogue/records.js';
import { ACCOUNT_STATUSES } from '../../services/account.service.js';
import { reasonGiven, suspension } from '../../services/inputs.js';
import { optionalChoice } from '../../values/fields.js';
import { endpoint } from '../endpoint.js';
import { limitParameter, pageParameter, textParameter } from '../inputs/query.js';
import { account, accounts } from '../schemas/user.schema.js';
import { compact, wireInput } from '../wire.js';

const COMMON = { tag: 'Moderation', auth: 'bearer', otherErrors: 'E' } as const;
const ERRORS = { 401: 'E', 403: 'E', 404: 'E', 500: 'E' } as const;

const approveUser = endpoint({
  ...COMMON,
  method: 'post',
  path: '/admin/users/{userId}/approve',
  operationId: 'approveUser',
  summary: 'Approve a user, so that they may create public data if the registry requires approval',
  action: 'user.approve',
  success: { status: 204, description: 'The user is approved' },
  errors: ERRORS,
  handle: async (scope, { path }) => void (await scope.services.accounts.approve(await scope.actor(), path['userId']!)),
});

const withdrawUserApproval = endpoint({
  ...COMMON,
  method: 'post',
  path: '/admin/users/{userId}/withdraw-approval',
  operationId: 'withdrawUserApproval',
  summary: 'Withdraw the approval of a user and of the tokens that they created',
  action: 'user.approve',
  body: wireInput(reasonGiven),
  success: { status: 204, description: 'The user is not approved' },
  errors: { 400: 'E', ...ERRORS },
  handle: async (scope, { path, body }) =>
    void (await scope.services.accounts.withdrawApproval(
      await scope.actor(),
      path['userId']!,
      body.reason ?? undefined,
    )),
});

const listUsers = endpoint({
  ...COMMON,
  method: 'get',
  path: '/admin/users',
  operationId: 'listUsers',
  summary: 'List users, newest first',
  action: 'user.list',
  query: z.object({
    page: pageParameter,
    limit: limitParameter(100, 10),
    search: textParameter('Only users whose name or e-mail address contains this, or whose id it is', 320),
    status: optionalChoice(z.enum(ACCOUNT_STATUSES, { error: `takes ${ACCOUNT_STATUSES.join(', ')}` })).describe(
      'Only users with this status',
    ),
  }),
  success: { status: 200, description: 'A page of users', schema: accounts },
  errors: { 400: 'E', 401: 'E', 403: 'E', 500: 'E' },
  handle: async (scope, { query }) => {
    const { items, page, limit, total } = await scope.services.accounts.list(await scope.viewer(), query);
    return { users: items.map((one) => compact(one)), page, limit, total, totalPages: totalPages({ total, limit }) };
  },
});

const suspendUser = endpoint({
  ...COMMON,
  method: 'post',
  path: '/admin/users/{userId}/suspend',
  operationId: 'suspendUser',
  summary: 'Suspend a user. Their credentials and the tokens that they created become invalid at once',
  action: 'user.suspend',
  body: wireInput(suspension),
  success: { status: 200, description: 'The user', schema: account },
  errors: { 400: 'E', ...ERRORS },
  handle: async (scope, { path, body }) =>
    compact(await scope.services.accounts.suspend(await scope.actor(), path['userId']!, body.reason)),
});

const reinstateUser = endpoint({
  ...COMMON,
  method: 'post',
  path: '/admin/users/{userId}/reinstate',
  operationId: 'reinstateUser',
  summary: 'Reinstate a suspended user',
  action: 'user.suspend',
  success: { status: 200, description: 'The user', schema: account },
  errors: ERRORS,
  handle: async (scope, { path }) =>
    compact(await scope.services.accounts.reinstate(await scope.actor(), path['userId']!)),
});

/** Endpoints with which admins manage users. */
export const accountRoutes = [listUsers, approveUser, withdrawUserApproval, suspendUser, reinstateUser];
