import { versionFields } from '../../services/inputs.js';
import { endpoint } from '../endpoint.js';
import { presentVersion } from '../presenters/version.presenter.js';
import { nodeVersion } from '../schemas/version.schema.js';
import { wireInput } from '../wire.js';

const unpublishVersion = endpoint({
  method: 'delete',
  path: '/publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}',
  operationId: 'unpublishNodeVersion',
  summary: 'Unpublish a version. Its number stays reserved',
  tag: 'Versions',
  auth: 'bearer',
  action: 'version.unpublish',
  success: { status: 204, description: 'The version was unpublished' },
  errors: { 401: 'E', 403: 'E', 404: 'V', 500: 'E' },
  otherErrors: 'E',
  conditional: true,
  handle: async (scope, { path }) => {
    const ref = { publisherId: path['publisherId']!, nodeId: path['nodeId']!, versionId: path['versionId']! };
    await scope.services.versions.unpublish(await scope.actor(), ref);
  },
});

const updateVersion = endpoint({
  method: 'put',
  path: '/publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}',
  operationId: 'updateNodeVersion',
  summary: 'Update the changelog and the deprecation of a version',
  tag: 'Versions',
  auth: 'bearer',
  action: 'version.update',
  conditional: true,
  body: wireInput(versionFields),
  success: { status: 200, description: 'The version', schema: nodeVersion },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) => {
    const ref = { publisherId: path['publisherId']!, nodeId: path['nodeId']!, versionId: path['versionId']! };
    return presentVersion(await scope.services.versions.update(await scope.actor(), ref, body));
  },
});

/** Unpublishing a version (endpoint 10 of docs/contract.md), and updating one. */
export const versionRoutes = [unpublishVersion, updateVersion];
