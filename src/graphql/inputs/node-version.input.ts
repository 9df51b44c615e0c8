import { Field, ID, InputType } from 'type-graphql';

/** A version by its node and number. */
@InputType({ description: 'A version, by its node and number.' })
export class NodeVersionRefInput {
  @Field(() => ID, { description: 'The id of the node.' })
  nodeId!: string;

  @Field(() => String, { description: 'The number of the version.' })
  version!: string;
}
