import { Field, ID, InputType } from 'type-graphql';
import { DateTime } from '../scalars.js';
import { MemberRoleEnum } from '../types/enums.js';

/** What a publisher's owner may set. */
@InputType({ description: 'What is to change of a publisher: absent fields keep, null or "" clears.' })
export class UpdatePublisherInput {
  @Field(() => String, { nullable: true, description: 'What it is called; cleared, it is called by its id.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'What it says of itself.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Address of its logo: http or https.' })
  logo?: string | null;

  @Field(() => String, { nullable: true, description: 'Its site.' })
  website?: string | null;

  @Field(() => String, { nullable: true, description: 'Where it gives support.' })
  support?: string | null;

  @Field(() => String, { nullable: true, description: 'Where its sources are.' })
  sourceCodeRepo?: string | null;
}

/** A new publisher. */
@InputType({ description: 'A new publisher.' })
export class CreatePublisherInput extends UpdatePublisherInput {
  @Field(() => ID, {
    description: 'Its id: 3 to 64 characters of a-z, 0-9 and "-", beginning with a letter and not ending in "-".',
  })
  id!: string;
}

/** A token that was found where it should not be. */
@InputType({ description: 'A personal access token that was found where it should not be.' })
export class LeakedTokenInput {
  @Field(() => String, { description: 'The token itself.' })
  token!: string;

  @Field(() => String, { nullable: true, description: 'Where it was found.' })
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'What kind of place that is.' })
  source?: string | null;
}

/** A new personal access token. */
@InputType({ description: 'A new personal access token.' })
export class CreatePublisherTokenInput {
  @Field(() => String, { description: 'What it is called.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it ends; never where not said.' })
  expiresAt?: Date | null;
}

/** A new member of a publisher, or another role for one. */
@InputType({ description: 'A new member of a publisher, or another role for one; named by id or by e-mail address.' })
export class AddPublisherMemberInput {
  @Field(() => ID, { nullable: true, description: 'Our id of the user.' })
  userId?: string | null;

  @Field(() => String, { nullable: true, description: 'His e-mail address, verified by his provider.' })
  email?: string | null;

  @Field(() => MemberRoleEnum, { nullable: true, description: 'What he shall be; a member where not said.' })
  role?: string | null;
}

/** Who shall be a member no more. */
@InputType({ description: 'Who shall be a member no more; named by id or by e-mail address.' })
export class RemovePublisherMemberInput {
  @Field(() => ID, { nullable: true, description: 'Our id of the user.' })
  userId?: string | null;

  @Field(() => String, { nullable: true, description: 'His e-mail address, verified by his provider.' })
  email?: string | null;
}
