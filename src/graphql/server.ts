import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled, ApolloServerPluginLandingPageDisabled, ApolloServerPluginUsageReportingDisabled } from '@apollo/server/plugin/disabled';
import type { GraphContext } from './context.js';
import { formatError } from './errors.js';
import { legacyStatus, logFaults, storableTextOnly } from './plugins.js';
import { buildGraph } from './schema.js';

// A body may be large, for images come in variables; a document never is.
const MAX_TOKENS = 10_000;

/** The GraphQL server, not started yet. */
export function graphServer(): ApolloServer<GraphContext> {
  return new ApolloServer<GraphContext>({
    schema: buildGraph(),
    formatError,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    csrfPrevention: true,
    parseOptions: { maxTokens: MAX_TOKENS },
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
