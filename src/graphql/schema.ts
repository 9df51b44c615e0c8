import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { assertAllAsk } from './asks.js';
import { CoreNodeFields } from './fields/core-node.fields.js';
import { NodeFields } from './fields/node.fields.js';
import { NodeVersionFields } from './fields/node-version.fields.js';
import { PublisherFields } from './fields/publisher.fields.js';
import { UserFields } from './fields/user.fields.js';
import { CoreNodeResolver } from './resolvers/core-node.resolver.js';
import { ModerationResolver } from './resolvers/moderation.resolver.js';
import { NodeResolver } from './resolvers/node.resolver.js';
import { NodeVersionResolver } from './resolvers/node-version.resolver.js';
import { PublisherResolver } from './resolvers/publisher.resolver.js';
import { RecordResolver } from './resolvers/record.resolver.js';
import { UserResolver } from './resolvers/user.resolver.js';
import { VideoResolver } from './resolvers/video.resolver.js';
import { WebhookResolver } from './resolvers/webhook.resolver.js';

/** The executable schema of the graph, made from the resolvers. */
export function buildGraph(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      NodeResolver,
      NodeVersionResolver,
      PublisherResolver,
      CoreNodeResolver,
      UserResolver,
      VideoResolver,
      ModerationResolver,
      RecordResolver,
      WebhookResolver,
      NodeFields,
      NodeVersionFields,
      PublisherFields,
      CoreNodeFields,
      UserFields,
    ],
    // The services' own schemas validate, so that both transports answer alike.
    validate: false,
  });
  assertAllAsk(schema);
  // The library takes no description for these two.
  schema.getQueryType()!.description =
    'Everything that can be read. What is not there is null; what may not be read is null with an error.';
  schema.getMutationType()!.description =
    'Everything that can be changed: verbs on nouns, which give the changed thing.';
  return schema;
}
