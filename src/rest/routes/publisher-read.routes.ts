import { z } from 'zod';
import type { MemberRecord } from '../../catalogue/records.js';
import { invalidInput } from '../../errors/app-error.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { endpoint } from '../endpoint.js';
import { flagParameter, limitParameter, pageParameter, textParameter } from '../inputs/query.js';
import { listedNode, presentNodePage, presentNodes } from '../presenters/node.presenter.js';
import { presentPublisher } from '../presenters/publisher.presenter.js';
import { presentToken } from '../presenters/token.presenter.js';
import { node, nodeList } from '../schemas/node.schema.js';
import { permissions, publisher, usernameAvailability } from '../schemas/publisher.schema.js';
import { personalAccessToken } from '../schemas/token.schema.js';

const listPublishers = endpoint({
  method: 'get',
  path: '/publishers',
  operationId: 'listPublishers',
  summary: 'Lists publishers, by id',
  tag: 'Publishers',
  auth: 'none',
  action: 'public',
  query: z.object({ page: pageParameter, limit: limitParameter(1000, 1000) }),
  success: { status: 200, description: 'The publishers of this page', schema: z.array(publisher) },
  errors: { 400: 'E', 500: 'E' },
  otherErrors: 'E',
  cacheable: true,
  handle: async ({ services }, { query }) =>
    (await services.catalogue.listPublishers(query.page, query.limit)).items.map((record) => presentPublisher(record)),
});

const validatePublisherId = endpoint({
  method: 'get',
  path: '/publishers/validate',
  operationId: 'validatePublisherId',
  summary: 'Tells whether a new publisher could have this id',
  tag: 'Publishers',
  auth: 'none',
  action: 'public',
  query: z.object({ username: textParameter('The id', 200) }),
  success: { status: 200, description: 'It could', schema: usernameAvailability },
  errors: { 400: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async ({ services }, { query }) => {
    if (query.username === undefined) throw invalidInput(['username: is needed']);
    await services.publishers.assertAvailable(query.username);
    return { isAvailable: true };
  },
});

// Its members' names are their providers' to change, which moves no revision: so it has no ETag.
const getPublisher = endpoint({
  method: 'get',
  path: '/publishers/{publisherId}',
  operationId: 'getPublisher',
  summary: 'Gives a publisher with its members',
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
    summary: suffix === '' ? 'Lists the nodes of a publisher' : 'Lists the nodes of a publisher in pages',
    tag: 'Publishers',
    auth: 'none',
    action: 'public',
    query: z.object({
      page: pageParameter,
      limit: limitParameter(NODE_LIMIT_MAX, suffix === '' ? NODE_LIMIT_MAX : 10),
      include_banned: flagParameter('Whether banned nodes are listed, too'),
    }),
    success: { status: 200, description: 'The nodes', schema: suffix === '' ? z.array(node) : nodeList },
    errors: { 400: 'E', 404: 'E', 500: 'E' },
    otherErrors: 'E',
    cacheable: true,
    handle: async ({ services }, { path, query }) => {
      const { id } = await services.publishers.get(path['publisherId']!);
      const filter = { publisherId: id, ...(query.include_banned ? { includeBanned: true } : {}) };
      const { page, limit } = query;
      const found = (await services.catalogue.nodePage({ filter, sort: [], page, limit }, listedNode))!;
      return suffix === '' ? presentNodes(found) : presentNodePage(found, { page, limit });
    },
  });

const getPublisherPermissions = endpoint({
  method: 'get',
  path: '/publishers/{publisherId}/permissions',
  operationId: 'getPublisherPermissions',
  summary: 'Tells whether the caller may change the publisher',
  tag: 'Publishers',
  auth: 'bearer',
  action: 'permissions.read',
  success: { status: 200, description: 'What the caller may do', schema: permissions },
  errors: { 401: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path }) => {
    const viewer = await scope.viewer();
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
  summary: 'Lists the personal access tokens of a publisher, without the tokens themselves',
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
  summary: 'Lists the publishers that the caller is a member of',
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

/** Publishers, one by one and in lists, and what is theirs. */
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
