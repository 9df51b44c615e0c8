import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { PublisherRecord } from '../../catalogue/records.js';
import type { UserRecord } from '../../services/user.service.js';
import { Asks } from '../asks.js';
import type { GraphContext } from '../context.js';
import { Publisher } from '../types/publisher.type.js';
import { User } from '../types/user.type.js';

/** What the calling user leads to. */
@Resolver(() => User)
export class UserFields {
  @FieldResolver(() => [Publisher], { description: 'The publishers he is a member of, by id.' })
  @Asks('public')
  publishers(@Root() user: UserRecord, @Ctx() { scope }: GraphContext): Promise<PublisherRecord[]> {
    return scope.services.publishers.ofUser(user.id);
  }
}
