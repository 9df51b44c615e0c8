import { VideoTaskState } from '../values/states.js';
import type { VideoRequest } from '../values/video.js';
import type { KnownTask, SubmittedTask, TaskProgress, VideoProvider } from './video-provider.js';

const WALK = [VideoTaskState.Created, VideoTaskState.Queueing, VideoTaskState.Processing];

/**
 * A provider in the process, at no cost: every task walks created, queueing, processing and ends in success, or in
 * failed for the prompt `fail`. Where a task is follows from its age, so a restart loses nothing.
 */
export class SandboxVideo implements VideoProvider {
  readonly name = 'sandbox';

  /**
   * @param publicUrl the address that callers reach our files under
   * @param stepMs how long each state before the last takes, in ms
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
    const state = this.stepMs === 0 ? undefined : WALK[Math.floor(age / this.stepMs)];
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
