import { videoTaskInput } from '../../services/video-input.js';
import type { Settings } from '../../settings.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { presentVideoCreations, presentVideoTask } from '../presenters/video.presenter.js';
import { videoCreations, videoTask } from '../schemas/video.schema.js';
import { wireInput } from '../wire.js';

/** Video tasks (endpoints 15 and 16 of docs/contract.md). Settings determine the limits of the input. */
export function videoRoutes(settings: Settings): Endpoint[] {
  const submitVideoTask = endpoint({
    method: 'post',
    path: '/proxy/video/start-end2video',
    operationId: 'submitVideoTask',
    summary: 'Submit a video-generation task with a start and an end image',
    tag: 'Video',
    auth: 'optional',
    action: 'video.submit',
    body: wireInput(videoTaskInput(settings)),
    bodyLimit: settings.VIDEO_MAX_BODY_MEGABYTES * 1024 * 1024,
    success: { status: 200, description: 'The task', schema: videoTask },
    errors: { 400: 'V', 401: 'V', 429: 'V', 502: 'V', 503: 'V', 504: 'V' },
    otherErrors: 'V',
    handle: async (scope, { body }) => presentVideoTask(await scope.services.videos.submit(await scope.actor(), body)),
  });

  const getVideoCreations = endpoint({
    method: 'get',
    path: '/proxy/video/tasks/{id}/creations',
    operationId: 'getVideoCreations',
    summary: 'Get the state and the creations of a video task',
    tag: 'Video',
    auth: 'optional',
    action: ['video.submit', 'video.follow'],
    success: { status: 200, description: 'State and creations of the task', schema: videoCreations },
    errors: { 400: 'V', 401: 'V', 404: 'V', 502: 'V', 503: 'V', 504: 'V' },
    otherErrors: 'V',
    handle: async (scope, { path }) =>
      presentVideoCreations(await scope.services.videos.follow(await scope.viewer(), path['id']!)),
  });

  return [submitVideoTask, getVideoCreations];
}
