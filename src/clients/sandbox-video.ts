import { VideoTaskState } from '../values/states.js';
import type { VideoRequest } from '../values/video.js';
import type { KnownTask, SubmittedTask, TaskProgress, VideoProvider } from './video-provider.js';

const STATES = [VideoTaskState.Created, VideoTaskState.Queueing, VideoTaskState.Processing];

/**
 * An in-process provider for development. Each task goes through created, queueing and processing to success, or to
 * failed for the prompt `fail`. The state follows from the task's age, so a restart loses nothing.
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
