import { type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  type DocumentNode,
  getNamedType,
  getNullableType,
  GraphQLError,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { getVariableValues } from 'graphql/execution/values.js';
import { type ComplexityEstimatorArgs, getComplexity } from 'graphql-query-complexity';
import { AppError } from '../errors/app-error.js';
import { CORE_NODE_LIMIT_MAX, NODE_LIMIT_MAX } from '../values/page.js';
import { charge } from './charge.js';
import { fragmentsOf } from './conditions.js';
import type { GraphContext } from './context.js';

/** The assumed number of items of a list that is not paged. */
const UNPAGED_SIZE = 10;
/** Cost of a mutation field, and of a scalar or enum field. */
const WRITE_COST = 50;
const LEAF_COST = 0.02;
/** The maximum number of searches of an operation. A search with typos takes milliseconds of processor time. */
const SEARCHES_MAX = 3;
/** Cost of a scalar or enum field with an alias. Aliases of one field make a response long without adding data. */
const ALIASED_LEAF_COST = 5;
/** Costs above this are not shown exactly in error messages. */
const SHOWN_MAX = 1_000_000_000;

/** Additional cost of fields that need their own database statements. */
const FIELD_COSTS: Record<string, number> = {
  'Query.searchNodes': 500,
  'Query.coreNodes': 200,
  'Query.coreNode': 20,
  'Query.resolve': 500,
  'CoreNode.providers': 20,
  'Query.nodes': 100,
  'Query.nodeVersions': 100,
  'Query.publishers': 100,
  'Query.auditLog': 100,
  'Query.changes': 20,
  'Query.moderationQueue': 200,
  'Publisher.auditLog': 100,
  'Publisher.tokens': 20,
  'Publisher.webhooks': 20,
  'Query.webhooks': 20,
  'Node.downloadStatistics': 20,
  'Publisher.viewerCanEdit': 0.2,
  'Node.viewerCanEdit': 0.2,
  'Node.reviewCount': 0.2,
  'Node.version': 20,
  'NodeVersion.coreNode': 20,
  'NodeVersion.statusReason': 0.2,
  'NodeVersion.findingCounts': 0.2,
  // The findings of one version take up to 64 KiB.
  'NodeVersion.findings': 100,
};

/** Estimated list sizes of introspection fields. */
const INTROSPECTION_SIZES: Record<string, number> = {
  types: 40,
  fields: 8,
  args: 2,
  inputFields: 4,
  enumValues: 4,
  directives: 6,
};

/** The requested page size, within its bounds; `undefined` if the field is not paged. `null` means the default. */
function pageSize({ field, args, type }: ComplexityEstimatorArgs): number | undefined {
  const sized = field.args.find(({ name }) => name === 'limit' || name === 'first');
  if (!sized) return undefined;
  const size = (args[sized.name] ?? sized.defaultValue ?? UNPAGED_SIZE) as number;
  const most =
    type.name === 'Query' && ['coreNodes', 'changes'].includes(field.name) ? CORE_NODE_LIMIT_MAX : NODE_LIMIT_MAX;
  return Math.min(Math.max(size, 1), most);
}

/**
 * The estimated size of a list that is not paged. 1 for a single object, and for the items of a page, because the field
 * of the page already counts them.
 */
function listSize({ field, args, type }: ComplexityEstimatorArgs): number {
  if (!isListType(getNullableType(field.type)) || /(Page|Connection|Slice)$/.test(type.name)) return 1;
  if (type.name.startsWith('__')) return INTROSPECTION_SIZES[field.name] ?? 1;
  const asked: unknown = Object.values(args).find(Array.isArray);
  return Array.isArray(asked) ? asked.length : UNPAGED_SIZE;
}

function estimate(asked: ComplexityEstimatorArgs): number {
  const { field, node, type, childComplexity } = asked;
  const own = type.name === 'Mutation' ? WRITE_COST : (FIELD_COSTS[`${type.name}.${field.name}`] ?? 0);
  if (!isCompositeType(getNamedType(field.type))) return own + (node.alias ? ALIASED_LEAF_COST : LEAF_COST);
  const size = pageSize(asked);
  return own + (size === undefined ? listSize(asked) * (1 + childComplexity) : 1 + size * childComplexity);
}

const refuse = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COSTLY', http: { status: 400 } } });

const tooDeep = (): GraphQLError =>
  refuse('The document is nested too deeply, or repeats fragments too often, to estimate its cost.');

/** The maximum number of fields with all fragments expanded. Only nested fragments reach it. */
const EXPANDED_MAX = 10_000;

/**
 * The number of fields of an operation with all fragments expanded. Takes linear time, because the size of each
 * fragment is computed once.
 */
export function expandedSize(document: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = fragmentsOf(document);
  const sizes = new Map<string, number>();
  const sizeOf = (set: SelectionSetNode | undefined): number =>
    (set?.selections ?? []).reduce((sum, selection) => sum + sizeOfOne(selection), 0);
  const sizeOfOne = (selection: SelectionNode): number => {
    if (selection.kind !== Kind.FRAGMENT_SPREAD)
      return (selection.kind === Kind.FIELD ? 1 : 0) + sizeOf(selection.selectionSet);
    const name = selection.name.value;
    let size = sizes.get(name);
    if (size === undefined) {
      // Ends the recursion for a recursive fragment, which validation refuses.
      sizes.set(name, 0);
      sizes.set(name, (size = sizeOf(fragments.get(name)?.selectionSet)));
    }
    return size;
  };
  return sizeOf(operation.selectionSet);
}

/**
 * Estimates the cost of an operation from the document and its page sizes: about the maximum number of objects in its
 * response, plus the cost of finding them.
 * @throws GraphQLError if the expanded document is too large or has too many searches
 */
export function costOf(
  schema: GraphQLSchema,
  query: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number {
  // graphql-query-complexity has the same limit, but takes 20 ms to reach it.
  if (expandedSize(query, operation) > EXPANDED_MAX) throw tooDeep();
  let searches = 0;
  const counting = (asked: ComplexityEstimatorArgs): number => {
    if (asked.type.name === 'Query' && asked.field.name === 'searchNodes') searches++;
    return estimate(asked);
  };
  let cost: number;
  try {
    cost = getComplexity({
      schema,
      query,
      variables,
      estimators: [counting],
      ...(operation.name ? { operationName: operation.name.value } : {}),
    });
  } catch {
    throw tooDeep();
  }
  if (searches > SEARCHES_MAX)
    throw refuse(
      `The operation has ${searches} searches; the limit is ${SEARCHES_MAX}. Send the searches in several operations.`,
    );
  return Math.ceil(cost);
}

/** Rethrows an AppError as a GraphQLError with its HTTP status and Retry-After. */
function rethrowWithStatus(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const { code, message, status, retryAfter } = error;
  throw new GraphQLError(message, {
    originalError: error,
    extensions: {
      code,
      http: { status, headers: new HeaderMap(retryAfter === undefined ? [] : [['retry-after', String(retryAfter)]]) },
    },
  });
}

/**
 * Estimates the cost of an operation.
 * @throws GraphQLError if a variable has the wrong type, or the cost is above the limit
 */
export function boundedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  limit: number,
): number {
  // Reports the first error only, because graphql-js would quote all variables per error.
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 1 });
  if (errors)
    throw new GraphQLError(errors[0]!.message, { extensions: { code: 'INVALID_INPUT', http: { status: 400 } } });
  const cost = costOf(schema, document, operation, variables);
  if (cost > limit)
    throw refuse(
      `The operation has an estimated cost of ${cost > SHOWN_MAX ? `more than ${SHOWN_MAX}` : cost}; the limit is ${limit}. Request smaller or fewer pages.`,
    );
  return cost;
}

/**
 * Refuses operations above a cost limit before they are executed, and adds the cost of each operation to its response.
 */
export function costLimit(limit: number): ApolloServerPlugin<GraphContext> {
  return {
    requestDidStart: async () => {
      let cost: number | undefined;
      return {
        didResolveOperation: async ({ schema, document, operation, request, contextValue }) => {
          if (!operation) return;
          cost = boundedCost(schema, document, operation, request.variables ?? {}, limit);
          await charge(contextValue.scope, operation, cost).catch(rethrowWithStatus);
        },
        willSendResponse: async ({ response, contextValue }) => {
          const { headers } = contextValue.scope.allowance;
          for (let index = 0; index < headers.length; index += 2)
            response.http.headers.set(headers[index]!, headers[index + 1]!);
          if (cost === undefined || response.body.kind !== 'single') return;
          response.body.singleResult.extensions = {
            ...response.body.singleResult.extensions,
            cost: { requested: cost, limit },
          };
        },
      };
    },
  };
}
