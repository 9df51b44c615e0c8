import { endpoint } from '../endpoint.js';

const unpublishVersion = endpoint({
  method: 'delete',
  path: '/publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}',
  operationId: 'unpublishNodeVersion',
  summary: 'Unpublishes a version; its number is never free again',
  tag: 'Versions',
  auth: 'bearer',
  success: { status: 204, description: 'It is unpublished' },
  errors: { 401: 'E', 403: 'E', 404: 'V', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path }) => {
    const ref = { publisherId: path['publisherId']!, nodeId: path['nodeId']!, versionId: path['versionId']! };
    await scope.services.versions.unpublish(await scope.actor(), ref);
  },
});

/** Endpoint 10. */
export const versionRoutes = [unpublishVersion];
