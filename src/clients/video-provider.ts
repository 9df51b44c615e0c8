import type { VideoCreation, VideoRequest } from '../values/video.js';
import type { VideoTaskState } from '../values/states.js';

/** What a provider says when it has taken a task. */
export interface SubmittedTask {
  /** The provider's own name of the task. */
  readonly upstreamId: string;
  readonly state: VideoTaskState;
  readonly credits: number;
  /** The model as the provider names it. */
  readonly model: string;
}

/** How far a task is. */
export interface TaskProgress {
  readonly state: VideoTaskState;
  /** Why it failed; empty when it didn't. */
  readonly errCode: string;
  readonly creations: readonly VideoCreation[];
}

/** A task as a provider must know it to tell how far it is. */
export interface KnownTask {
  readonly id: string;
  readonly upstreamId: string;
  readonly request: VideoRequest;
  readonly createdAt: Date;
}

/** Makes videos from a start and an end image. */
export interface VideoProvider {
  readonly name: 'sandbox' | 'upstream';
  /** @throws VIDEO_REQUEST_REFUSED, RATE_LIMITED, VIDEO_UPSTREAM_ERROR, SERVICE_UNAVAILABLE, VIDEO_UPSTREAM_TIMEOUT */
  submit(id: string, request: VideoRequest): Promise<SubmittedTask>;
  /** @throws the same, and VIDEO_TASK_NOT_FOUND where the provider no longer knows the task */
  progress(task: KnownTask): Promise<TaskProgress>;
}
