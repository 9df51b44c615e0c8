import { Field, ID, InputType, Int } from 'type-graphql';
import { JSONObject, Url } from '../scalars.js';

/** Changes of a node. */
@InputType({ description: 'Changes of a node. Absent fields stay unchanged; `null` or "" clears a field.' })
export class UpdateNodeInput {
  @Field(() => String, {
    nullable: true,
    description: 'Display name, at most 200 characters. If cleared, the id is used.',
  })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Description of what the node does. At most 50,000 characters.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the author. At most 200 characters.' })
  author?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'License, usually the path of the LICENSE file in the repository. Stored unchanged. At most 100,000 characters.',
  })
  license?: string | null;

  @Field(() => Url, { nullable: true, description: 'URL of the icon (http or https).' })
  icon?: string | null;

  @Field(() => Url, { nullable: true, description: 'URL of the banner (http or https).' })
  bannerUrl?: string | null;

  @Field(() => Url, { nullable: true, description: 'URL of the source repository (http or https).' })
  repository?: string | null;

  @Field(() => String, { nullable: true, description: 'Category of the node. Deprecated: use `tags`.' })
  category?: string | null;

  @Field(() => [String], { nullable: true, description: 'Tags. At most 100 tags of 100 characters.' })
  tags?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Classifiers of the supported accelerators. An empty list means all.',
  })
  supportedAccelerators?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Range of supported versions of the host application’s frontend.',
  })
  supportedCoreuiFrontendVersion?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Range of supported versions of the host application, such as ">=0.3.0,<1.0".',
  })
  supportedCoreuiVersion?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Classifiers of the supported operating systems. An empty list means all.',
  })
  supportedOs?: string[] | null;
}

/** Fields of a node, including those that only admins may set. */
@InputType({ description: 'Fields of a node, including those that only admins may set.' })
export abstract class AdminNodeInput extends UpdateNodeInput {
  @Field(() => [String], {
    nullable: true,
    description: 'Tags set by admins, such as security warnings. At most 100 tags of 100 characters.',
  })
  tagsAdmin?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Core-node names reserved for this node. At most 1,000 names of 200 characters.',
  })
  preemptedCoreNodeNames?: string[] | null;

  @Field(() => Int, { nullable: true, description: 'Rank in search results: lower values come first.' })
  searchRanking?: number | null;
}

const NEW_ID = {
  description:
    'Id of the node: 1 to 100 characters of A-Z, a-z, 0-9, ".", "_" and "-", beginning with a letter and ending with a letter or digit. Ids that differ only in case or in ".", "_" and "-" count as equal.',
};

/** A new node. */
@InputType({ description: 'A new node.' })
export class CreateNodeInput extends UpdateNodeInput {
  @Field(() => ID, NEW_ID)
  id!: string;
}

/** A new node without an owner, including the fields that only admins may set. */
@InputType({ description: 'A new node without an owner, which a publisher can claim.' })
export class CreateUnclaimedNodeInput extends AdminNodeInput {
  @Field(() => ID, NEW_ID)
  id!: string;
}

/** A review. */
@InputType({ description: 'A review of a node.' })
export class ReviewNodeInput {
  @Field(() => Int, { description: 'Number of stars, 1 to 5.' })
  star!: number;
}

/** Proof that the caller owns the repository of a node. */
@InputType({ description: 'Proof that the caller owns the repository of a node.' })
export class ClaimNodeInput {
  @Field(() => String, {
    description:
      'Access token of the repository host. It is used for this request only, and neither stored nor logged.',
  })
  repoHostToken!: string;
}

/** New translations. */
@InputType({ description: 'New translations of a node.' })
export class AddNodeTranslationsInput {
  @Field(() => JSONObject, {
    description:
      'Object that maps language tags (BCP 47) to objects of translated fields. At most 40 languages, each object at most 16 KiB.',
  })
  data!: Record<string, unknown>;
}
