import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { PublisherRecord } from '../../catalogue/records.js';
import { AppError } from '../../errors/app-error.js';
import {
  formerMember,
  newMember,
  newPublisher,
  leakedTokens,
  newToken,
  publisherFields,
} from '../../services/inputs.js';
import type { AddedMember } from '../../services/member.service.js';
import type { MaybePromise } from '../../values/maybe-promise.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { parseInput } from '../../values/parse.js';
import { Requires, Cacheable } from '../access.js';
import type { GraphContext } from '../context.js';
import { LimitArg, PageArg, pageArguments } from '../inputs/page.js';
import {
  AddPublisherMemberInput,
  CreatePublisherInput,
  CreatePublisherTokenInput,
  LeakedTokenInput,
  RemovePublisherMemberInput,
  UpdatePublisherInput,
} from '../inputs/publisher.input.js';
import { toPage } from '../types/page.js';
import { AddedPublisherMember } from '../types/invitation.type.js';
import { PersonalAccessToken, Publisher, PublisherIdAvailability, PublisherPage } from '../types/publisher.type.js';

/** Publishers and their tokens. */
@Resolver()
export class PublisherResolver {
  @Query(() => Publisher, { nullable: true, description: 'The publisher with this id; `null` if it does not exist.' })
  @Requires('public')
  @Cacheable('revision')
  publisher(
    @Arg('id', () => ID, { description: 'Id of the publisher.' }) id: string,
    @Ctx() { scope }: GraphContext,
  ): MaybePromise<PublisherRecord | undefined> {
    return scope.loaders.publisher(id);
  }

  @Query(() => PublisherPage, { nullable: true, description: 'A page of publishers, ordered by id.' })
  @Requires('public')
  @Cacheable('revision')
  async publishers(
    @Ctx() { scope }: GraphContext,
    @PageArg() page: number | null,
    @LimitArg('Publishers', 100) limit: number | null,
    @Arg('name', () => String, {
      nullable: true,
      description: 'Only publishers whose id or name contains this, ignoring case.',
    })
    name?: string | null,
  ) {
    const asked = pageArguments(page, limit, NODE_LIMIT_MAX);
    return toPage(await scope.services.catalogue.listPublishers(asked.page, asked.limit, name || undefined));
  }

  @Query(() => PublisherIdAvailability, {
    nullable: true,
    description: 'Checks if an id is available for a new publisher.',
  })
  @Requires('public')
  async publisherIdAvailability(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'Id to check.' }) id: string,
  ): Promise<PublisherIdAvailability> {
    try {
      await scope.services.publishers.assertAvailable(id);
      return { isAvailable: true, reason: null };
    } catch (error) {
      if (error instanceof AppError && error.status === 400) return { isAvailable: false, reason: error.message };
      throw error;
    }
  }

  @Mutation(() => Publisher, {
    description: 'Creates a publisher with the caller as its owner. Requires a signed-in user.',
  })
  @Requires('publisher.create')
  async createPublisher(
    @Ctx() { scope }: GraphContext,
    @Arg('input', () => CreatePublisherInput, { description: 'The new publisher.' }) input: CreatePublisherInput,
  ): Promise<PublisherRecord> {
    return scope.services.publishers.create(await scope.actor(), parseInput(newPublisher, input));
  }

  @Mutation(() => Publisher, {
    description: 'Updates a publisher. Requires the owner role in the publisher, or the admin role.',
  })
  @Requires('publisher.update')
  async updatePublisher(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'Id of the publisher.' }) id: string,
    @Arg('input', () => UpdatePublisherInput, { description: 'Changes.' }) input: UpdatePublisherInput,
  ): Promise<PublisherRecord> {
    return scope.services.publishers.update(await scope.actor(), id, parseInput(publisherFields, input));
  }

  @Mutation(() => Publisher, {
    description:
      'Deletes a publisher that owns no nodes, and returns it. Requires the owner role in the publisher, or the admin role.',
  })
  @Requires('publisher.delete')
  async deletePublisher(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'Id of the publisher.' }) id: string,
  ): Promise<PublisherRecord> {
    return scope.services.publishers.delete(await scope.actor(), id);
  }

  @Mutation(() => PersonalAccessToken, {
    description:
      'Creates a personal access token. Only this response contains the secret. Requires the owner role in the publisher, or the admin role.',
  })
  @Requires('token.create')
  async createPublisherToken(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'Id of the publisher that the token will act for.' })
    publisherId: string,
    @Arg('input', () => CreatePublisherTokenInput, { description: 'The new token.' }) input: CreatePublisherTokenInput,
  ) {
    const fields = { ...input, ...(input.expiresAt ? { expiresAt: input.expiresAt.toISOString() } : {}) };
    const { record, secret } = await scope.services.tokens.create(
      await scope.actor(),
      publisherId,
      parseInput(newToken, fields),
    );
    return { ...record, token: secret };
  }

  @Mutation(() => [Boolean], {
    description:
      'Revokes leaked personal access tokens. Any caller may report them. Returns for each report, in order, whether it contained a valid token of this registry.',
  })
  @Requires('token.reportLeak')
  async reportLeakedTokens(
    @Ctx() { scope }: GraphContext,
    @Arg('input', () => [LeakedTokenInput], { description: 'Leaked tokens, 1 to 100.' })
    input: LeakedTokenInput[],
  ): Promise<boolean[]> {
    return scope.services.tokens.revokeLeaked(await scope.actor(), parseInput(leakedTokens, input));
  }

  @Mutation(() => PersonalAccessToken, {
    description:
      'Deletes a personal access token and returns it without its secret. It becomes invalid at once. Requires the owner role in the publisher, or the admin role.',
  })
  @Requires('token.delete')
  async deletePublisherToken(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'Id of the publisher that the token acts for.' }) publisherId: string,
    @Arg('tokenId', () => ID, { description: 'Id of the token.' }) id: string,
  ) {
    return scope.services.tokens.delete(await scope.actor(), publisherId, id);
  }

  @Mutation(() => AddedPublisherMember, {
    description:
      'Invites a person to a publisher, or changes the role of a member. The last owner can’t be demoted. Requires the owner role in the publisher, or the admin role.',
  })
  @Requires('member.add')
  async addPublisherMember(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'Id of the publisher.' }) publisherId: string,
    @Arg('input', () => AddPublisherMemberInput, { description: 'The person and their role.' })
    input: AddPublisherMemberInput,
  ): Promise<AddedMember> {
    return scope.services.members.add(
      await scope.actor(),
      publisherId,
      parseInput(newMember, { ...input, role: input.role ?? undefined }),
    );
  }

  @Mutation(() => Publisher, {
    description:
      'Removes a member of a publisher, and returns the publisher. The last owner can’t be removed. Requires the owner role in the publisher, or the admin role; members may remove themselves by `userId`.',
  })
  @Requires(['member.remove', 'member.leave'])
  async removePublisherMember(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'Id of the publisher.' }) publisherId: string,
    @Arg('input', () => RemovePublisherMemberInput, { description: 'The member to remove.' })
    input: RemovePublisherMemberInput,
  ): Promise<PublisherRecord> {
    await scope.services.members.remove(await scope.actor(), publisherId, parseInput(formerMember, input));
    return scope.services.publishers.get(publisherId);
  }
}
