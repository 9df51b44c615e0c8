import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { AppError } from '../../errors/app-error.js';
import type { VideoTaskRecord } from '../../services/video.service.js';
import { Requires } from '../access.js';
import type { GraphContext } from '../context.js';
import { SubmitVideoTaskInput } from '../inputs/video.input.js';
import { VideoTask } from '../types/video.type.js';

const toTask = ({ request, creations, ...task }: VideoTaskRecord) => ({
  ...request,
  ...task,
  creations: creations.map(({ id, moderationUrl, ...creation }) => ({
    ...creation,
    creationId: id,
    moderationUrls: moderationUrl,
  })),
});

/** Video-generation tasks. */
@Resolver()
export class VideoResolver {
  @Query(() => VideoTask, {
    nullable: true,
    description:
      'A video task in its current state at the provider; `null` if it does not exist or belongs to another user. Requires a signed-in user if the registry does not accept anonymous video tasks.',
  })
  @Requires(['video.submit', 'video.follow'])
  async videoTask(@Ctx() { scope }: GraphContext, @Arg('id', () => ID, { description: 'Id of the task.' }) id: string) {
    try {
      return toTask(await scope.services.videos.follow(await scope.viewer(), id));
    } catch (error) {
      if (error instanceof AppError && error.code === 'VIDEO_TASK_NOT_FOUND') return null;
      throw error;
    }
  }

  @Mutation(() => VideoTask, {
    description:
      'Submits a video-generation task. Requires a signed-in user if the registry does not accept anonymous video tasks.',
  })
  @Requires('video.submit')
  async submitVideoTask(
    @Ctx() { scope }: GraphContext,
    @Arg('input', () => SubmitVideoTaskInput, { description: 'The task.' }) input: SubmitVideoTaskInput,
  ) {
    return toTask(await scope.services.videos.submit(await scope.actor(), input));
  }
}
