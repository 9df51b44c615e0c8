import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { AppError } from '../../errors/app-error.js';
import type { VideoTaskRecord } from '../../services/video.service.js';
import { Asks } from '../asks.js';
import type { GraphContext } from '../context.js';
import { SubmitVideoTaskInput } from '../inputs/video.input.js';
import { VideoTask } from '../types/video.type.js';

const toTask = ({ request, ...task }: VideoTaskRecord) => ({ ...request, ...task });

/** Video-generation tasks. */
@Resolver()
export class VideoResolver {
  @Query(() => VideoTask, {
    nullable: true,
    description: 'A task, as far as its provider says it is now; null where there is none, and for another’s.',
  })
  @Asks(['video.submit', 'video.follow'])
  async videoTask(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the task.' }) id: string,
  ) {
    try {
      return toTask(await scope.services.videos.follow(await scope.viewer(), id));
    } catch (error) {
      if (error instanceof AppError && error.code === 'VIDEO_TASK_NOT_FOUND') return null;
      throw error;
    }
  }

  @Mutation(() => VideoTask, { description: 'Submits a video-generation task from a start and an end image.' })
  @Asks('video.submit')
  async submitVideoTask(
    @Ctx() { scope }: GraphContext,
    @Arg('input', () => SubmitVideoTaskInput, { description: 'The task.' }) input: SubmitVideoTaskInput,
  ) {
    return toTask(await scope.services.videos.submit(await scope.actor(), input));
  }
}
