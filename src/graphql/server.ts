import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled, ApolloServerPluginLandingPageDisabled, ApolloServerPluginUsageReportingDisabled } from '@apollo/server/plugin/disabled';
import { boundedFieldResolver } from './answer-size.js';
import type { GraphContext } from './context.js';
import { costLimit } from './cost.js';
import { formatError } from './errors.js';
import { acceptableValuesOnly, legacyStatus, logFaults } from './plugins.js';
import { buildGraph } from './schema.js';

// A body may be large, for images come in variables; a document never is.
const MAX_TOKENS = 10_000;

/** The GraphQL server, not started yet; it takes operations up to this cost. */
export function graphServer(maxCost: number): ApolloServer<GraphContext> {
  return new ApolloServer<GraphContext>({
    schema: buildGraph(),
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
