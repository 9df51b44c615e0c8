import { newToken } from '../../services/inputs.js';
import { endpoint } from '../endpoint.js';
import { createdToken } from '../schemas.js';
import { wireInput } from '../wire.js';

const createToken = endpoint({
  method: 'post',
  path: '/publishers/{publisherId}/tokens',
  operationId: 'createPublisherToken',
  summary: 'Creates a personal access token and shows it once',
  tag: 'Tokens',
  auth: 'bearer',
  action: 'token.create',
  body: wireInput(newToken),
  success: { status: 201, description: 'The token', schema: createdToken },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) => {
    const { secret } = await scope.services.tokens.create(await scope.actor(), path['publisherId']!, body);
    return { token: secret };
  },
});

const deleteToken = endpoint({
  method: 'delete',
  path: '/publishers/{publisherId}/tokens/{tokenId}',
  operationId: 'deletePublisherToken',
  summary: 'Deletes a personal access token; it ends at once',
  tag: 'Tokens',
  auth: 'bearer',
  action: 'token.delete',
  success: { status: 204, description: 'It is deleted' },
  errors: { 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path }) => void (await scope.services.tokens.delete(await scope.actor(), path['publisherId']!, path['tokenId']!)),
});

/** Endpoints 6 and 7. */
export const tokenRoutes = [createToken, deleteToken];
