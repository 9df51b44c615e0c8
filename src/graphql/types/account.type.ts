import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../scalars.js';
import { pageType } from './page.js';

/** A user, with the fields that admins read. */
@ObjectType({ description: 'A user, as admins see them.' })
export class Account {
  @Field(() => ID, { simple: true, description: 'Id of the user.' })
  id!: string;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Display name; `null` if the identity provider sends none.',
  })
  name!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'E-mail address; `null` if the identity provider sends none.',
  })
  email!: string | null;

  @Field(() => Boolean, {
    simple: true,
    description: 'True if the role of an admin is granted in the registry. Claims of a token are not included.',
  })
  isAdmin!: boolean;

  @Field(() => Boolean, { simple: true, description: 'True if the user is approved to create public data.' })
  isApproved!: boolean;

  @Field(() => DateTime, { simple: true, description: 'Time of the first sign-in.' })
  createdAt!: string;

  @Field(() => DateTime, {
    simple: true,
    nullable: true,
    description: 'Time of the suspension; `null` if the user is not suspended.',
  })
  suspendedAt!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Reason of the suspension; `null` if there is none.',
  })
  suspendedReason!: string | null;
}

/** A page of users. */
export const AccountPage = pageType(() => Account, 'Account', 'users', 'newest first');
