import { z } from 'zod';
import { newNode } from '../../services/inputs.js';
import { endpoint } from '../endpoint.js';
import { starParameter } from '../inputs/query.js';
import { presentNode } from '../presenters/node.presenter.js';
import { node } from '../schemas/node.schema.js';
import { wireInput } from '../wire.js';

const createNode = endpoint({
  method: 'post',
  path: '/publishers/{publisherId}/nodes',
  operationId: 'createNode',
  summary: 'Create a node of a publisher',
  tag: 'Nodes',
  auth: 'bearer',
  action: 'node.create',
  body: wireInput(newNode),
  success: { status: 201, description: 'The node, with its publisher', schema: node },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) =>
    presentNode(await scope.services.nodes.create(await scope.actor(), path['publisherId']!, body), scope.loaders),
});

const deleteNode = endpoint({
  method: 'delete',
  path: '/publishers/{publisherId}/nodes/{nodeId}',
  operationId: 'deleteNode',
  summary: 'Delete a node whose versions are all unpublished',
  tag: 'Nodes',
  auth: 'bearer',
  action: 'node.delete',
  success: { status: 204, description: 'The node was deleted' },
  errors: { 401: 'E', 403: 'E', 404: 'E', 409: 'E', 500: 'E' },
  otherErrors: 'E',
  conditional: true,
  handle: async (scope, { path }) =>
    void (await scope.services.nodes.delete(await scope.actor(), path['publisherId']!, path['nodeId']!)),
});

const reviewNode = endpoint({
  method: 'post',
  path: '/nodes/{nodeId}/reviews',
  operationId: 'reviewNode',
  summary: 'Rate a node with 1 to 5 stars, replacing the caller’s earlier review',
  tag: 'Nodes',
  auth: 'bearer',
  action: ['node.review', 'node.read'],
  query: z.object({ star: starParameter }),
  success: { status: 200, description: 'The node, with its new rating', schema: node },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, query }) =>
    presentNode(await scope.services.reviews.review(await scope.actor(), path['nodeId']!, query.star), scope.loaders),
});

/** Creating, deleting and reviewing nodes. */
export const nodeWriteRoutes = [createNode, deleteNode, reviewNode];
