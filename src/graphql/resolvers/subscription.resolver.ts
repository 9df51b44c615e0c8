import { Arg, Ctx, ID, Resolver, Root, Subscription } from 'type-graphql';
import type { ChangeSlice as FeedSlice } from '../../catalogue/change-feed.js';
import type { NodeVersionRecord } from '../../catalogue/records.js';
import { Requires } from '../access.js';
import type { EventStream, GraphContext, StreamEvent } from '../context.js';
import { ChangeSlice } from '../types/change.type.js';
import { NodeVersion } from '../types/node-version.type.js';

/** Returns the cursor after which a subscription begins: `Last-Event-ID` of a reconnecting client, or `since`. */
const cursorOf = ({ stream }: GraphContext, since?: string | null): string | undefined =>
  stream!.lastEventId ?? (since || undefined);

/** Yields an event at once, so that no change is missed between a query and the subscription, then one per change. */
async function* changesOfVersion(
  { catalogue, changeTail }: GraphContext['scope']['services'],
  stream: EventStream,
  id: string,
): AsyncGenerator<StreamEvent> {
  const { revision, changeFeed } = catalogue;
  const cursor = changeFeed.cursor(revision.current);
  yield { next: cursor };
  const versionId = id.toLowerCase();
  for await (const { changes, next } of await changeTail.follow(cursor, stream))
    if (changes.some((change) => change.id === versionId)) yield { next };
}

/** Subscriptions, which are sent as server-sent events. */
@Resolver()
export class SubscriptionResolver {
  @Subscription(() => ChangeSlice, {
    description:
      'Changes of the public catalogue once they are committed, in commit order and without gaps. After a lost connection pass `next` of the last event as `since`, or send it as `Last-Event-ID`.',
    subscribe: async ({ args, context }: { args: { since?: string | null }; context: GraphContext }) => {
      const { changeTail } = context.scope.services;
      return changeTail.follow(cursorOf(context, args.since), context.stream!);
    },
  })
  @Requires('public')
  changes(
    @Root() { changes, next, more }: FeedSlice,
    @Arg('since', () => String, {
      nullable: true,
      description: 'Cursor after which to begin. Defaults to the current revision.',
    })
    _since?: string | null,
  ): ChangeSlice {
    return {
      changes: changes.map(({ id, kind, ...change }) => ({ ...change, subjectId: id, subjectKind: kind })),
      next,
      more,
    };
  }

  @Subscription(() => NodeVersion, {
    description:
      'Sends a version at once, and again after each of its changes, such as the result of its checks. Requires the same permission as `nodeVersion`.',
    subscribe: async ({ args, context }: { args: { id: string }; context: GraphContext }) => {
      const { scope } = context;
      await scope.services.versionReads.byId(await scope.reader(), args.id);
      return changesOfVersion(scope.services, context.stream!, args.id);
    },
  })
  @Requires(['node.read', 'version.readHidden'])
  async nodeVersionStatus(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'Id of the version.' }) id: string,
  ): Promise<NodeVersionRecord> {
    return scope.services.versionReads.byId(await scope.reader(), id);
  }
}
