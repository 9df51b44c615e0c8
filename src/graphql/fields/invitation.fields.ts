import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { PublisherRecord } from '../../catalogue/records.js';
import type { InvitationRecord } from '../../services/new-invitation.js';
import type { MaybePromise } from '../../values/maybe-promise.js';
import { Requires } from '../access.js';
import type { GraphContext } from '../context.js';
import { PublisherInvitation } from '../types/invitation.type.js';
import { Publisher } from '../types/publisher.type.js';

/** Nested fields of an invitation. */
@Resolver(() => PublisherInvitation)
export class InvitationFields {
  @FieldResolver(() => Publisher, { nullable: true, description: 'The publisher that the person is invited to.' })
  @Requires('public')
  publisher(
    @Root() invitation: InvitationRecord,
    @Ctx() { scope }: GraphContext,
  ): MaybePromise<PublisherRecord | undefined> {
    return scope.loaders.publisher(invitation.publisherId);
  }
}
