import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../scalars.js';
import { pageType } from './page.js';

/** The only type for users, so that clients cache one object per user. `UserFields` resolves the private fields. */
@ObjectType({
  description:
    'A user of the registry. Private fields can be read by the user and by admins; they are `null` for other callers.',
})
export class User {
  @Field(() => ID, { simple: true, description: 'Id of the user.' })
  id!: string;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Display name; `null` if the identity provider sends none.',
  })
  name!: string | null;
}

/** A page of users. */
export const UserPage = pageType(() => User, 'User', 'users', 'newest first');

/** A bearer token of the admin who generated it. */
@ObjectType({ description: 'A bearer token of the admin who generated it. Only this response contains it.' })
export class AdminToken {
  @Field(() => String, { simple: true, description: 'The token.' })
  token!: string;

  @Field(() => DateTime, { simple: true, description: 'Time at which the token expires.' })
  expiresAt!: string;
}
