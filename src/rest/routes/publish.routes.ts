import { z } from 'zod';
import { publication } from '../../services/inputs.js';
import { endpoint } from '../endpoint.js';
import { FileAnswer } from '../file-answer.js';
import { presentUploaded, presentVersion } from '../presenters/version.presenter.js';
import { dayParameter, textParameter } from '../inputs/query.js';
import { downloadStatistics, nodeVersion, publishedVersion, uploadedArchive } from '../schemas/version.schema.js';
import { wireInput } from '../wire.js';

const ZIP = ['application/zip', 'application/x-zip-compressed'] as const;

const publishVersion = endpoint({
  method: 'post',
  path: '/publishers/{publisherId}/nodes/{nodeId}/versions',
  operationId: 'publishNodeVersion',
  summary: 'Publish a version: create or update its node, and get the upload URL of the archive',
  tag: 'Publishing',
  auth: 'body',
  action: 'version.publish',
  body: z.object({
    node: wireInput(publication.shape.node),
    node_version: wireInput(publication.shape.nodeVersion),
    personal_access_token: z
      .string({ error: 'takes a text' })
      .max(200, 'takes at most 200 characters')
      .nullish()
      .describe('Personal access token of the publisher. Used instead of the Authorization header'),
  }),
  success: {
    status: 201,
    description: 'The version, and the upload URL of its archive. PUT the archive there within 15 minutes',
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
  summary: 'Upload the archive of a published version. Each upload URL works once',
  tag: 'Publishing',
  auth: 'none',
  action: 'address',
  query: z.object({ token: textParameter('Token of the upload URL', 200) }),
  rawBody: ZIP,
  success: {
    status: 200,
    description: 'The archive is stored and waits for its checks',
    schema: uploadedArchive,
  },
  errors: { 400: 'E', 403: 'E', 404: 'E', 408: 'E', 409: 'E', 413: 'E', 500: 'E', 503: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, query, stream, contentLength }) =>
    presentUploaded(
      await scope.services.archives.upload(
        scope.anonymousActor(),
        path['versionId']!,
        query.token ?? '',
        stream,
        contentLength,
      ),
    ),
});

const downloadArchive = endpoint({
  method: 'get',
  path: '/nodes/{nodeId}/versions/{version}/archive',
  operationId: 'downloadArchive',
  summary: 'Download the archive of a version, or a range of its bytes',
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
  summary: 'Get the version to install. Counts a download, once per address, version and day',
  tag: 'Publishing',
  auth: 'optional',
  action: ['node.read', 'node.install'],
  query: z.object({
    version: textParameter('Semantic version or range, such as ^1.2. Defaults to the latest version', 200),
  }),
  success: { status: 200, description: 'The version, with its download URL', schema: nodeVersion },
  errors: { 400: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, query }) =>
    presentVersion(
      await scope.services.installs.install(
        await scope.reader(),
        path['nodeId']!,
        query.version,
        scope.downloadAddress,
      ),
    ),
});

const listDownloads = endpoint({
  method: 'get',
  path: '/nodes/{nodeId}/downloads',
  operationId: 'listDownloads',
  summary: 'Get the number of downloads of a node, by day and version',
  tag: 'Publishing',
  auth: 'optional',
  action: 'node.read',
  query: z.object({
    from: dayParameter(
      'First day, such as 2026-01-31, at most 365 days before the last one. Defaults to 29 days before the last day',
    ),
    to: dayParameter('Last day. Defaults to today (UTC)'),
  }),
  success: { status: 200, description: 'Days with downloads, oldest first', schema: downloadStatistics },
  errors: { 400: 'E', 403: 'E', 404: 'E', 500: 'E' },
  otherErrors: 'E',
  handle: async (scope, { path, query }) => {
    const days = await scope.services.installs.statistics(await scope.reader(), path['nodeId']!, query.from, query.to);
    return { days, total: days.reduce((sum, { downloads }) => sum + downloads, 0) };
  },
});

/** Publishing, archives, and installing. */
export const publishRoutes = [publishVersion, uploadArchive, downloadArchive, installNode, listDownloads];
