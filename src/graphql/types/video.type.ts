import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { VideoTaskState } from '../../values/states.js';
import type { MovementAmplitude, VideoStyle } from '../../values/video.js';
import { DateTime, NonNegativeInt, Url } from '../scalars.js';
import { MovementAmplitudeEnum, VideoStyleEnum, VideoTaskStateEnum } from './enums.js';

/** A result of a video task. */
@ObjectType({ description: 'A result of a video task.' })
export class VideoCreation {
  @Field(() => String, { simple: true, description: 'Id of the creation at the provider, unique within its task.' })
  creationId!: string;

  @Field(() => Url, { simple: true, description: 'URL of the video.' })
  url!: string;

  @Field(() => Url, {
    simple: true,
    nullable: true,
    description: 'URL of the cover image; `null` if there is none.',
  })
  coverUrl!: string | null;

  @Field(() => Url, {
    simple: true,
    nullable: true,
    description: 'URL of the watermarked video; `null` if there is none.',
  })
  watermarkedUrl!: string | null;

  @Field(() => [Url], { simple: true, description: 'Moderation URLs reported by the provider.' })
  moderationUrls!: string[];
}

/** A video-generation task. */
@ObjectType({ description: 'A video-generation task.' })
export class VideoTask {
  @Field(() => ID, {
    simple: true,
    description:
      'Id of the task. It is unguessable, because it is the only credential of a task submitted anonymously.',
  })
  id!: string;

  @Field(() => VideoTaskStateEnum, { simple: true, description: 'State of the task.' })
  state!: VideoTaskState;

  @Field(() => String, { simple: true, description: 'Error code if the task failed, otherwise an empty string.' })
  errCode!: string;

  @Field(() => NonNegativeInt, { simple: true, description: 'Cost of the task, in credits of the provider.' })
  credits!: number;

  @Field(() => DateTime, { simple: true, description: 'Time of submission.' })
  createdAt!: string;

  @Field(() => String, { simple: true, description: 'Name of the model, as reported by the provider.' })
  model!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'Text prompt.' })
  prompt!: string | null;

  @Field(() => [String], {
    simple: true,
    description: 'Images as submitted. When the task is read later, a data URI is replaced by its type and size.',
  })
  images!: string[];

  @Field(() => String, { simple: true, nullable: true, description: 'Requested aspect ratio.' })
  aspectRatio!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Requested resolution.' })
  resolution!: string | null;

  @Field(() => Int, { simple: true, nullable: true, description: 'Requested duration in seconds.' })
  duration!: number | null;

  @Field(() => Int, { simple: true, nullable: true, description: 'Requested seed.' })
  seed!: number | null;

  @Field(() => MovementAmplitudeEnum, { simple: true, nullable: true, description: 'Requested amount of movement.' })
  movementAmplitude!: MovementAmplitude | null;

  @Field(() => VideoStyleEnum, { simple: true, nullable: true, description: 'Requested style.' })
  style!: VideoStyle | null;

  @Field(() => [VideoCreation], { simple: true, description: 'Results of the task. Empty unless it succeeded.' })
  creations!: VideoCreation[];
}
