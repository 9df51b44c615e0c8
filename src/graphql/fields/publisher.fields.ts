import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { MemberRecord, NodeRecord, PublisherRecord } from '../../catalogue/records.js';
import type { InvitationRecord } from '../../services/new-invitation.js';
import type { TokenRecord } from '../../services/token.service.js';
import type { WebhookRecord } from '../../services/webhook.service.js';
import { can } from '../../policy/authorize.js';
import { decodeCursor, encodeCursor } from '../../values/cursor.js';
import { Requires, Cacheable } from '../access.js';
import type { GraphContext } from '../context.js';
import { allMaybe } from '../../values/maybe-promise.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { firstArgument, LimitArg, PageArg, pageArguments } from '../inputs/page.js';
import { AuditPage } from '../types/audit.type.js';
import { type Connection, toConnection } from '../types/connection.js';
import { PublisherInvitation } from '../types/invitation.type.js';
import { NodeConnection } from '../types/node.type.js';
import { toPage } from '../types/page.js';
import { PersonalAccessToken, Publisher, PublisherMember } from '../types/publisher.type.js';
import { Webhook } from '../types/webhook.type.js';

/** Nested fields of a publisher. */
@Resolver(() => Publisher)
export class PublisherFields {
  @FieldResolver(() => NodeConnection, { nullable: true, description: 'Active nodes of the publisher, ordered by id.' })
  @Requires('public')
  @Cacheable('revision')
  async nodes(
    @Root() publisher: PublisherRecord,
    @Ctx() { scope }: GraphContext,
    @Arg('first', () => Int, { nullable: true, defaultValue: 10, description: 'Number of items, 1 to 100.' })
    first: number | null,
    @Arg('after', () => String, { nullable: true, description: 'Cursor of the item after which the slice begins.' })
    after?: string | null,
  ): Promise<Connection<NodeRecord>> {
    const cursor = after ? decodeCursor(after, 1)[0] : undefined;
    const { loaders, services } = scope;
    const slice = await loaders.nested(
      services.catalogue.publisherLists.nodeSlices(firstArgument(first), cursor),
      publisher.id,
    );
    const nodes = await allMaybe(slice.items.map((id) => loaders.node(id)));
    const items = nodes.filter((node) => node !== undefined);
    return toConnection(
      { items, hasMore: slice.hasMore },
      after,
      ({ id }) => encodeCursor(id),
      () => loaders.nested(services.catalogue.publisherLists.nodeCounts(), publisher.id),
    );
  }

  @FieldResolver(() => Boolean, { description: 'True if the caller may update the publisher.' })
  @Requires('public')
  async viewerCanEdit(@Root() publisher: PublisherRecord, @Ctx() { scope }: GraphContext): Promise<boolean> {
    const standing = await scope.loaders.standing.load(publisher.id);
    return standing !== undefined && can(await scope.reader(), 'publisher.update', standing);
  }

  @FieldResolver(() => [PublisherMember], { description: 'Members of the publisher, owners first.' })
  @Requires('public')
  members(@Root() publisher: PublisherRecord, @Ctx() { scope }: GraphContext): Promise<readonly MemberRecord[]> {
    return scope.loaders.members.load(publisher.id);
  }

  @FieldResolver(() => AuditPage, {
    nullable: true,
    description:
      'Audit log of the publisher and the objects that belong to it, newest first. Requires membership of the publisher, or the admin role.',
  })
  @Requires('audit.readOwn')
  async auditLog(
    @Root() publisher: PublisherRecord,
    @Ctx() { scope }: GraphContext,
    @PageArg() page: number | null,
    @LimitArg('Entries', 100) limit: number | null,
  ) {
    const asked = pageArguments(page, limit, NODE_LIMIT_MAX);
    return toPage(await scope.services.audit.ofPublisher(await scope.viewer(), publisher.id, asked.page, asked.limit));
  }

  @FieldResolver(() => [PersonalAccessToken], {
    nullable: true,
    description:
      'Personal access tokens of the publisher, without their secrets. Requires membership of the publisher, or the admin role.',
  })
  @Requires('token.list')
  async tokens(@Root() publisher: PublisherRecord, @Ctx() { scope }: GraphContext): Promise<TokenRecord[]> {
    return scope.services.tokens.list(await scope.viewer(), publisher.id);
  }

  @FieldResolver(() => [PublisherInvitation], {
    nullable: true,
    description: 'Pending invitations, oldest first. Requires the owner role in the publisher, or the admin role.',
  })
  @Requires('invitation.list')
  async invitations(@Root() publisher: PublisherRecord, @Ctx() { scope }: GraphContext): Promise<InvitationRecord[]> {
    return scope.services.invitations.list(await scope.viewer(), publisher.id);
  }

  @FieldResolver(() => [Webhook], {
    nullable: true,
    description:
      'Webhooks that receive the changes of the publisher, oldest first. Requires the owner role in the publisher, or the admin role.',
  })
  @Requires('webhook.manage')
  async webhooks(@Root() publisher: PublisherRecord, @Ctx() { scope }: GraphContext): Promise<WebhookRecord[]> {
    return scope.services.webhooks.list(await scope.viewer(), publisher.id);
  }
}
