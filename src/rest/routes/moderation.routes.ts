import { ban, newNode, nodeModeration, unban, versionModeration } from '../../services/inputs.js';
import { endpoint } from '../endpoint.js';
import { presentNode } from '../presenters/node.presenter.js';
import { presentVersion } from '../presenters/version.presenter.js';
import { deadJobs, replayedJobs } from '../schemas/job.schema.js';
import { node } from '../schemas/node.schema.js';
import { adminToken } from '../schemas/token.schema.js';
import { nodeVersion } from '../schemas/version.schema.js';
import { wireInput } from '../wire.js';

const TAG = 'Moderation';

const banPublisher = endpoint({
  method: 'post',
  path: '/publishers/{publisherId}/ban',
  operationId: 'banPublisher',
  summary: 'Ban a publisher and its nodes',
  tag: TAG,
  auth: 'bearer',
  action: 'publisher.ban',
  body: wireInput(ban),
  success: { status: 204, description: 'The ban is in effect' },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  conditional: true,
  handle: async (scope, { path, body }) =>
    void (await scope.services.moderation.banPublisher(await scope.actor(), path['publisherId']!, body.reason)),
});

const unbanPublisher = endpoint({
  method: 'post',
  path: '/publishers/{publisherId}/unban',
  operationId: 'unbanPublisher',
  summary: 'Lift the ban of a publisher and of the nodes that were banned with it',
  tag: TAG,
  auth: 'bearer',
  action: 'publisher.ban',
  body: wireInput(unban),
  success: { status: 204, description: 'The ban was lifted' },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  conditional: true,
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
  summary: 'Ban a node',
  tag: TAG,
  auth: 'bearer',
  action: 'node.ban',
  body: wireInput(ban),
  success: { status: 204, description: 'The ban is in effect' },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  conditional: true,
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
  summary: 'Lift the ban of a node',
  tag: TAG,
  auth: 'bearer',
  action: 'node.ban',
  body: wireInput(unban),
  success: { status: 204, description: 'The ban was lifted' },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 409: 'E', 500: 'E' },
  otherErrors: 'E',
  conditional: true,
  handle: async (scope, { path, body }) =>
    void (await scope.services.moderation.unbanNode(
      await scope.actor(),
      path['publisherId']!,
      path['nodeId']!,
      body.reason ?? undefined,
    )),
});

const adminCreateNode = endpoint({
  method: 'post',
  path: '/admin/nodes',
  operationId: 'adminCreateNode',
  summary: 'Create an unclaimed node, which belongs to no publisher until it is claimed',
  tag: TAG,
  auth: 'bearer',
  action: 'node.createUnclaimed',
  body: wireInput(newNode),
  success: { status: 201, description: 'The node, with its publisher', schema: node },
  errors: { 400: 'E', 401: 'E', 403: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { body }) =>
    presentNode(await scope.services.nodes.createUnclaimed(await scope.actor(), body), scope.loaders),
});

const generateAdminToken = endpoint({
  method: 'post',
  path: '/admin/generate-token',
  operationId: 'generateAdminToken',
  summary: 'Generate a bearer token of the calling admin that is valid for an hour',
  tag: TAG,
  auth: 'bearer',
  action: 'adminToken.create',
  success: { status: 200, description: 'The token. It can’t be read again', schema: adminToken },
  errors: { 401: 'E', 403: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope) => {
    const { token, expiresAt } = await scope.services.adminTokens.generate(await scope.actor());
    return { token, expires_at: expiresAt };
  },
});

const adminUpdateNode = endpoint({
  method: 'put',
  path: '/admin/nodes/{nodeId}',
  operationId: 'adminUpdateNode',
  summary: 'Update a node: its fields, the admin-only fields, its publisher, and its status with a reason',
  tag: TAG,
  auth: 'bearer',
  action: 'node.setAdminFields',
  conditional: true,
  body: wireInput(nodeModeration),
  success: { status: 200, description: 'The node', schema: node },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 409: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) =>
    presentNode(
      await scope.services.moderation.updateNode(await scope.actor(), undefined, path['nodeId']!, body),
      scope.loaders,
    ),
});

const adminUpdateVersion = endpoint({
  method: 'put',
  path: '/admin/nodes/{nodeId}/versions/{version}',
  operationId: 'adminUpdateNodeVersion',
  summary: 'Update a version: its fields, the admin-only fields, and its status with a reason',
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

const listDeadJobs = endpoint({
  method: 'get',
  path: '/admin/jobs/dead',
  operationId: 'listDeadJobs',
  summary: 'List the dead letters: background jobs that failed on their last attempt',
  tag: TAG,
  auth: 'bearer',
  action: 'job.manage',
  success: { status: 200, description: 'The dead letters, oldest first', schema: deadJobs },
  errors: { 401: 'E', 403: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope) => ({
    jobs: (await scope.services.jobs.deadLetters(await scope.viewer())).map(({ failedAt, ...job }) => ({
      ...job,
      failed_at: failedAt,
    })),
  }),
});

const replayDeadJobs = endpoint({
  method: 'post',
  path: '/admin/jobs/replay',
  operationId: 'replayDeadJobs',
  summary: 'Retry all dead letters',
  tag: TAG,
  auth: 'bearer',
  action: 'job.manage',
  success: { status: 200, description: 'Number of enqueued jobs', schema: replayedJobs },
  errors: { 401: 'E', 403: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope) => ({
    replayed: await scope.services.jobs.replay(await scope.actor(), scope.services.writer),
  }),
});

/** Moderation and maintenance by admins. */
export const moderationRoutes = [
  banPublisher,
  unbanPublisher,
  banNode,
  unbanNode,
  adminCreateNode,
  generateAdminToken,
  adminUpdateNode,
  adminUpdateVersion,
  listDeadJobs,
  replayDeadJobs,
];
