import { z } from 'zod';
import { endpoint } from '../endpoint.js';
import { flagParameter } from '../inputs/query.js';
import { presentNode, presentTranslations } from '../presenters/node.presenter.js';
import { Redirect } from '../redirect.js';
import { node } from '../schemas/node.schema.js';
import { permissions } from '../schemas/publisher.schema.js';

const getNode = endpoint({
  method: 'get',
  path: '/nodes/{nodeId}',
  operationId: 'getNode',
  summary: 'Get a node. Redirects to the canonical URL if the id is spelled differently',
  tag: 'Nodes',
  auth: 'optional',
  action: 'node.read',
  query: z.object({ include_translations: flagParameter('True to include translations. Defaults to false') }),
  success: { status: 200, description: 'The node, with its publisher and latest version', schema: node },
  errors: { 400: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  redirects: true,
  cacheable: true,
  handle: async (scope, { path, query }) => {
    const found = await scope.services.nodes.get(await scope.reader(), path['nodeId']!);
    if (found.id !== path['nodeId']) return new Redirect(`/nodes/${found.id}`);
    const presented = await presentNode(found, scope.loaders);
    if (!query.include_translations) return presented;
    const stored = await scope.loaders.translations.load(found.id);
    return { ...presented, ...presentTranslations(scope.services.translations.shown(stored)) };
  },
});

const getNodePermissions = endpoint({
  method: 'get',
  path: '/publishers/{publisherId}/nodes/{nodeId}/permissions',
  operationId: 'getNodePermissions',
  summary: 'Get the permissions of the caller on a node',
  tag: 'Nodes',
  auth: 'optional',
  action: 'node.read',
  success: { status: 200, description: 'Permissions of the caller', schema: permissions },
  errors: { 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path }) => {
    const viewer = await scope.reader();
    const found = await scope.services.nodes.getOf(viewer, path['publisherId']!, path['nodeId']!);
    return { canEdit: await scope.services.nodes.canEdit(viewer, found) };
  },
});

/** Reading one node, and the caller's permissions on it. */
export const nodeReadRoutes = [getNode, getNodePermissions];
