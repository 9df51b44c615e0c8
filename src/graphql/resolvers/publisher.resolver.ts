import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { MemberRecord, PublisherRecord } from '../../catalogue/records.js';
import { AppError } from '../../errors/app-error.js';
import {
  formerMember,
  newMember,
  newPublisher,
  leakedTokens,
  newToken,
  publisherFields,
} from '../../services/inputs.js';
import type { MaybePromise } from '../../values/maybe-promise.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { parseInput } from '../../values/parse.js';
import { Asks, Cacheable } from '../asks.js';
import type { GraphContext } from '../context.js';
import { pageArguments } from '../inputs/page.js';
import {
  AddPublisherMemberInput,
  CreatePublisherInput,
  CreatePublisherTokenInput,
  LeakedTokenInput,
  RemovePublisherMemberInput,
  UpdatePublisherInput,
} from '../inputs/publisher.input.js';
import { toPage } from '../types/page.js';
import {
  PersonalAccessToken,
  Publisher,
  PublisherIdAvailability,
  PublisherMember,
  PublisherPage,
} from '../types/publisher.type.js';

/** Publishers and their tokens. */
@Resolver()
export class PublisherResolver {
  @Query(() => Publisher, { nullable: true, description: 'The publisher of this id; null where there is none.' })
  @Asks('public')
  @Cacheable('revision')
  publisher(
    @Arg('id', () => ID, { description: 'The id of the publisher.' }) id: string,
    @Ctx() { scope }: GraphContext,
  ): MaybePromise<PublisherRecord | undefined> {
    return scope.loaders.publisher(id);
  }

  @Query(() => PublisherPage, { description: 'A page of publishers, by id.' })
  @Asks('public')
  @Cacheable('revision')
  async publishers(
    @Ctx() { scope }: GraphContext,
    @Arg('page', () => Int, { nullable: true, defaultValue: 1, description: 'The number of the page, from 1.' })
    page: number | null,
    @Arg('limit', () => Int, {
      nullable: true,
      defaultValue: 10,
      description: 'How many publishers a page has; at most 100.',
    })
    limit: number | null,
  ) {
    const asked = pageArguments(page, limit, NODE_LIMIT_MAX);
    return toPage(await scope.services.catalogue.listPublishers(asked.page, asked.limit));
  }

  @Query(() => PublisherIdAvailability, { description: 'Whether a new publisher could have this id, and if not, why.' })
  @Asks('public')
  async publisherIdAvailability(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id.' }) id: string,
  ): Promise<PublisherIdAvailability> {
    try {
      await scope.services.publishers.assertAvailable(id);
      return { isAvailable: true, reason: null };
    } catch (error) {
      if (error instanceof AppError && error.status === 400) return { isAvailable: false, reason: error.message };
      throw error;
    }
  }

  @Mutation(() => Publisher, { description: 'Creates a publisher, with the caller as its owner.' })
  @Asks('publisher.create')
  async createPublisher(
    @Ctx() { scope }: GraphContext,
    @Arg('input', () => CreatePublisherInput, { description: 'The new publisher.' }) input: CreatePublisherInput,
  ): Promise<PublisherRecord> {
    return scope.services.publishers.create(await scope.actor(), parseInput(newPublisher, input));
  }

  @Mutation(() => Publisher, { description: 'Updates a publisher. Its owners and admins may.' })
  @Asks('publisher.update')
  async updatePublisher(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the publisher.' }) id: string,
    @Arg('input', () => UpdatePublisherInput, { description: 'What is to change.' }) input: UpdatePublisherInput,
  ): Promise<PublisherRecord> {
    return scope.services.publishers.update(await scope.actor(), id, parseInput(publisherFields, input));
  }

  @Mutation(() => Publisher, {
    description: 'Deletes a publisher that owns no nodes, and gives what it was. Its owners and admins may.',
  })
  @Asks('publisher.delete')
  async deletePublisher(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the publisher.' }) id: string,
  ): Promise<PublisherRecord> {
    return scope.services.publishers.delete(await scope.actor(), id);
  }

  @Mutation(() => PersonalAccessToken, {
    description: 'Creates a personal access token and shows it once. Owners of the publisher and admins may.',
  })
  @Asks('token.create')
  async createPublisherToken(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'The publisher it shall act for.' }) publisherId: string,
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
      'Ends personal access tokens that were found where they should not be; whoever has one may report it. Says for each whether it was a valid token of this registry.',
  })
  @Asks('token.reportLeak')
  async reportLeakedTokens(
    @Ctx() { scope }: GraphContext,
    @Arg('input', () => [LeakedTokenInput], { description: 'What was found, up to 100 at once.' })
    input: LeakedTokenInput[],
  ): Promise<boolean[]> {
    return scope.services.tokens.revokeLeaked(await scope.actor(), parseInput(leakedTokens, input));
  }

  @Mutation(() => PersonalAccessToken, {
    description: 'Deletes a personal access token, and gives what it was. Owners of the publisher and admins may.',
  })
  @Asks('token.delete')
  async deletePublisherToken(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'The publisher it acts for.' }) publisherId: string,
    @Arg('id', () => ID, { description: 'The id of the token.' }) id: string,
  ) {
    return scope.services.tokens.delete(await scope.actor(), publisherId, id);
  }

  @Mutation(() => PublisherMember, {
    description: 'Makes a user a member of a publisher, or changes his role. Its owners and admins may.',
  })
  @Asks('member.add')
  async addPublisherMember(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'The publisher.' }) publisherId: string,
    @Arg('input', () => AddPublisherMemberInput, { description: 'Who, and as what.' }) input: AddPublisherMemberInput,
  ): Promise<MemberRecord> {
    return scope.services.members.add(
      await scope.actor(),
      publisherId,
      parseInput(newMember, { ...input, role: input.role ?? undefined }),
    );
  }

  @Mutation(() => Publisher, {
    description:
      'Removes a member of a publisher. Its owners and admins may, and everybody himself; never the last owner.',
  })
  @Asks(['member.remove', 'member.leave'])
  async removePublisherMember(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'The publisher.' }) publisherId: string,
    @Arg('input', () => RemovePublisherMemberInput, { description: 'Who.' }) input: RemovePublisherMemberInput,
  ): Promise<PublisherRecord> {
    await scope.services.members.remove(await scope.actor(), publisherId, parseInput(formerMember, input));
    return scope.services.publishers.get(publisherId);
  }
}
