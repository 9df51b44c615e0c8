import { ApolloServer } from '@apollo/server';
import type { GraphQLSchema } from 'graphql';
import { ApolloServerPluginCacheControlDisabled, ApolloServerPluginLandingPageDisabled, ApolloServerPluginUsageReportingDisabled } from '@apollo/server/plugin/disabled';
import { boundedFieldResolver } from './answer-size.js';
import type { GraphContext } from './context.js';
import { costLimit } from './cost.js';
import { formatError } from './errors.js';
import { acceptableValuesOnly, legacyStatus, logFaults, MAX_TOKENS } from './plugins.js';

/** The GraphQL server, not started yet; it takes operations up to this cost. */
export function graphServer(schema: GraphQLSchema, maxCost: number): ApolloServer<GraphContext> {
  return new ApolloServer<GraphContext>({
    schema,
    fieldResolver: boundedFieldResolver,
    formatError,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    csrfPrevention: true,
    persistedQueries: false,
    parseOptions: { maxTokens: MAX_TOKENS },
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      acceptableValuesOnly,
      costLimit(maxCost),
      legacyStatus,
      logFaults,
    ],
  });
}
