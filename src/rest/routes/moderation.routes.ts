import { ban, nodeModeration, unban, versionModeration } from '../../services/inputs.js';
import { endpoint } from '../endpoint.js';
import { presentNode } from '../presenters/node.presenter.js';
import { presentVersion } from '../presenters/version.presenter.js';
import { deadJobs, replayedJobs } from '../schemas/job.schema.js';
import { node } from '../schemas/node.schema.js';
import { nodeVersion } from '../schemas/version.schema.js';
import { wireInput } from '../wire.js';

const TAG = 'Moderation';

const banPublisher = endpoint({
  method: 'post',
  path: '/publishers/{publisherId}/ban',
  operationId: 'banPublisher',
  summary: 'Bans a publisher and its nodes',
  tag: TAG,
  auth: 'bearer',
  action: 'publisher.ban',
  body: wireInput(ban),
  success: { status: 204, description: 'It is banned' },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) =>
    void (await scope.services.moderation.banPublisher(await scope.actor(), path['publisherId']!, body.reason)),
});

const unbanPublisher = endpoint({
  method: 'post',
  path: '/publishers/{publisherId}/unban',
  operationId: 'unbanPublisher',
  summary: 'Lifts a publisher’s ban, and that of the nodes it covered',
  tag: TAG,
  auth: 'bearer',
  action: 'publisher.ban',
  body: wireInput(unban),
  success: { status: 204, description: 'It is banned no more' },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) =>
    void (await scope.services.moderation.unbanPublisher(
      await scope.actor(),
      path['publisherId']!,
      body.reason ?? undefined,
    )),
});

const banNode = endpoint({
  method: 'post',
  path: '/publishers/{publisherId}/nodes/{nodeId}/ban',
  operationId: 'banNode',
  summary: 'Bans a node',
  tag: TAG,
  auth: 'bearer',
  action: 'node.ban',
  body: wireInput(ban),
  success: { status: 204, description: 'It is banned' },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) =>
    void (await scope.services.moderation.banNode(
      await scope.actor(),
      path['publisherId']!,
      path['nodeId']!,
      body.reason,
    )),
});

const unbanNode = endpoint({
  method: 'post',
  path: '/publishers/{publisherId}/nodes/{nodeId}/unban',
  operationId: 'unbanNode',
  summary: 'Lifts a node’s ban',
  tag: TAG,
  auth: 'bearer',
  action: 'node.ban',
  body: wireInput(unban),
  success: { status: 204, description: 'It is banned no more' },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 409: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) =>
    void (await scope.services.moderation.unbanNode(
      await scope.actor(),
      path['publisherId']!,
      path['nodeId']!,
      body.reason ?? undefined,
    )),
});

const adminUpdateNode = endpoint({
  method: 'put',
  path: '/admin/nodes/{nodeId}',
  operationId: 'adminUpdateNode',
  summary: 'Updates a node as an admin: its fields, the admin’s own, and its status with the reason',
  tag: TAG,
  auth: 'bearer',
  action: 'node.setAdminFields',
  conditional: true,
  body: wireInput(nodeModeration),
  success: { status: 200, description: 'The node', schema: node },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 409: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) =>
    presentNode(await scope.services.moderation.updateNode(await scope.actor(), path['nodeId']!, body), scope.loaders),
});

const adminUpdateVersion = endpoint({
  method: 'put',
  path: '/admin/nodes/{nodeId}/versions/{version}',
  operationId: 'adminUpdateNodeVersion',
  summary: 'Sets a version’s status with its reason, and the admin’s fields',
  tag: TAG,
  auth: 'bearer',
  action: 'version.setStatus',
  conditional: true,
  body: wireInput(versionModeration),
  success: { status: 200, description: 'The version', schema: nodeVersion },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) => {
    const version = await scope.services.moderation.updateVersion(
      await scope.actor(),
      path['nodeId']!,
      path['version']!,
      body,
    );
    return presentVersion(version, version.statusReason);
  },
});

const approveUser = endpoint({
  method: 'post',
  path: '/admin/users/{userId}/approve',
  operationId: 'approveUser',
  summary: 'Lets a user publish, where new users wait for that',
  tag: TAG,
  auth: 'bearer',
  action: 'user.approve',
  success: { status: 204, description: 'He may publish' },
  errors: { 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path }) => void (await scope.services.users.approve(await scope.actor(), path['userId']!)),
});

const listDeadJobs = endpoint({
  method: 'get',
  path: '/admin/jobs/dead',
  operationId: 'listDeadJobs',
  summary: 'Lists the background jobs that failed for the last time',
  tag: TAG,
  auth: 'bearer',
  action: 'job.manage',
  success: { status: 200, description: 'The jobs, oldest first', schema: deadJobs },
  errors: { 401: 'E', 403: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope) => ({
    jobs: (await scope.services.jobs.dead(await scope.viewer())).map(({ failedAt, ...job }) => ({
      ...job,
      failed_at: failedAt,
    })),
  }),
});

const replayDeadJobs = endpoint({
  method: 'post',
  path: '/admin/jobs/replay',
  operationId: 'replayDeadJobs',
  summary: 'Tries the background jobs again that failed for the last time',
  tag: TAG,
  auth: 'bearer',
  action: 'job.manage',
  success: { status: 200, description: 'How many', schema: replayedJobs },
  errors: { 401: 'E', 403: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope) => ({ replayed: await scope.services.jobs.replay(await scope.viewer()) }),
});

/** What admins do. */
export const moderationRoutes = [
  banPublisher,
  unbanPublisher,
  banNode,
  unbanNode,
  adminUpdateNode,
  adminUpdateVersion,
  approveUser,
  listDeadJobs,
  replayDeadJobs,
];
