import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled, ApolloServerPluginLandingPageDisabled, ApolloServerPluginUsageReportingDisabled } from '@apollo/server/plugin/disabled';
import type { GraphContext } from './context.js';
import { formatError } from './errors.js';
import { legacyStatus, logFaults, storableTextOnly } from './plugins.js';
import { buildGraph } from './schema.js';

/** The GraphQL server, not started yet. */
export function graphServer(): ApolloServer<GraphContext> {
  return new ApolloServer<GraphContext>({
    schema: buildGraph(),
    formatError,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    csrfPrevention: true,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      storableTextOnly,
      legacyStatus,
      logFaults,
    ],
  });
}
