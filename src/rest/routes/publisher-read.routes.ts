import { z } from 'zod';
import type { MemberRecord } from '../../catalogue/records.js';
import { invalidInput } from '../../errors/app-error.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { ARRAY_PAGE_HEADERS, ArrayPage, arrayPageParameters } from '../array-page.js';
import { endpoint } from '../endpoint.js';
import { flagParameter, limitParameter, pageParameter, textParameter } from '../inputs/query.js';
import { listedNode, presentNodePage } from '../presenters/node.presenter.js';
import { itemsOf } from '../presenters/list.presenter.js';
import { presentPublisher } from '../presenters/publisher.presenter.js';
import { presentToken } from '../presenters/token.presenter.js';
import { node, nodeList } from '../schemas/node.schema.js';
import { permissions, publisher, usernameAvailability } from '../schemas/publisher.schema.js';
import { personalAccessToken } from '../schemas/token.schema.js';

const listPublishers = endpoint({
  method: 'get',
  path: '/publishers',
  operationId: 'listPublishers',
  summary: 'List publishers, ordered by id',
  tag: 'Publishers',
  auth: 'none',
  action: 'public',
  query: z.object(arrayPageParameters),
  success: {
    status: 200,
    description: 'The publishers, or a page of them',
    schema: z.array(publisher),
    headers: ARRAY_PAGE_HEADERS,
  },
  errors: { 400: 'E', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
  handle: async ({ services }, { query }) => {
    const found = await services.catalogue.listPublishers(query.page, query.limit);
    return new ArrayPage(itemsOf(found.items.map((record) => presentPublisher(record))), found);
  },
});

const validatePublisherId = endpoint({
  method: 'get',
  path: '/publishers/validate',
  operationId: 'validatePublisherId',
  summary: 'Check whether an id is available for a new publisher',
  tag: 'Publishers',
  auth: 'none',
  action: 'public',
  query: z.object({ username: textParameter('Id to check', 200) }),
  success: { status: 200, description: 'The id is available', schema: usernameAvailability },
  errors: { 400: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async ({ services }, { query }) => {
    if (query.username === undefined) throw invalidInput(['username: is needed']);
    await services.publishers.assertAvailable(query.username);
    return { isAvailable: true };
  },
});

// Not `cacheable`, because it contains the names of members. A name that changes at the identity provider does not
// change the revision.
const getPublisher = endpoint({
  method: 'get',
  path: '/publishers/{publisherId}',
  operationId: 'getPublisher',
  summary: 'Get a publisher with its members',
  tag: 'Publishers',
  auth: 'optional',
  action: 'public',
  tagged: true,
  success: { status: 200, description: 'The publisher', schema: publisher },
  errors: { 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async ({ services, loaders }, { path }) => {
    const record = await services.publishers.get(path['publisherId']!);
    return presentPublisher(record, await loaders.members.load(record.id));
  },
});

const publisherNodes = (suffix: '' | '/v2') =>
  endpoint({
    method: 'get',
    path: `/publishers/{publisherId}/nodes${suffix}`,
    operationId: suffix === '' ? 'listPublisherNodes' : 'listPublisherNodesPaged',
    summary: suffix === '' ? 'List the nodes of a publisher' : 'List the nodes of a publisher, as a page with totals',
    tag: 'Publishers',
    auth: 'none',
    action: 'public',
    query: z.object({
      ...(suffix === '' ? arrayPageParameters : { page: pageParameter, limit: limitParameter(NODE_LIMIT_MAX, 10) }),
      include_banned: flagParameter('True to include banned nodes. Defaults to false'),
    }),
    success:
      suffix === ''
        ? { status: 200, description: 'The nodes', schema: z.array(node), headers: ARRAY_PAGE_HEADERS }
        : { status: 200, description: 'A page of the nodes', schema: nodeList },
    errors: { 400: 'E', 404: 'E', 500: 'E' },
    otherErrors: 'E',
    cacheable: true,
    handle: async ({ services }, { path, query }) => {
      const { id } = await services.publishers.get(path['publisherId']!);
      const filter = { publisherId: id, ...(query.include_banned ? { includeBanned: true } : {}) };
      const { page, limit } = query;
      const found = (await services.catalogue.nodePage({ filter, sort: [], page, limit }, listedNode))!;
      return suffix === ''
        ? new ArrayPage(found.items, { page, limit, total: found.total })
        : presentNodePage(found, { page, limit });
    },
  });

const getPublisherPermissions = endpoint({
  method: 'get',
  path: '/publishers/{publisherId}/permissions',
  operationId: 'getPublisherPermissions',
  summary: 'Get the permissions of the caller on a publisher',
  tag: 'Publishers',
  auth: 'optional',
  action: 'public',
  success: { status: 200, description: 'Permissions of the caller', schema: permissions },
  errors: { 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path }) => {
    const viewer = await scope.reader();
    return {
      canEdit: await scope.services.publishers.canEdit(
        viewer,
        await scope.services.publishers.get(path['publisherId']!),
      ),
    };
  },
});

const listPublisherTokens = endpoint({
  method: 'get',
  path: '/publishers/{publisherId}/tokens',
  operationId: 'listPublisherTokens',
  summary: 'List the personal access tokens of a publisher, without their secrets',
  tag: 'Tokens',
  auth: 'bearer',
  action: 'token.list',
  success: { status: 200, description: 'The tokens', schema: z.array(personalAccessToken) },
  errors: { 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path }) =>
    (await scope.services.tokens.list(await scope.viewer(), path['publisherId']!)).map(presentToken),
});

const listMyPublishers = endpoint({
  method: 'get',
  path: '/users/publishers',
  operationId: 'listMyPublishers',
  summary: 'List the publishers that the caller is a member of',
  tag: 'Users',
  auth: 'bearer',
  action: 'user.readSelf',
  success: { status: 200, description: 'The publishers', schema: z.array(publisher) },
  errors: { 401: 'E', 403: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope) => {
    const { id } = scope.services.users.self(await scope.viewer());
    const mine = await scope.services.publishers.ofUser(id);
    const members = await scope.loaders.members.loadMany(mine.map((record) => record.id));
    return mine.map((record, index) => presentPublisher(record, members[index] as readonly MemberRecord[]));
  },
});

/** Reading publishers, and their tokens and permissions. */
export const publisherReadRoutes = [
  listPublishers,
  validatePublisherId,
  getPublisher,
  publisherNodes(''),
  publisherNodes('/v2'),
  getPublisherPermissions,
  listPublisherTokens,
  listMyPublishers,
];
