import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../scalars.js';

/** The calling user, with the fields that only they can read. */
@ObjectType({ description: 'The user who makes the request.' })
export class User {
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

  @Field(() => Boolean, { simple: true, description: 'True if the user is an admin.' })
  isAdmin!: boolean;

  @Field(() => Boolean, { simple: true, description: 'True if the user is approved to publish.' })
  isApproved!: boolean;
}

/** A token that an admin generated. */
@ObjectType({ description: 'A bearer token that an admin generated. It cannot be read again.' })
export class AdminToken {
  @Field(() => String, { simple: true, description: 'The token.' })
  token!: string;

  @Field(() => DateTime, { simple: true, description: 'Time at which it expires.' })
  expiresAt!: string;
}
