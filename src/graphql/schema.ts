import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { assertAccessDeclared } from './access.js';
import { CoreNodeFields } from './fields/core-node.fields.js';
import { InvitationFields } from './fields/invitation.fields.js';
import { NodeFields } from './fields/node.fields.js';
import { NodeVersionFields } from './fields/node-version.fields.js';
import { CoreNodeProviderFields, CoreNodeProvidersField, PlannedNodeFields } from './fields/plan.fields.js';
import { PublisherFields } from './fields/publisher.fields.js';
import { UserFields } from './fields/user.fields.js';
import { authorizeInvalidMutations } from './invalid-mutations.js';
import { AccountResolver } from './resolvers/account.resolver.js';
import { CoreNodeResolver } from './resolvers/core-node.resolver.js';
import { InvitationResolver } from './resolvers/invitation.resolver.js';
import { ModerationResolver } from './resolvers/moderation.resolver.js';
import { NodeResolver } from './resolvers/node.resolver.js';
import { NodeVersionResolver } from './resolvers/node-version.resolver.js';
import { PublisherResolver } from './resolvers/publisher.resolver.js';
import { QueueResolver } from './resolvers/queue.resolver.js';
import { RecordResolver } from './resolvers/record.resolver.js';
import { ResolveResolver } from './resolvers/resolve.resolver.js';
import { SubscriptionResolver } from './resolvers/subscription.resolver.js';
import { UserResolver } from './resolvers/user.resolver.js';
import { VideoResolver } from './resolvers/video.resolver.js';
import { WebhookResolver } from './resolvers/webhook.resolver.js';

/** type-graphql requires a PubSub, but each subscription has its own source of events. */
const NO_TOPICS = {
  publish: () => undefined,
  subscribe: (topic: string): never => {
    throw new Error(`There is no topic ${topic}.`);
  },
};

export function buildGraph(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      NodeResolver,
      NodeVersionResolver,
      PublisherResolver,
      CoreNodeResolver,
      ResolveResolver,
      UserResolver,
      InvitationResolver,
      VideoResolver,
      ModerationResolver,
      QueueResolver,
      AccountResolver,
      RecordResolver,
      SubscriptionResolver,
      WebhookResolver,
      NodeFields,
      NodeVersionFields,
      PublisherFields,
      CoreNodeFields,
      CoreNodeProvidersField,
      CoreNodeProviderFields,
      PlannedNodeFields,
      UserFields,
      InvitationFields,
    ],
    // The services validate input with their own schemas, so that REST and GraphQL report the same errors.
    validate: false,
    pubSub: NO_TOPICS,
  });
  assertAccessDeclared(schema);
  authorizeInvalidMutations(schema);
  // type-graphql has no option for the descriptions of the root types.
  schema.getQueryType()!.description =
    'Read operations. A field is `null` if its object does not exist, and `null` with an error if the caller may not read it.';
  schema.getMutationType()!.description = 'Write operations. Most of them return the changed object.';
  schema.getSubscriptionType()!.description =
    'Events, sent as server-sent events to requests with `Accept: text/event-stream`.';
  return schema;
}
