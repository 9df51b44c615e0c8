import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { PublisherRecord } from '../../catalogue/records.js';
import type { AccountRecord } from '../../services/account.service.js';
import { Requires } from '../access.js';
import type { GraphContext } from '../context.js';
import { DateTime } from '../scalars.js';
import { Publisher } from '../types/publisher.type.js';
import { User } from '../types/user.type.js';

/** The fields that all records of users have. */
type UserRecord = Pick<AccountRecord, 'id' | 'name'>;

/** The private fields of a user; `null` if the viewer may not read them. */
const accountOf = ({ id }: UserRecord, { scope }: GraphContext): Promise<AccountRecord | null> =>
  scope.loaders.account.load(id);

/** Private fields of a user. */
@Resolver(() => User)
export class UserFields {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'E-mail address; `null` if the identity provider sends none. Private.',
  })
  @Requires('user.readPrivate')
  async email(@Root() user: UserRecord, @Ctx() context: GraphContext): Promise<string | null> {
    return (await accountOf(user, context))?.email ?? null;
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description:
      'True if the user is an admin. Admin roles that the claims of a token grant are included for the calling user only. Private.',
  })
  @Requires('user.readPrivate')
  async isAdmin(@Root() user: UserRecord, @Ctx() context: GraphContext): Promise<boolean | null> {
    return (await accountOf(user, context))?.isAdmin ?? null;
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description: 'True if the user is approved to create public data. Private.',
  })
  @Requires('user.readPrivate')
  async isApproved(@Root() user: UserRecord, @Ctx() context: GraphContext): Promise<boolean | null> {
    return (await accountOf(user, context))?.isApproved ?? null;
  }

  @FieldResolver(() => DateTime, { nullable: true, description: 'Time of the first sign-in. Private.' })
  @Requires('user.readPrivate')
  async createdAt(@Root() user: UserRecord, @Ctx() context: GraphContext): Promise<string | null> {
    return (await accountOf(user, context))?.createdAt ?? null;
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'Time of the suspension; `null` if the user is not suspended. Private.',
  })
  @Requires('user.readPrivate')
  async suspendedAt(@Root() user: UserRecord, @Ctx() context: GraphContext): Promise<string | null> {
    return (await accountOf(user, context))?.suspendedAt ?? null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Reason of the suspension; `null` if there is none. Private.',
  })
  @Requires('user.readPrivate')
  async suspendedReason(@Root() user: UserRecord, @Ctx() context: GraphContext): Promise<string | null> {
    return (await accountOf(user, context))?.suspendedReason ?? null;
  }

  @FieldResolver(() => [Publisher], {
    nullable: true,
    description: 'Publishers that the user is a member of, ordered by id. Private.',
  })
  @Requires('user.readPrivate')
  async publishers(@Root() user: UserRecord, @Ctx() context: GraphContext): Promise<PublisherRecord[] | null> {
    return (await accountOf(user, context)) && context.scope.services.publishers.ofUser(user.id);
  }
}
