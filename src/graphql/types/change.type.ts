import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../scalars.js';

/** One change of the catalogue. */
@ObjectType({ description: 'One change of the catalogue.' })
export class Change {
  @Field(() => String, { simple: true, description: 'Its place in the feed, to go on after.' })
  cursor!: string;

  @Field(() => String, {
    simple: true,
    description: 'What changed: publisher, node, version, core_nodes or translation.',
  })
  kind!: string;

  @Field(() => ID, {
    simple: true,
    description:
      'The id of the thing: of a version, and of its core-nodes, the version’s; of a translation its node’s.',
  })
  id!: string;

  @Field(() => ID, { simple: true, nullable: true, description: 'The node it belongs to, where it is not one itself.' })
  nodeId!: string | null;

  @Field(() => String, { simple: true, description: 'How: created, updated, status or deleted.' })
  change!: string;

  @Field(() => DateTime, { simple: true, description: 'When.' })
  at!: string;
}

/** A stretch of the changes feed. */
@ObjectType({ description: 'A stretch of the changes feed, in the order things were committed.' })
export class ChangeSlice {
  @Field(() => [Change], { simple: true, description: 'The changes.' })
  changes!: Change[];

  @Field(() => String, { simple: true, description: 'The cursor to go on after.' })
  next!: string;

  @Field(() => Boolean, { simple: true, description: 'Whether there is more already.' })
  more!: boolean;
}
