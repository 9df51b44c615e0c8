import { z } from 'zod';
import { totalPages } from '../../catalogue/records.js';
import { parseResolveJson, questionOf, RESOLVE_BYTES_MAX, resolveInput } from '../../resolve/input.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { endpoint } from '../endpoint.js';
import { limitParameter, pageParameter } from '../inputs/query.js';
import { presentNode } from '../presenters/node.presenter.js';
import { presentConstraints, presentPlan } from '../presenters/resolve.presenter.js';
import { plan, providerList } from '../schemas/resolve.schema.js';
import { wireInput } from '../wire.js';

/** A request costs one unit of the read limit for each of these bytes of its body. */
const BYTES_A_READ = 64 * 1024;

const resolve = endpoint({
  method: 'post',
  path: '/resolve',
  operationId: 'resolve',
  summary: 'Get the nodes to install for a workflow, their versions, and whether their Python requirements agree',
  tag: 'Core-nodes',
  auth: 'none',
  action: 'public',
  body: wireInput(resolveInput),
  bodyLimit: RESOLVE_BYTES_MAX,
  parseBody: (text) => parseResolveJson(text, 'body'),
  alternateType: 'text/plain',
  work: 0,
  success: {
    status: 200,
    description: 'The plan. With `Accept: text/plain`, its Python requirements as a constraints file',
    schema: plan,
  },
  errors: { 400: 'E', 413: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async ({ services, allowance }, { body, contentLength, isAlternate }) => {
    allowance.read(Math.floor((contentLength ?? RESOLVE_BYTES_MAX) / BYTES_A_READ));
    const found = await services.resolve.plan(questionOf(body));
    return isAlternate ? presentConstraints(found) : presentPlan(found, services.catalogue);
  },
});

const listCoreNodeProviders = endpoint({
  method: 'get',
  path: '/core-nodes/{name}/providers',
  operationId: 'listCoreNodeProviders',
  summary: 'List the nodes that provide a core-node, in order of preference, with the values that decide the order',
  tag: 'Core-nodes',
  auth: 'none',
  action: 'public',
  query: z.object({ page: pageParameter, limit: limitParameter(NODE_LIMIT_MAX, 10) }),
  success: {
    status: 200,
    description:
      'A page of nodes. Nodes that reserve the name come first, then those with a lower search ranking, more downloads, more stars, and older ones',
    schema: providerList,
  },
  errors: { 400: 'E', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
  handle: async ({ services, loaders }, { path, query }) => {
    const { items, page, limit, total } = await services.resolve.providers(path['name']!, query.page, query.limit);
    const providers = await Promise.all(
      items.map(async ({ id, preempted, searchRanking, downloads, stars, createdAt }) => {
        const node = await loaders.node(id);
        return {
          node: node && (await presentNode(node, loaders)),
          preempted,
          search_ranking: searchRanking ?? undefined,
          downloads,
          repo_host_stars: stars,
          created_at: createdAt,
        };
      }),
    );
    return { providers, page, limit, total, totalPages: totalPages({ total, limit }) };
  },
});

/** Plans for workflows, and the providers of a core-node. */
export const resolveRoutes = [resolve, listCoreNodeProviders];
