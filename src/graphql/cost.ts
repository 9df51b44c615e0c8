import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, getNamedType, getNullableType, GraphQLError, type GraphQLSchema, isCompositeType, isListType, type OperationDefinitionNode } from 'graphql';
import { getVariableValues } from 'graphql/execution/values.js';
import { type ComplexityEstimatorArgs, getComplexity } from 'graphql-query-complexity';
import { CORE_NODE_LIMIT_MAX, NODE_LIMIT_MAX } from '../values/page.js';
import type { GraphContext } from './context.js';

/** What a list without pages is taken to hold. */
const UNPAGED = 10;
/** A search may have to look for what a mistyped word meant. */
const SEARCH = 50;
const WRITE = 50;
const TOLD_MAX = 1_000_000_000;

/** How many items a page asks for; undefined where the field gives no page. */
function pageSize({ field, args, type }: ComplexityEstimatorArgs): number | undefined {
  const size = (args['limit'] ?? args['first']) as number | undefined;
  const most = type.name === 'Query' && field.name === 'coreNodes' ? CORE_NODE_LIMIT_MAX : NODE_LIMIT_MAX;
  return size === undefined ? undefined : Math.min(Math.max(size, 1), most);
}

/** How many items a list may hold that has no pages; 1 for one object, and for a list that the page above it has counted. */
function listSize({ field, args, type }: ComplexityEstimatorArgs): number {
  if (!isListType(getNullableType(field.type)) || /(Page|Connection|Slice)$|^__/.test(type.name)) return 1;
  const asked: unknown = Object.values(args).find(Array.isArray);
  return Array.isArray(asked) ? asked.length : UNPAGED;
}

function estimate(asked: ComplexityEstimatorArgs): number {
  const { field, type, childComplexity } = asked;
  const own = type.name === 'Mutation' ? WRITE : field.name === 'searchNodes' ? SEARCH : 0;
  if (!isCompositeType(getNamedType(field.type))) return own + (field.name === 'totalCount' ? 1 : 0);
  const size = pageSize(asked);
  return own + (size === undefined ? listSize(asked) * (1 + childComplexity) : 1 + size * childComplexity);
}

const refuse = (message: string): GraphQLError => new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COSTLY', http: { status: 400 } } });

/**
 * The cost of an operation, from the document and its page sizes alone: about the number of objects that its answer may
 * hold; a search and a write count 50.
 * @returns undefined where the variables don't fit, which executing it will say
 * @throws where the document repeats itself without end
 */
function costOf(schema: GraphQLSchema, query: DocumentNode, operation: OperationDefinitionNode, variables: Record<string, unknown>): number | undefined {
  try {
    return getComplexity({ schema, query, variables, estimators: [estimate], ...(operation.name ? { operationName: operation.name.value } : {}) });
  } catch {
    if (getVariableValues(schema, operation.variableDefinitions ?? [], variables).errors) return undefined;
    throw refuse('The document is nested too deeply or repeats itself too often for its cost to be reckoned.');
  }
}

/** Refuses, before anything runs, what would cost more than this; tells every caller what his operation cost. */
export function costLimit(limit: number): ApolloServerPlugin<GraphContext> {
  return {
    requestDidStart: async () => {
      let cost: number | undefined;
      return {
        didResolveOperation: async ({ schema, document, operation, request }) => {
          if (!operation) return;
          cost = costOf(schema, document, operation, request.variables ?? {});
          if (cost !== undefined && cost > limit) throw refuse(`This may cost ${cost > TOLD_MAX ? `more than ${TOLD_MAX}` : cost}, and at most ${limit} is taken: ask for smaller pages or fewer of them.`);
        },
        willSendResponse: async ({ response }) => {
          if (cost === undefined || response.body.kind !== 'single') return;
          response.body.singleResult.extensions = { ...response.body.singleResult.extensions, cost: { requested: cost, limit } };
        },
      };
    },
  };
}
