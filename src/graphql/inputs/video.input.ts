import { Field, InputType, Int } from 'type-graphql';

/** A new video task. */
@InputType({ description: 'A video-generation task from a start and an end image.' })
export class SubmitVideoTaskInput {
  @Field(() => String, { description: 'The model that shall make it.' })
  model!: string;

  @Field(() => [String], {
    description: 'Start and end image: each an http(s) address or a data URI of png, jpeg or webp.',
  })
  images!: string[];

  @Field(() => String, { nullable: true, description: 'What to make, in words.' })
  prompt?: string | null;

  @Field(() => String, { nullable: true, description: 'The aspect ratio.' })
  aspectRatio?: string | null;

  @Field(() => String, { nullable: true, description: 'The resolution.' })
  resolution?: string | null;

  @Field(() => Int, { nullable: true, description: 'The length, in seconds.' })
  duration?: number | null;

  @Field(() => Int, { nullable: true, description: 'The seed.' })
  seed?: number | null;

  @Field(() => Int, { nullable: true, description: 'The priority.' })
  priority?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the provider may better the prompt.' })
  enhance?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'An http(s) address to call on every change of state; never a private one.',
  })
  callbackUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'How much may move: auto, small, medium or large.' })
  movementAmplitude?: string | null;

  @Field(() => String, { nullable: true, description: 'The style: general or anime.' })
  style?: string | null;
}
