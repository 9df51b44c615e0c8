import { Ctx, Query, Resolver } from 'type-graphql';
import type { UserRecord } from '../../services/user.service.js';
import { Requires } from '../access.js';
import type { GraphContext } from '../context.js';
import { User } from '../types/user.type.js';

/** The calling user. */
@Resolver()
export class UserResolver {
  @Query(() => User, { nullable: true, description: 'The calling user. Requires a signed-in user.' })
  @Requires('user.readSelf')
  async me(@Ctx() { scope }: GraphContext): Promise<UserRecord> {
    return scope.services.users.self(await scope.viewer());
  }
}
