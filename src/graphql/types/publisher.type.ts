import { Field, ID, ObjectType } from 'type-graphql';
import type { MemberRole, PublisherStatus } from '../../values/states.js';
import { Asks } from '../asks.js';
import { DateTime } from '../scalars.js';
import { MemberRoleEnum, PublisherStatusEnum } from './enums.js';
import { pageType } from './page.js';

/** A publisher, for the graph. Its nested fields are in `fields/`. */
@ObjectType({ description: 'An account that owns nodes.' })
export class Publisher {
  @Field(() => ID, { simple: true, description: 'Unique, akin to a user name.' })
  id!: string;

  @Field(() => String, { simple: true, description: 'What it is called.' })
  name!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'What it says of itself.' })
  description!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Address of its logo.' })
  logo!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Its site.' })
  website!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Where it gives support.' })
  support!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Where its sources are.' })
  sourceCodeRepo!: string | null;

  @Field(() => PublisherStatusEnum, { simple: true, description: 'Its state.' })
  status!: PublisherStatus;

  @Field(() => DateTime, { simple: true, description: 'When it was created.' })
  createdAt!: string;
}

export const PublisherPage = pageType(() => Publisher, 'Publisher', 'publishers', 'by id');

/** Whether an id is free. */
@ObjectType({ description: 'Whether a new publisher could have an id.' })
export class PublisherIdAvailability {
  @Field(() => Boolean, { simple: true, description: 'Whether it could.' })
  isAvailable!: boolean;

  @Field(() => String, { simple: true, nullable: true, description: 'Why it could not.' })
  reason!: string | null;
}

/** A person as others may see him. */
@ObjectType({ description: 'A person, as others may see him.' })
export class PublisherUser {
  @Field(() => ID, { simple: true, description: 'Unique in the registry.' })
  id!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'What he is called.' })
  name!: string | null;

  @Asks('member.readEmail')
  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'His e-mail address, for members of the publisher, himself and admins; null for others.',
  })
  email!: string | null;
}

/** A person's part in a publisher. */
@ObjectType({ description: 'A person’s part in a publisher.' })
export class PublisherMember {
  @Field(() => ID, { simple: true, description: 'Unique in the registry.' })
  id!: string;

  @Field(() => MemberRoleEnum, { simple: true, description: 'What he may do.' })
  role!: MemberRole;

  @Field(() => PublisherUser, { simple: true, description: 'The person.' })
  user!: PublisherUser;
}

/** A credential of a publisher, without the credential. */
@ObjectType({ description: 'A credential of a publisher for its tools.' })
export class PersonalAccessToken {
  @Field(() => ID, { simple: true, description: 'Unique in the registry.' })
  id!: string;

  @Field(() => String, { simple: true, description: 'What it is called.' })
  name!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'What it is for.' })
  description!: string | null;

  @Field(() => String, { simple: true, description: 'Its last four characters, to tell it by.' })
  lastFour!: string;

  @Field(() => DateTime, { simple: true, description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTime, { simple: true, nullable: true, description: 'When it ends; null for never.' })
  expiresAt!: string | null;

  @Field(() => DateTime, { simple: true, nullable: true, description: 'When it was last used, to the minute.' })
  lastUsedAt!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'The token itself: only in the answer that creates it.',
  })
  token!: string | null;
}
