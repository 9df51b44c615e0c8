import { Arg, Ctx, ID, Int, Query, Resolver } from 'type-graphql';
import type { AuditSubjectKind } from '../../values/audit.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { Requires } from '../access.js';
import type { GraphContext } from '../context.js';
import { LimitArg, PageArg, pageArguments } from '../inputs/page.js';
import { AuditPage } from '../types/audit.type.js';
import { ChangeSlice } from '../types/change.type.js';
import { AuditSubjectKindEnum } from '../types/enums.js';
import { toPage } from '../types/page.js';

const CHANGES_MAX = 1000;

/** The public changes feed, and the audit log for admins. */
@Resolver()
export class RecordResolver {
  @Query(() => ChangeSlice, {
    nullable: true,
    description: 'The changes feed: changes of the public catalogue after a cursor, in commit order.',
  })
  @Requires('public')
  async changes(
    @Ctx() { scope }: GraphContext,
    @Arg('since', () => String, {
      nullable: true,
      description: 'Cursor after which to read. Defaults to the beginning of the feed.',
    })
    since?: string | null,
    @Arg('limit', () => Int, {
      nullable: true,
      defaultValue: 100,
      description: 'Maximum number of changes to return, at most 1,000.',
    })
    limit?: number | null,
  ): Promise<ChangeSlice> {
    const size = pageArguments(1, limit ?? null, CHANGES_MAX, 100).limit;
    const { changes, next, more } = await scope.services.catalogue.changeFeed.read(since || undefined, size);
    return {
      changes: changes.map(({ id, kind, ...change }) => ({ ...change, subjectId: id, subjectKind: kind })),
      next,
      more,
    };
  }

  @Query(() => AuditPage, {
    nullable: true,
    description:
      'A page of the audit log of the whole registry, newest first. Requires the admin role. Members of a publisher read its audit log at `Publisher.auditLog`.',
  })
  @Requires('audit.readAll')
  async auditLog(
    @Ctx() { scope }: GraphContext,
    @PageArg() page: number | null,
    @LimitArg('Entries', 100) limit: number | null,
    @Arg('publisherId', () => ID, {
      nullable: true,
      description: 'Only entries about this publisher and the objects that belong to it.',
    })
    publisherId?: string | null,
    @Arg('subjectKind', () => AuditSubjectKindEnum, {
      nullable: true,
      description: 'Only entries about subjects of this kind.',
    })
    subjectKind?: AuditSubjectKind | null,
    @Arg('subjectId', () => String, { nullable: true, description: 'Only entries about the subject with this id.' })
    subjectId?: string | null,
    @Arg('actor', () => String, { nullable: true, description: 'Only entries of this actor, such as `user:<id>`.' })
    actor?: string | null,
    @Arg('action', () => String, { nullable: true, description: 'Only entries of this action, such as `node.ban`.' })
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
