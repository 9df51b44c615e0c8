import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { PublisherRecord } from '../../catalogue/records.js';
import type { UserRecord } from '../../services/user.service.js';
import { Asks } from '../asks.js';
import type { GraphContext } from '../context.js';
import { Publisher } from '../types/publisher.type.js';
import { User } from '../types/user.type.js';

/** Nested fields of the calling user. */
@Resolver(() => User)
export class UserFields {
  @FieldResolver(() => [Publisher], { description: 'Publishers that the user is a member of, ordered by id.' })
  @Asks('public')
  publishers(@Root() user: UserRecord, @Ctx() { scope }: GraphContext): Promise<PublisherRecord[]> {
    return scope.services.publishers.ofUser(user.id);
  }
}
