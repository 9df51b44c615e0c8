import { z } from 'zod';
import { publication } from '../../services/inputs.js';
import { endpoint } from '../endpoint.js';
import { FileAnswer } from '../file-answer.js';
import { presentVersion } from '../presenters/version.presenter.js';
import { dayParameter, textParameter } from '../inputs/query.js';
import { downloadStatistics, nodeVersion, publishedVersion } from '../schemas/version.schema.js';
import { wireInput } from '../wire.js';

const ZIP = ['application/zip', 'application/x-zip-compressed'] as const;

const publishVersion = endpoint({
  method: 'post',
  path: '/publishers/{publisherId}/nodes/{nodeId}/versions',
  operationId: 'publishNodeVersion',
  summary: 'Publishes a version: makes or updates the node, and gives the address that its archive is to be PUT to',
  tag: 'Publishing',
  auth: 'body',
  action: ['version.publish', 'user.publish'],
  body: z.object({
    node: wireInput(publication.shape.node),
    node_version: wireInput(publication.shape.nodeVersion),
    personal_access_token: z
      .string({ error: 'takes a text' })
      .max(200, 'takes at most 200 characters')
      .nullish()
      .describe('The publisher’s token, where none comes as bearer'),
  }),
  success: {
    status: 201,
    description: 'The version, and where its archive is to be PUT within 15 minutes',
    schema: publishedVersion,
  },
  errors: { 400: 'E', 401: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, body }) => {
    const actor = await scope.actor(body.personal_access_token || undefined);
    const { version, signedUrl } = await scope.services.publishing.publish(
      actor,
      path['publisherId']!,
      path['nodeId']!,
      { node: body.node, nodeVersion: body.node_version },
    );
    return { node_version: presentVersion(version), signedUrl };
  },
});

const uploadArchive = endpoint({
  method: 'put',
  path: '/uploads/{versionId}',
  operationId: 'uploadArchive',
  summary: 'Takes the archive of a published version, once',
  tag: 'Publishing',
  auth: 'none',
  action: 'address',
  query: z.object({ token: textParameter('What the address was given out with', 200) }),
  rawBody: ZIP,
  success: { status: 200, description: 'It is stored, and will be checked' },
  errors: { 400: 'E', 403: 'E', 404: 'E', 409: 'E', 413: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, query, stream }) =>
    scope.services.archives.upload(scope.anonymousActor(), path['versionId']!, query.token ?? '', stream),
});

const downloadArchive = endpoint({
  method: 'get',
  path: '/nodes/{nodeId}/versions/{version}/archive',
  operationId: 'downloadArchive',
  summary: 'Gives the archive of a version, or a range of its bytes',
  tag: 'Publishing',
  auth: 'optional',
  action: ['node.read', 'version.readHidden'],
  success: { status: 200, description: 'The archive', file: ZIP[0] },
  errors: { 403: 'E', 404: 'E', 416: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path }) => {
    const { sha256, ...file } = await scope.services.archives.download(
      await scope.reader(),
      path['nodeId']!,
      path['version']!,
    );
    return new FileAnswer({ ...file, type: ZIP[0], etag: sha256 });
  },
});

const installNode = endpoint({
  method: 'get',
  path: '/nodes/{nodeId}/install',
  operationId: 'installNode',
  summary: 'Gives the version to install, and counts one download',
  tag: 'Publishing',
  auth: 'optional',
  action: ['node.read', 'node.install'],
  query: z.object({ version: textParameter('A version, or a range such as ^1.2; the latest where not said', 200) }),
  success: { status: 200, description: 'The version, with where to download it', schema: nodeVersion },
  errors: { 400: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, query }) =>
    presentVersion(await scope.services.installs.install(await scope.reader(), path['nodeId']!, query.version)),
});

const listDownloads = endpoint({
  method: 'get',
  path: '/nodes/{nodeId}/downloads',
  operationId: 'listDownloads',
  summary: 'Tells how often a node was downloaded, by day and version',
  tag: 'Publishing',
  auth: 'optional',
  action: 'node.read',
  query: z.object({
    from: dayParameter('The first day; 30 days before the last where not said'),
    to: dayParameter('The last day; today (UTC) where not said'),
  }),
  success: { status: 200, description: 'The days on which there were any, oldest first', schema: downloadStatistics },
  errors: { 400: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, query }) => {
    const days = await scope.services.installs.statistics(await scope.reader(), path['nodeId']!, query.from, query.to);
    return { days, total: days.reduce((sum, { downloads }) => sum + downloads, 0) };
  },
});

/** Publishing, archives, and installing. */
export const publishRoutes = [publishVersion, uploadArchive, downloadArchive, installNode, listDownloads];
