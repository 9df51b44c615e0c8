import { z } from 'zod';
import { totalPages } from '../../catalogue/records.js';
import { coreNodeFields, newCoreNode } from '../../services/inputs.js';
import { CORE_NODES_MAX } from '../../values/core-node-bounds.js';
import { CORE_NODE_LIMIT_MAX } from '../../values/page.js';
import { isSemVer } from '../../values/semver.js';
import { endpoint } from '../endpoint.js';
import { limitParameter, pageParameter, textParameter } from '../inputs/query.js';
import { presentPage } from '../presenters/list.presenter.js';
import { presentCoreNode } from '../presenters/core-node.presenter.js';
import { presentNode } from '../presenters/node.presenter.js';
import { coreNode, coreNodeList, storedCoreNodes, versionCoreNodes } from '../schemas/core-node.schema.js';
import { node } from '../schemas/node.schema.js';
import { wireInput } from '../wire.js';

const listCoreNodes = endpoint({
  method: 'get',
  path: '/core-nodes',
  operationId: 'listCoreNodes',
  summary: 'List core-node definitions. Without filters, those of the latest version of every Active node',
  tag: 'Core-nodes',
  auth: 'optional',
  action: 'node.read',
  query: z.object({
    page: pageParameter,
    pageSize: limitParameter(CORE_NODE_LIMIT_MAX, 100),
    node_id: textParameter('Only definitions of the node with this id', 200),
    node_version: textParameter(
      'Definitions of this version (a semantic version) instead of the latest one',
      200,
    ).refine((version) => version === undefined || isSemVer(version), 'takes a semantic version'),
    core_node_name: textParameter('Only definitions with exactly this name'),
  }),
  success: { status: 200, description: 'A page of definitions', schema: coreNodeList },
  errors: { 400: 'E', 403: 'E', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
  handle: async (scope, { query }) => {
    const found = await scope.services.nodes.listCoreNodes(await scope.reader(), {
      page: query.page,
      limit: query.pageSize,
      ...(query.node_id === undefined ? {} : { nodeId: query.node_id }),
      ...(query.node_version === undefined ? {} : { nodeVersion: query.node_version }),
      ...(query.core_node_name === undefined ? {} : { name: query.core_node_name }),
    });
    return presentPage('core_nodes', found.items.map(presentCoreNode), query.pageSize, () => ({ total: found.total }));
  },
});

const listVersionCoreNodes = endpoint({
  method: 'get',
  path: '/nodes/{nodeId}/versions/{version}/core-nodes',
  operationId: 'listVersionCoreNodes',
  summary: 'List the core-node definitions of a version',
  tag: 'Core-nodes',
  auth: 'optional',
  action: ['node.read', 'version.readHidden'],
  query: z.object({ page: pageParameter, limit: limitParameter(CORE_NODE_LIMIT_MAX, 10) }),
  success: { status: 200, description: 'A page of definitions', schema: versionCoreNodes },
  errors: { 400: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
  handle: async (scope, { path, query }) => {
    const found = await scope.services.nodes.coreNodes(
      await scope.reader(),
      path['nodeId']!,
      path['version']!,
      query.page,
      query.limit,
    );
    return presentPage('core_nodes', found.items.map(presentCoreNode), query.limit, (limit) => ({
      totalNumberOfPages: totalPages({ total: found.total, limit }),
    }));
  },
});

const getVersionCoreNode = endpoint({
  method: 'get',
  path: '/nodes/{nodeId}/versions/{version}/core-nodes/{name}',
  operationId: 'getVersionCoreNode',
  summary: 'Get a core-node definition of a version',
  tag: 'Core-nodes',
  auth: 'optional',
  action: ['node.read', 'version.readHidden'],
  success: { status: 200, description: 'The definition', schema: coreNode },
  errors: { 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
  handle: async (scope, { path }) =>
    presentCoreNode(
      await scope.services.nodes.coreNode(await scope.reader(), path['nodeId']!, path['version']!, path['name']!),
    ),
});

const getCoreNodeProvider = endpoint({
  method: 'get',
  path: '/core-nodes/{name}/node',
  operationId: 'getCoreNodeProvider',
  summary: 'Get the first of the nodes that provide a core-node',
  tag: 'Core-nodes',
  auth: 'none',
  action: 'public',
  success: {
    status: 200,
    description:
      'The node. Nodes that reserve the name come first, then those with a lower search ranking, more downloads, more stars, and older ones',
    schema: node,
  },
  errors: { 404: 'E', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
  handle: async ({ services, loaders }, { path }) =>
    presentNode(await services.nodes.providerOf(path['name']!), loaders),
});

const storeVersionCoreNodes = endpoint({
  method: 'post',
  path: '/nodes/{nodeId}/versions/{version}/core-nodes',
  operationId: 'storeVersionCoreNodes',
  summary: 'Replace the core-node definitions of a version',
  tag: 'Core-nodes',
  auth: 'bearer',
  action: 'coreNode.store',
  body: z.object({
    core_nodes: z
      .array(wireInput(newCoreNode), { error: 'takes a list of definitions' })
      .max(CORE_NODES_MAX, `takes at most ${CORE_NODES_MAX} definitions`),
  }),
  bodyLimit: 10 * 1024 * 1024,
  success: { status: 201, description: 'The definitions', schema: storedCoreNodes },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  conditional: true,
  handle: async (scope, { path, body }) => {
    const stored = await scope.services.coreNodes.store(
      await scope.actor(),
      path['nodeId']!,
      path['version']!,
      body.core_nodes,
    );
    return { core_nodes: stored.map(presentCoreNode) };
  },
});

const updateVersionCoreNode = endpoint({
  method: 'put',
  path: '/nodes/{nodeId}/versions/{version}/core-nodes/{name}',
  operationId: 'updateVersionCoreNode',
  summary: 'Update a core-node definition, including its policy',
  tag: 'Core-nodes',
  auth: 'bearer',
  action: 'coreNode.store',
  conditional: true,
  body: wireInput(coreNodeFields),
  success: { status: 200, description: 'The definition', schema: coreNode },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) =>
    presentCoreNode(
      await scope.services.coreNodes.update(
        await scope.actor(),
        path['nodeId']!,
        path['version']!,
        path['name']!,
        body,
      ),
    ),
});

/** Reading and writing core-node definitions (with endpoints 13 and 14 of docs/contract.md). */
export const coreNodeRoutes = [
  listCoreNodes,
  listVersionCoreNodes,
  getVersionCoreNode,
  getCoreNodeProvider,
  storeVersionCoreNodes,
  updateVersionCoreNode,
];
