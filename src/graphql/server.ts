import { ApolloServer } from '@apollo/server';
import type { GraphQLSchema } from 'graphql';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { boundedFieldResolver, boundedJson } from './answer-size.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { GraphContext } from './context.js';
import { costLimit } from './cost.js';
import { formatError } from './errors.js';
import { MAX_TOKENS } from './document-limits.js';
import type { Documents } from './documents.js';
import { observed } from './observed.js';
import { acceptableValuesOnly, legacyStatus, logFaults, registerDocuments, unavailableStatus } from './plugins.js';

/**
 * Creates the Apollo server without starting it.
 * @param maxCost the maximum cost of an operation
 * @param documents the store of persisted documents
 * @param telemetry receives metrics and traces of each operation
 */
export function graphServer(
  schema: GraphQLSchema,
  maxCost: number,
  documents: Documents,
  telemetry: Telemetry,
): ApolloServer<GraphContext> {
  return new ApolloServer<GraphContext>({
    schema,
    fieldResolver: boundedFieldResolver,
    formatError,
    stringifyResult: boundedJson,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    // Not needed: `mountGraph` accepts POST bodies in JSON only, which browsers send to other sites only after a
    // preflight, and GET executes queries only. A session cookie must never authenticate a GET.
    csrfPrevention: false,
    persistedQueries: { cache: documents.store },
    parseOptions: { maxTokens: MAX_TOKENS },
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      acceptableValuesOnly,
      costLimit(maxCost),
      registerDocuments(documents),
      unavailableStatus,
      legacyStatus,
      logFaults,
      observed(telemetry),
    ],
  });
}
