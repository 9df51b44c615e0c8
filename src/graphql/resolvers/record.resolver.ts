import { Arg, Ctx, ID, Int, Query, Resolver } from 'type-graphql';
import type { ChangeSlice as Slice } from '../../catalogue/change-feed.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { Asks } from '../asks.js';
import type { GraphContext } from '../context.js';
import { pageArguments } from '../inputs/page.js';
import { AuditPage } from '../types/audit.type.js';
import { ChangeSlice } from '../types/change.type.js';
import { toPage } from '../types/page.js';

const CHANGES_MAX = 1000;

/** What was done: to the catalogue, for everybody, and by whom, for admins. */
@Resolver()
export class RecordResolver {
  @Query(() => ChangeSlice, {
    description: 'What changed in the catalogue after a cursor, in the order it was committed.',
  })
  @Asks('public')
  async changes(
    @Ctx() { scope }: GraphContext,
    @Arg('since', () => String, {
      nullable: true,
      description: 'The cursor to go on after; from the beginning where not said.',
    })
    since?: string | null,
    @Arg('limit', () => Int, {
      nullable: true,
      defaultValue: 100,
      description: 'How many changes at most, up to 1,000.',
    })
    limit?: number | null,
  ): Promise<Slice> {
    return scope.services.catalogue.changeFeed.read(
      since || undefined,
      pageArguments(1, limit ?? null, CHANGES_MAX, 100).limit,
    );
  }

  @Query(() => AuditPage, {
    description:
      'A page of the audit log, newest first. Admins may read it; members read their publisher’s at Publisher.auditLog.',
  })
  @Asks('audit.readAll')
  async auditLog(
    @Ctx() { scope }: GraphContext,
    @Arg('page', () => Int, { nullable: true, defaultValue: 1, description: 'The number of the page, from 1.' })
    page: number | null,
    @Arg('limit', () => Int, {
      nullable: true,
      defaultValue: 10,
      description: 'How many entries a page has; at most 100.',
    })
    limit: number | null,
    @Arg('publisherId', () => ID, { nullable: true, description: 'Only about this publisher and what is its.' })
    publisherId?: string | null,
    @Arg('subjectKind', () => String, {
      nullable: true,
      description: 'Only about things of this kind: publisher, node, version, token, ….',
    })
    subjectKind?: string | null,
    @Arg('subjectId', () => String, { nullable: true, description: 'Only about the thing of this id.' })
    subjectId?: string | null,
    @Arg('actor', () => String, { nullable: true, description: 'Only by this actor, such as user:<id>.' })
    actor?: string | null,
    @Arg('action', () => String, { nullable: true, description: 'Only this action, such as node.ban.' })
    action?: string | null,
  ) {
    const filter = Object.fromEntries(
      Object.entries({ publisherId, subjectKind, subjectId, actor, action }).filter(([, value]) => value),
    ) as Record<string, string>;
    return toPage(
      await scope.services.audit.all(await scope.viewer(), {
        ...pageArguments(page, limit, NODE_LIMIT_MAX),
        ...filter,
      }),
    );
  }
}
