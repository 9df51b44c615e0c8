import type { VideoCreation, VideoRequest } from '../values/video.js';
import type { VideoTaskState } from '../values/states.js';

/** A task that a provider has accepted. */
export interface SubmittedTask {
  /** The provider's id of the task. */
  readonly upstreamId: string;
  readonly state: VideoTaskState;
  readonly credits: number;
  /** The provider's name of the model. */
  readonly model: string;
}

/** The progress of a task. */
export interface TaskProgress {
  readonly state: VideoTaskState;
  /** The error code of a failed task; otherwise empty. */
  readonly errCode: string;
  readonly creations: readonly VideoCreation[];
}

/** The data that a provider needs to report a task's progress. */
export interface KnownTask {
  readonly id: string;
  readonly upstreamId: string;
  readonly request: VideoRequest;
  readonly createdAt: Date;
}

/** Generates videos from a start and an end image. */
export interface VideoProvider {
  readonly name: 'sandbox' | 'upstream';
  /** @throws VIDEO_REQUEST_REFUSED, RATE_LIMITED, VIDEO_UPSTREAM_ERROR, SERVICE_UNAVAILABLE, VIDEO_UPSTREAM_TIMEOUT */
  submit(id: string, request: VideoRequest): Promise<SubmittedTask>;
  /** @throws the errors of `submit`, and VIDEO_TASK_NOT_FOUND if the provider does not have the task any more */
  progress(task: KnownTask): Promise<TaskProgress>;
}
