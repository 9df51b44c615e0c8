import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { MemberRecord } from '../../catalogue/records.js';
import type { InvitationRecord } from '../../services/new-invitation.js';
import { Requires } from '../access.js';
import type { GraphContext } from '../context.js';
import { PublisherInvitation } from '../types/invitation.type.js';
import { PublisherMember } from '../types/publisher.type.js';

/** Invitations to become a member of a publisher. */
@Resolver()
export class InvitationResolver {
  @Query(() => [PublisherInvitation], {
    nullable: true,
    description: 'Pending invitations of the calling user, newest first, at most 100. Requires a signed-in user.',
  })
  @Requires('user.readSelf')
  async invitations(@Ctx() { scope }: GraphContext): Promise<InvitationRecord[]> {
    return scope.services.invitations.listOwn(await scope.viewer());
  }

  @Mutation(() => PublisherMember, {
    description: 'Accepts an invitation, which makes the caller a member. Requires the invited user.',
  })
  @Requires('invitation.answer')
  async acceptInvitation(
    @Ctx() { scope }: GraphContext,
    @Arg('invitationId', () => ID, { description: 'Id of the invitation.' }) id: string,
  ): Promise<MemberRecord> {
    return scope.services.invitations.accept(await scope.actor(), id);
  }

  @Mutation(() => PublisherInvitation, {
    description: 'Declines an invitation and returns it. Requires the invited user.',
  })
  @Requires('invitation.answer')
  async declineInvitation(
    @Ctx() { scope }: GraphContext,
    @Arg('invitationId', () => ID, { description: 'Id of the invitation.' }) id: string,
  ): Promise<InvitationRecord> {
    return scope.services.invitations.decline(await scope.actor(), id);
  }

  @Mutation(() => PublisherInvitation, {
    description: 'Withdraws an invitation and returns it. Requires the owner role in the publisher, or the admin role.',
  })
  @Requires('invitation.withdraw')
  async withdrawInvitation(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'Id of the publisher.' }) publisherId: string,
    @Arg('invitationId', () => ID, { description: 'Id of the invitation.' }) id: string,
  ): Promise<InvitationRecord> {
    return scope.services.invitations.withdraw(await scope.actor(), publisherId, id);
  }
}
