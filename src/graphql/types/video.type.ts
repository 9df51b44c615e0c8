import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { VideoTaskState } from '../../values/states.js';
import { DateTime } from '../scalars.js';
import { VideoTaskStateEnum } from './enums.js';

/** One result of a video task. */
@ObjectType({ description: 'One result of a video task.' })
export class VideoCreation {
  @Field(() => ID, { simple: true, description: 'Unique in its task.' })
  id!: string;

  @Field(() => String, { simple: true, description: 'Where the video is.' })
  url!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'Where its cover is.' })
  coverUrl!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Where the video with a watermark is.' })
  watermarkedUrl!: string | null;

  @Field(() => [String], { simple: true, description: 'Where what was held back in moderation is.' })
  moderationUrl!: string[];
}

/** A video-generation task. */
@ObjectType({ description: 'A video-generation task.' })
export class VideoTask {
  @Field(() => ID, {
    simple: true,
    description: 'Unique and not to be guessed: it is what an anonymous caller owns the task by.',
  })
  id!: string;

  @Field(() => VideoTaskStateEnum, { simple: true, description: 'How far it is.' })
  state!: VideoTaskState;

  @Field(() => String, { simple: true, description: 'Why it failed; empty when it didn’t.' })
  errCode!: string;

  @Field(() => Int, { simple: true, description: 'What it costs, in credits of the provider.' })
  credits!: number;

  @Field(() => DateTime, { simple: true, description: 'When it was submitted.' })
  createdAt!: string;

  @Field(() => String, { simple: true, description: 'The model that makes it, as the provider names it.' })
  model!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'What was asked for in words.' })
  prompt!: string | null;

  @Field(() => [String], {
    simple: true,
    description:
      'Start and end image, as they were sent; of one that came inside the request, its type and size when the task is asked for later.',
  })
  images!: string[];

  @Field(() => String, { simple: true, nullable: true, description: 'The aspect ratio asked for.' })
  aspectRatio!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'The resolution asked for.' })
  resolution!: string | null;

  @Field(() => Int, { simple: true, nullable: true, description: 'The length asked for, in seconds.' })
  duration!: number | null;

  @Field(() => Int, { simple: true, nullable: true, description: 'The seed asked for.' })
  seed!: number | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'How much may move: auto, small, medium or large.',
  })
  movementAmplitude!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'The style asked for: general or anime.' })
  style!: string | null;

  @Field(() => [VideoCreation], { simple: true, description: 'Its results, when it succeeded.' })
  creations!: VideoCreation[];
}
