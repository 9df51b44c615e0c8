import { Field, ID, InputType } from 'type-graphql';
import { UpdateNodeInput } from './node.input.js';

/** A reference to a version by node id and version number. */
@InputType({ description: 'Reference to a version by node id and version number.' })
export class NodeVersionRefInput {
  @Field(() => ID, { description: 'Id of the node.' })
  nodeId!: string;

  @Field(() => String, { description: 'Semantic version.' })
  version!: string;
}

/** Changes of a version. */
@InputType({ description: 'Changes of a version. Absent fields stay unchanged; `null` clears a field.' })
export class UpdateNodeVersionInput {
  @Field(() => String, { nullable: true, description: 'Summary of the changes. At most 64 KiB of UTF-8.' })
  changelog?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True to mark the version as deprecated.' })
  deprecated?: boolean | null;
}

/** Fields of a node, updated together with publishing. */
@InputType({
  description:
    'Fields of the node, updated together with publishing. Absent fields stay unchanged; `null` or "" clears a field.',
})
export class PublishedNodeInput extends UpdateNodeInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the node. Optional; if given, it must match the `nodeId` argument.',
  })
  id?: string;
}

/** A new version. */
@InputType({ description: 'A new version.' })
export class NewNodeVersionInput {
  @Field(() => String, {
    description: 'Semantic version. A number can be published again only if its archive was never uploaded.',
  })
  version!: string;

  @Field(() => String, { nullable: true, description: 'Summary of the changes. At most 64 KiB of UTF-8.' })
  changelog?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Pip requirements. At most 1,000 items of 1,000 characters, and 64 KiB in total.',
  })
  dependencies?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'True to mark the version as deprecated.' })
  deprecated?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Classifiers of the supported accelerators. Defaults to those of the node.',
  })
  supportedAccelerators?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Range of supported versions of the host application’s frontend. Defaults to that of the node.',
  })
  supportedCoreuiFrontendVersion?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Range of supported versions of the host application. Defaults to that of the node.',
  })
  supportedCoreuiVersion?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Classifiers of the supported operating systems. Defaults to those of the node.',
  })
  supportedOs?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Tags. At most 100 tags of 100 characters.' })
  tags?: string[] | null;
}

/** A new version, and optionally changes of its node. */
@InputType({ description: 'A new version, and optionally changes of its node.' })
export class PublishNodeVersionInput {
  @Field(() => PublishedNodeInput, {
    nullable: true,
    description: 'Fields of the node. The node is created if it does not exist.',
  })
  node?: PublishedNodeInput | null;

  @Field(() => NewNodeVersionInput, { description: 'The new version.' })
  nodeVersion!: NewNodeVersionInput;
}
