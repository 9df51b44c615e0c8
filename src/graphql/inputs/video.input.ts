import { Field, InputType, Int } from 'type-graphql';
import type { MovementAmplitude, VideoStyle } from '../../values/video.js';
import { Url } from '../scalars.js';
import { MovementAmplitudeEnum, VideoStyleEnum } from '../types/enums.js';

/** A new video task. */
@InputType({ description: 'A video-generation task.' })
export class SubmitVideoTaskInput {
  @Field(() => String, { description: 'Name of the model. 1 to 200 characters.' })
  model!: string;

  @Field(() => [String], {
    description:
      'Images, each an http(s) URL or a data URI of png, jpeg or webp: the start and the end image, unless the registry is configured for another number.',
  })
  images!: string[];

  @Field(() => String, { nullable: true, description: 'Text prompt.' })
  prompt?: string | null;

  @Field(() => String, { nullable: true, description: 'Aspect ratio.' })
  aspectRatio?: string | null;

  @Field(() => String, { nullable: true, description: 'Resolution.' })
  resolution?: string | null;

  @Field(() => Int, { nullable: true, description: 'Duration in seconds.' })
  duration?: number | null;

  @Field(() => Int, { nullable: true, description: 'Random seed.' })
  seed?: number | null;

  @Field(() => Int, { nullable: true, description: 'Priority.' })
  priority?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'True to let the provider improve the prompt.' })
  enhance?: boolean | null;

  @Field(() => Url, {
    nullable: true,
    description: 'An http(s) URL that is called on every change of state. Addresses in private networks are refused.',
  })
  callbackUrl?: string | null;

  @Field(() => MovementAmplitudeEnum, { nullable: true, description: 'Amount of movement.' })
  movementAmplitude?: MovementAmplitude | null;

  @Field(() => VideoStyleEnum, { nullable: true, description: 'Style.' })
  style?: VideoStyle | null;
}
