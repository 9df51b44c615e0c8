import { endpoint } from '../endpoint.js';
import { user } from '../schemas/user.schema.js';
import { compact } from '../wire.js';

const getUser = endpoint({
  method: 'get',
  path: '/users',
  operationId: 'getUser',
  summary: 'Get the calling user',
  tag: 'Users',
  auth: 'bearer',
  action: 'user.readSelf',
  success: { status: 200, description: 'The calling user', schema: user },
  errors: { 401: 'E', 403: 'E' },
  otherErrors: 'E',
  handle: async (scope) => compact(scope.services.users.self(await scope.viewer())),
});

/** Reading the calling user (endpoint 12 of docs/contract.md). */
export const userRoutes = [getUser];
