import { Field, ID, InputType } from 'type-graphql';
import { UpdateNodeInput } from './node.input.js';

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

/** What a publisher's tool says of its node: as it is now. */
@InputType({ description: 'What a publisher says of its node as it publishes: absent fields keep, null or "" clears.' })
export class PublishedNodeInput extends UpdateNodeInput {
  @Field(() => ID, { nullable: true, description: 'Its id, where it is said again.' })
  id?: string;
}

/** What is said of a new version. */
@InputType({ description: 'A new version.' })
export class NewNodeVersionInput {
  @Field(() => String, { description: 'Its semantic version; used once for ever.' })
  version!: string;

  @Field(() => String, { nullable: true, description: 'What is new in it.' })
  changelog?: string | null;

  @Field(() => [String], { nullable: true, description: 'Pip dependencies it needs.' })
  dependencies?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether its publisher advises against it.' })
  deprecated?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Accelerators it supports, as classifiers; its node’s where none are named.',
  })
  supportedAccelerators?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Versions of the host application’s frontend it supports; its node’s where not said.',
  })
  supportedCoreuiFrontendVersion?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Versions of the host application it supports; its node’s where not said.',
  })
  supportedCoreuiVersion?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Operating systems it supports, as classifiers; its node’s where none are named.',
  })
  supportedOs?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Words to sort it under.' })
  tags?: string[] | null;
}

/** A node with a version of it. */
@InputType({ description: 'A node as it is now, and a new version of it.' })
export class PublishNodeVersionInput {
  @Field(() => PublishedNodeInput, { nullable: true, description: 'The node.' })
  node?: PublishedNodeInput | null;

  @Field(() => NewNodeVersionInput, { description: 'The version.' })
  nodeVersion!: NewNodeVersionInput;
}
