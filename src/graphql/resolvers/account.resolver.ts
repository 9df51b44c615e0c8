import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { AccountRecord, AccountStatus as UserStatus } from '../../services/account.service.js';
import { reasonGiven, suspension } from '../../services/inputs.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { parseInput } from '../../values/parse.js';
import { Requires } from '../access.js';
import type { GraphContext } from '../context.js';
import { ReasonInput, SuspendUserInput } from '../inputs/moderation.input.js';
import { LimitArg, PageArg, pageArguments } from '../inputs/page.js';
import { UserStatusEnum } from '../types/enums.js';
import { toPage } from '../types/page.js';
import { User, UserPage } from '../types/user.type.js';

/** Administration of users. */
@Resolver()
export class AccountResolver {
  @Query(() => UserPage, { nullable: true, description: 'A page of users, newest first. Requires the admin role.' })
  @Requires('user.list')
  async users(
    @Ctx() { scope }: GraphContext,
    @PageArg() page: number | null,
    @LimitArg('Users', 100) limit: number | null,
    @Arg('search', () => String, {
      nullable: true,
      description: 'Only users whose name or e-mail address contains this text, or whose id equals it.',
    })
    search?: string | null,
    @Arg('status', () => UserStatusEnum, { nullable: true, description: 'Only users with this status.' })
    status?: UserStatus | null,
  ) {
    return toPage(
      await scope.services.accounts.list(await scope.viewer(), {
        ...pageArguments(page, limit, NODE_LIMIT_MAX),
        search: search || undefined,
        status: status ?? undefined,
      }),
    );
  }

  @Mutation(() => User, {
    description:
      'Suspends a user. Their credentials and the tokens that they created become invalid at once. Requires the admin role.',
  })
  @Requires('user.suspend')
  async suspendUser(
    @Ctx() { scope }: GraphContext,
    @Arg('userId', () => ID, { description: 'Id of the user in this registry.' }) id: string,
    @Arg('input', () => SuspendUserInput, { description: 'Reason.' }) input: SuspendUserInput,
  ): Promise<AccountRecord> {
    return scope.services.accounts.suspend(await scope.actor(), id, parseInput(suspension, input).reason);
  }

  @Mutation(() => User, { description: 'Reinstates a suspended user. Requires the admin role.' })
  @Requires('user.suspend')
  async reinstateUser(
    @Ctx() { scope }: GraphContext,
    @Arg('userId', () => ID, { description: 'Id of the user in this registry.' }) id: string,
  ): Promise<AccountRecord> {
    return scope.services.accounts.reinstate(await scope.actor(), id);
  }

  @Mutation(() => User, {
    description:
      'Approves a user, so that they may create public data if the registry requires approval. Requires the admin role.',
  })
  @Requires('user.approve')
  async approveUser(
    @Ctx() { scope }: GraphContext,
    @Arg('userId', () => ID, { description: 'Id of the user in this registry.' }) id: string,
  ): Promise<AccountRecord> {
    return scope.services.accounts.approve(await scope.actor(), id);
  }

  @Mutation(() => User, {
    description:
      'Withdraws the approval of a user, which also applies to the tokens that they created. Requires the admin role.',
  })
  @Requires('user.approve')
  async withdrawUserApproval(
    @Ctx() { scope }: GraphContext,
    @Arg('userId', () => ID, { description: 'Id of the user in this registry.' }) id: string,
    @Arg('input', () => ReasonInput, { nullable: true, description: 'Reason.' }) input?: ReasonInput | null,
  ): Promise<AccountRecord> {
    const { reason } = parseInput(reasonGiven, input ?? {});
    return scope.services.accounts.withdrawApproval(await scope.actor(), id, reason ?? undefined);
  }
}
