import { Field, ID, InputType } from 'type-graphql';

/** A version by its node and number. */
@InputType({ description: 'A version, by its node and number.' })
export class NodeVersionRefInput {
  @Field(() => ID, { description: 'The id of the node.' })
  nodeId!: string;

  @Field(() => String, { description: 'The number of the version.' })
  version!: string;
}

/** What is to change of a version. */
@InputType({ description: 'What is to change of a version: absent fields keep, null clears.' })
export class UpdateNodeVersionInput {
  @Field(() => String, { nullable: true, description: 'What is new in it.' })
  changelog?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether its publisher advises against it.' })
  deprecated?: boolean | null;
}
