import { Field, ID, ObjectType, Root } from 'type-graphql';
import type { MemberRecord } from '../../catalogue/records.js';
import type { MemberRole, PublisherStatus } from '../../values/states.js';
import { Requires } from '../access.js';
import { DateTime, Url } from '../scalars.js';
import { MemberRoleEnum, PublisherStatusEnum } from './enums.js';
import { pageType } from './page.js';
import { User } from './user.type.js';

/** A publisher, for the graph. Its nested fields are in `fields/`. */
@ObjectType({ description: 'An account that owns nodes.' })
export class Publisher {
  @Field(() => ID, { simple: true, description: 'Id of the publisher, unique in the registry.' })
  id!: string;

  @Field(() => String, { simple: true, description: 'Display name.' })
  name!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'Description of the publisher.' })
  description!: string | null;

  @Field(() => Url, { simple: true, nullable: true, description: 'URL of the logo; `null` if none was given.' })
  logo!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Website of the publisher.' })
  website!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Support contact, such as a URL or an e-mail address.',
  })
  support!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Location of the publisher’s source code.' })
  sourceCodeRepo!: string | null;

  @Field(() => PublisherStatusEnum, { simple: true, description: 'Status of the publisher.' })
  status!: PublisherStatus;

  @Field(() => DateTime, { simple: true, description: 'Time of creation.' })
  createdAt!: string;

  @Field(() => DateTime, { simple: true, description: 'Time of the last change.' })
  updatedAt!: string;
}

export const PublisherPage = pageType(() => Publisher, 'Publisher', 'publishers', 'by id');

/** Availability of an id for a new publisher. */
@ObjectType({ description: 'Availability of an id for a new publisher.' })
export class PublisherIdAvailability {
  @Field(() => Boolean, { simple: true, description: 'True if the id is available.' })
  isAvailable!: boolean;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Reason why the id is not available; `null` if it is.',
  })
  reason!: string | null;
}

/** Membership of a user in a publisher. */
@ObjectType({ description: 'Membership of a user in a publisher.' })
export class PublisherMember {
  @Field(() => ID, { simple: true, description: 'Id of the membership.' })
  id!: string;

  @Field(() => MemberRoleEnum, { simple: true, description: 'Role of the member.' })
  role!: MemberRole;

  @Field(() => User, { simple: true, description: 'The user.' })
  user!: User;

  // Not a field of the user, because members of one publisher may read it and members of another may not.
  @Requires('member.readEmail')
  @Field(() => String, {
    nullable: true,
    description:
      'E-mail address of the user. Visible to the user and to admins, and to members of the publisher unless the user was invited by id; `null` for other callers.',
  })
  email(@Root() { user }: MemberRecord): string | null {
    return user.email;
  }
}

/** A personal access token. The secret is set only in the response that creates it. */
@ObjectType({ description: 'A personal access token: a credential with which tools act for a publisher.' })
export class PersonalAccessToken {
  @Field(() => ID, { simple: true, description: 'Id of the token.' })
  id!: string;

  @Field(() => String, { simple: true, description: 'Display name.' })
  name!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'Intended use; `null` if none was given.' })
  description!: string | null;

  @Field(() => String, { simple: true, description: 'Last four characters of the token, to recognize it.' })
  lastFour!: string;

  @Field(() => DateTime, { simple: true, description: 'Time of creation.' })
  createdAt!: string;

  @Field(() => DateTime, {
    simple: true,
    nullable: true,
    description: 'Time of expiry; `null` if the token does not expire.',
  })
  expiresAt!: string | null;

  @Field(() => DateTime, {
    simple: true,
    nullable: true,
    description: 'Time of the last use, to the minute; `null` if it was never used.',
  })
  lastUsedAt!: string | null;

  @Requires('token.readCreator')
  @Field(() => User, {
    simple: true,
    nullable: true,
    description:
      'User who created the token. Requires the owner role in the publisher, or the admin role; `null` for other callers, and if the registry created it.',
  })
  createdBy!: User | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'The secret token. Returned by `createPublisherToken` only; otherwise `null`.',
  })
  token!: string | null;
}
