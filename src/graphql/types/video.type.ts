import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { VideoTaskState } from '../../values/states.js';
import { DateTime } from '../scalars.js';
import { VideoTaskStateEnum } from './enums.js';

/** A result of a video task. */
@ObjectType({ description: 'A result of a video task.' })
export class VideoCreation {
  @Field(() => ID, { simple: true, description: 'Id of the creation, unique within its task.' })
  id!: string;

  @Field(() => String, { simple: true, description: 'URL of the video.' })
  url!: string;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'URL of the cover image; `null` if there is none.',
  })
  coverUrl!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'URL of the watermarked video; `null` if there is none.',
  })
  watermarkedUrl!: string | null;

  @Field(() => [String], { simple: true, description: 'Moderation URLs reported by the provider.' })
  moderationUrl!: string[];
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

  @Field(() => Int, { simple: true, description: 'Cost of the task, in credits of the provider.' })
  credits!: number;

  @Field(() => DateTime, { simple: true, description: 'Time of submission.' })
  createdAt!: string;

  @Field(() => String, { simple: true, description: 'Name of the model, as reported by the provider.' })
  model!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'Text prompt.' })
  prompt!: string | null;

  @Field(() => [String], {
    simple: true,
    description:
      'Start and end image as submitted. When the task is read later, a data URI is replaced by its type and size.',
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

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Requested amount of movement: auto, small, medium or large.',
  })
  movementAmplitude!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Requested style: general or anime.' })
  style!: string | null;

  @Field(() => [VideoCreation], { simple: true, description: 'Results of the task. Empty unless it succeeded.' })
  creations!: VideoCreation[];
}
