import { Field, ID, InputType } from 'type-graphql';
import { DateTime, Url } from '../scalars.js';
import { MemberRoleEnum } from '../types/enums.js';

/** Changes of a publisher. */
@InputType({ description: 'Changes of a publisher. Absent fields stay unchanged; `null` or "" clears a field.' })
export class UpdatePublisherInput {
  @Field(() => String, {
    nullable: true,
    description: 'Display name, at most 200 characters. If cleared, the id is used.',
  })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Description of the publisher. At most 20,000 characters.' })
  description?: string | null;

  @Field(() => Url, { nullable: true, description: 'URL of the logo (http or https).' })
  logo?: string | null;

  @Field(() => String, { nullable: true, description: 'Website of the publisher. At most 2,000 characters.' })
  website?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Support contact, such as a URL or an e-mail address. At most 2,000 characters.',
  })
  support?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Location of the publisher’s source code. At most 2,000 characters.',
  })
  sourceCodeRepo?: string | null;
}

/** A new publisher. */
@InputType({ description: 'A new publisher.' })
export class CreatePublisherInput extends UpdatePublisherInput {
  @Field(() => ID, {
    description:
      'Id of the publisher: 3 to 64 characters of a-z, 0-9 and "-", beginning with a letter and not ending in "-".',
  })
  id!: string;
}

/** A report of a leaked token. */
@InputType({ description: 'Report of a leaked personal access token.' })
export class LeakedTokenInput {
  @Field(() => String, { description: 'The leaked token.' })
  token!: string;

  @Field(() => Url, { nullable: true, description: 'URL at which the token was found.' })
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'Kind of the source in which the token was found.' })
  source?: string | null;
}

/** A new personal access token. */
@InputType({ description: 'A new personal access token.' })
export class CreatePublisherTokenInput {
  @Field(() => String, { description: 'Name of the token, 1 to 200 characters.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Intended use. At most 2,000 characters.' })
  description?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time of expiry, in the future. By default the token does not expire.',
  })
  expiresAt?: Date | null;
}

/** A person and their role in a publisher. */
@InputType({ description: 'A person and their role in a publisher. Give either `userId` or `email`.' })
export class AddPublisherMemberInput {
  @Field(() => ID, { nullable: true, description: 'Id of the user in this registry.' })
  userId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'E-mail address. The invitation is for the user who signs in with this verified address.',
  })
  email?: string | null;

  @Field(() => MemberRoleEnum, { nullable: true, description: 'Role to grant. Defaults to `member`.' })
  role?: string | null;
}

/** A member to remove. */
@InputType({ description: 'A member to remove. Give either `userId` or `email`.' })
export class RemovePublisherMemberInput {
  @Field(() => ID, { nullable: true, description: 'Id of the user in this registry.' })
  userId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'E-mail address of the user, verified by their identity provider.',
  })
  email?: string | null;
}
