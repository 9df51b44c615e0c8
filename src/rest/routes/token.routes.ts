import { leakedTokens, newToken } from '../../services/inputs.js';
import { hashTokenSecret } from '../../values/token-secret.js';
import { endpoint } from '../endpoint.js';
import { createdToken, leakResults } from '../schemas/token.schema.js';
import { wireInput } from '../wire.js';

const createToken = endpoint({
  method: 'post',
  path: '/publishers/{publisherId}/tokens',
  operationId: 'createPublisherToken',
  summary: 'Create a personal access token. Only this response contains the secret',
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
  summary: 'Delete a personal access token, which becomes invalid at once',
  tag: 'Tokens',
  auth: 'bearer',
  action: 'token.delete',
  success: { status: 204, description: 'The token was deleted' },
  errors: { 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path }) =>
    void (await scope.services.tokens.delete(await scope.actor(), path['publisherId']!, path['tokenId']!)),
});

const reportLeakedTokens = endpoint({
  method: 'post',
  path: '/leaked-tokens',
  operationId: 'reportLeakedTokens',
  summary: 'Revoke leaked personal access tokens. Any caller may report them',
  tag: 'Tokens',
  auth: 'optional',
  action: 'token.reportLeak',
  work: 5,
  body: leakedTokens,
  success: { status: 200, description: 'Result of each report, in order', schema: leakResults },
  errors: { 400: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { body }) => {
    const wereOurs = await scope.services.tokens.revokeLeaked(await scope.actor(), body);
    return body.map(({ token }, index) => ({
      token_hash: hashTokenSecret(token),
      token_type: 'personal_access_token',
      label: wereOurs[index] ? ('true_positive' as const) : ('false_positive' as const),
    }));
  },
});

/** Creating and deleting tokens (endpoints 6 and 7 of docs/contract.md), and reporting leaked tokens. */
export const tokenRoutes = [createToken, deleteToken, reportLeakedTokens];
