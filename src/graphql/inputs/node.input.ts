import { Field, ID, InputType, Int } from 'type-graphql';
import { JSONObject } from '../scalars.js';

/** What is to change of a node. */
@InputType({ description: 'What is to change of a node: absent fields keep, null or "" clears.' })
export class UpdateNodeInput {
  @Field(() => String, { nullable: true, description: 'What it is called; cleared, it is called by its id.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'What it does.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Who made it.' })
  author?: string | null;

  @Field(() => String, { nullable: true, description: 'Path to the LICENSE file in its repository; kept as sent.' })
  license?: string | null;

  @Field(() => String, { nullable: true, description: 'Address of its icon: http or https.' })
  icon?: string | null;

  @Field(() => String, { nullable: true, description: 'Address of its banner: http or https.' })
  bannerUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'Address of its repository: http or https.' })
  repository?: string | null;

  @Field(() => String, { nullable: true, description: 'Its category; tags replace it.' })
  category?: string | null;

  @Field(() => [String], { nullable: true, description: 'Words to sort it under.' })
  tags?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Accelerators it supports, as classifiers.' })
  supportedAccelerators?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Versions of the host application’s frontend it supports.' })
  supportedCoreuiFrontendVersion?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Versions of the host application it supports, such as ">=0.3.0,<1.0".',
  })
  supportedCoreuiVersion?: string | null;

  @Field(() => [String], { nullable: true, description: 'Operating systems it supports, as classifiers.' })
  supportedOs?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Admins only, ignored from others: words to sort it under.' })
  tagsAdmin?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Admins only, ignored from others: core-node names that belong to it.',
  })
  preemptedCoreNodeNames?: string[] | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Admins only, ignored from others: its rank in search results; a lower one comes first.',
  })
  searchRanking?: number | null;
}

/** A new node. */
@InputType({ description: 'A new node.' })
export class CreateNodeInput extends UpdateNodeInput {
  @Field(() => ID, {
    description:
      'Its id: 1 to 100 characters of A-Z, a-z, 0-9, ".", "_" and "-", beginning with a letter; unique however it is spelled.',
  })
  id!: string;
}

/** A review. */
@InputType({ description: 'A user’s review of a node.' })
export class ReviewNodeInput {
  @Field(() => Int, { description: 'How many stars, 1 to 5.' })
  star!: number;
}

/** What proves a claim. */
@InputType({ description: 'What proves that the caller owns a node’s repository.' })
export class ClaimNodeInput {
  @Field(() => String, { description: 'A token of the repository’s host, used once and neither stored nor logged.' })
  repoHostToken!: string;
}

/** New translations. */
@InputType({ description: 'New translations of a node.' })
export class AddNodeTranslationsInput {
  @Field(() => JSONObject, { description: 'An object of translated fields for each language tag (BCP 47).' })
  data!: Record<string, unknown>;
}
