import { VideoTaskState } from '../values/states.js';
import type { VideoRequest } from '../values/video.js';
import type { KnownTask, SubmittedTask, TaskProgress, VideoProvider } from './video-provider.js';

const STATES = [VideoTaskState.Created, VideoTaskState.Queueing, VideoTaskState.Processing];

/**
 * An in-process provider for development. The states of a task are created, queueing, processing, and then success, or
 * failed if the prompt is `fail`. The state is computed from the task's age, so nothing needs to be stored.
 */
export class SandboxVideo implements VideoProvider {
  readonly name = 'sandbox';

  /**
   * @param publicUrl the base URL of the files
   * @param stepMs duration of each state before the last, in ms
   */
  constructor(
    private readonly publicUrl: string,
    private readonly stepMs: number,
  ) {}

  async submit(id: string, request: VideoRequest): Promise<SubmittedTask> {
    return { upstreamId: id, state: VideoTaskState.Created, credits: 0, model: `sandbox/${request.model}` };
  }

  async progress(task: KnownTask): Promise<TaskProgress> {
    const age = Date.now() - task.createdAt.getTime();
    const state = this.stepMs === 0 ? undefined : STATES[Math.floor(age / this.stepMs)];
    if (state) return { state, errCode: '', creations: [] };
    if (task.request.prompt === 'fail')
      return { state: VideoTaskState.Failed, errCode: 'SandboxFailure', creations: [] };
    const files = `${this.publicUrl}/proxy/video/sandbox`;
    return {
      state: VideoTaskState.Success,
      errCode: '',
      creations: [
        {
          id: `${task.id}-1`,
          url: `${files}/creation.gif`,
          coverUrl: `${files}/cover.gif`,
          watermarkedUrl: `${files}/creation.gif`,
          moderationUrl: [],
        },
      ],
    };
  }
}
