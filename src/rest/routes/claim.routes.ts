import { nodeClaim } from '../../services/inputs.js';
import { endpoint } from '../endpoint.js';
import { wireInput } from '../wire.js';

const claimNode = endpoint({
  method: 'post',
  path: '/publishers/{publisherId}/nodes/{nodeId}/claim-my-node',
  operationId: 'claimMyNode',
  summary: 'Transfer an unclaimed node to a publisher, with proof that the caller owns its repository',
  tag: 'Nodes',
  auth: 'bearer',
  action: 'node.claim',
  body: wireInput(nodeClaim, { repoHostToken: 'REPO_HOST_TOKEN' }),
  success: { status: 204, description: 'The node now belongs to the publisher' },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 429: 'E', 500: 'E', 503: 'E' },
  otherErrors: 'E',
  conditional: true,
  handle: async (scope, { path, body }) =>
    void (await scope.services.claims.claim(await scope.actor(), path['publisherId']!, path['nodeId']!, body)),
});

/** Claiming a node (endpoint 9 of docs/contract.md). */
export const claimRoutes = [claimNode];
