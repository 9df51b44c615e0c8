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
  summary: 'Gives a node; another spelling of its id is sent on to the stored one',
  tag: 'Nodes',
  auth: 'optional',
  action: 'node.read',
  query: z.object({ include_translations: flagParameter('Whether translations are given, too') }),
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
    return { ...presented, translations: presentTranslations(await scope.loaders.translations.load(found.id)) };
  },
});

const getNodePermissions = endpoint({
  method: 'get',
  path: '/publishers/{publisherId}/nodes/{nodeId}/permissions',
  operationId: 'getNodePermissions',
  summary: 'Tells whether the caller may change the node',
  tag: 'Nodes',
  auth: 'bearer',
  action: ['permissions.read', 'node.read'],
  success: { status: 200, description: 'What the caller may do', schema: permissions },
  errors: { 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path }) => {
    const viewer = await scope.viewer();
    const found = await scope.services.nodes.getOf(viewer, path['publisherId']!, path['nodeId']!);
    return { canEdit: await scope.services.nodes.canEdit(viewer, found) };
  },
});

/** One node, and what may be done with it. */
export const nodeReadRoutes = [getNode, getNodePermissions];
