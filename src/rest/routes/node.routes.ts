import { z } from 'zod';
import { nodeChange } from '../../services/inputs.js';
import { NODE_LIMIT_MAX, pageOf } from '../../values/page.js';
import { endpoint } from '../endpoint.js';
import { filterOf, nodeListQuery, nodeSearchQuery } from '../inputs/node-query.js';
import { listedNode, presentNode, presentNodePage } from '../presenters/node.presenter.js';
import { node, nodeList } from '../schemas/node.schema.js';
import { wireInput } from '../wire.js';

const DEFAULT_LIMIT = 10;

const listNodes = endpoint({
  method: 'get',
  path: '/nodes',
  operationId: 'listNodes',
  summary: 'List the nodes of all publishers',
  tag: 'Nodes',
  auth: 'none',
  action: 'public',
  query: nodeListQuery,
  success: { status: 200, description: 'A page of nodes', schema: nodeList },
  errors: { 400: 'E', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
  handle: async ({ services }, { query }) => {
    const limit = query.limit ?? (query.node_id ? NODE_LIMIT_MAX : DEFAULT_LIMIT);
    const question = { filter: filterOf(query), sort: query.sort, ...pageOf(query.page, limit, NODE_LIMIT_MAX) };
    const { catalogue } = services;
    if (query.latest) await catalogue.refresh();
    return presentNodePage((await catalogue.nodePage(question, listedNode))!, question);
  },
});

const searchNodes = endpoint({
  method: 'get',
  path: '/nodes/search',
  operationId: 'searchNodes',
  summary: 'Search nodes by keyword, repository URL or core-node name, best match first',
  tag: 'Nodes',
  auth: 'none',
  action: 'public',
  query: nodeSearchQuery,
  success: { status: 200, description: 'A page of nodes', schema: nodeList },
  errors: { 400: 'none', 404: 'none', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
  handle: async ({ services }, { query }) => {
    const question = {
      filter: filterOf(query),
      sort: query.sort,
      page: query.page,
      limit: query.limit,
      ...(query.search === undefined ? {} : { search: query.search }),
      ...(query.repository_url_search === undefined ? {} : { repositoryUrl: query.repository_url_search }),
      ...(query.core_node_search === undefined ? {} : { coreNode: query.core_node_search }),
    };
    return presentNodePage((await services.catalogue.searchPage(question, listedNode))!, question);
  },
});

const updateNode = endpoint({
  method: 'put',
  path: '/publishers/{publisherId}/nodes/{nodeId}',
  operationId: 'updateNode',
  summary: 'Update a node. Absent fields stay unchanged; null or "" clears a field',
  tag: 'Nodes',
  auth: 'bearer',
  action: 'node.update',
  conditional: true,
  query: z.object({}),
  body: wireInput(nodeChange),
  success: { status: 200, description: 'The node, with its publisher and latest version', schema: node },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 409: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) => {
    const updated = await scope.services.moderation.updateNodeOf(
      await scope.actor(),
      path['publisherId']!,
      path['nodeId']!,
      body,
    );
    return presentNode(updated, scope.loaders);
  },
});

/** Listing, searching and updating nodes (endpoints 1, 2 and 8 of docs/contract.md). */
export const nodeRoutes = [listNodes, searchNodes, updateNode];
