import { Field, InputType } from 'type-graphql';
import { CoreNodePolicyEnum } from '../types/enums.js';

/** What is to change of a core-node definition. */
@InputType({ description: 'What is to change of a core-node definition: absent fields keep, null or "" clears.' })
export class UpdateCoreNodeInput {
  @Field(() => String, {
    nullable: true,
    description: 'What the host application calls it, where that is not its name.',
  })
  displayName?: string | null;

  @Field(() => String, { nullable: true, description: 'Where the host application shows it.' })
  category?: string | null;

  @Field(() => String, { nullable: true, description: 'What it does.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'The function that runs it.' })
  function?: string | null;

  @Field(() => String, { nullable: true, description: 'What it takes, as JSON text.' })
  inputTypes?: string | null;

  @Field(() => String, { nullable: true, description: 'The names of what it gives, as JSON text.' })
  returnNames?: string | null;

  @Field(() => String, { nullable: true, description: 'The types of what it gives, as JSON text.' })
  returnTypes?: string | null;

  @Field(() => [Boolean], { nullable: true, description: 'Which of what it gives are lists.' })
  outputIsList?: boolean[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it should not be used any more.' })
  deprecated?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it may still change.' })
  experimental?: boolean | null;

  @Field(() => CoreNodePolicyEnum, { nullable: true, description: 'How it may be used.' })
  policy?: string | null;
}

/** A core-node definition from outside. */
@InputType({ description: 'A core-node definition.' })
export class CoreNodeInput extends UpdateCoreNodeInput {
  @Field(() => String, { description: 'Its name; unique in its version.' })
  coreNodeName!: string;
}

/** Definitions from outside. */
@InputType({ description: 'The core-node definitions of a version.' })
export class StoreCoreNodesInput {
  @Field(() => [CoreNodeInput], { description: 'All of them; they take the place of those it has. At most 4,000.' })
  coreNodes!: CoreNodeInput[];
}
