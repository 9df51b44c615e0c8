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
import type { GraphContext } from './context.js';

/** What a list without pages is taken to hold. */
const UNPAGED = 10;
const WRITE = 50;
const LEAF = 0.02;
/** One field under several names in one place is a way to make an answer long, and no other. */
const RENAMED_LEAF = 5;
const TOLD_MAX = 1_000_000_000;

/** What takes a statement of its own, or several, beside the objects it gives. */
const OWN: Record<string, number> = {
  'Query.searchNodes': 500,
  'Query.coreNodes': 200,
  'Query.coreNode': 20,
  'Query.nodes': 100,
  'Query.nodeVersions': 100,
  'Query.publishers': 100,
  'Query.auditLog': 100,
  'Query.changes': 20,
  'Publisher.auditLog': 100,
  'Publisher.tokens': 20,
  'Publisher.webhooks': 20,
  'Query.webhooks': 20,
  'Node.downloadStatistics': 20,
  'Publisher.viewerCanEdit': 0.2,
  'Node.viewerCanEdit': 0.2,
  'NodeVersion.coreNode': 20,
  'NodeVersion.statusReason': 0.2,
};

/** How many there are of what the schema says of itself, about. */
const INTROSPECTED: Record<string, number> = {
  types: 40,
  fields: 8,
  args: 2,
  inputFields: 4,
  enumValues: 4,
  directives: 6,
};

/** How many items a page asks for; undefined where the field gives no page. Null asks for as many as nothing does. */
function pageSize({ field, args, type }: ComplexityEstimatorArgs): number | undefined {
  const sized = field.args.find(({ name }) => name === 'limit' || name === 'first');
  if (!sized) return undefined;
  const size = (args[sized.name] ?? sized.defaultValue ?? UNPAGED) as number;
  const most =
    type.name === 'Query' && ['coreNodes', 'changes'].includes(field.name) ? CORE_NODE_LIMIT_MAX : NODE_LIMIT_MAX;
  return Math.min(Math.max(size, 1), most);
}

/**
 * How many items a list may hold that has no pages; 1 for one object, and for a list that the page above it has
 * counted.
 */
function listSize({ field, args, type }: ComplexityEstimatorArgs): number {
  if (!isListType(getNullableType(field.type)) || /(Page|Connection|Slice)$/.test(type.name)) return 1;
  if (type.name.startsWith('__')) return INTROSPECTED[field.name] ?? 1;
  const asked: unknown = Object.values(args).find(Array.isArray);
  return Array.isArray(asked) ? asked.length : UNPAGED;
}

function estimate(asked: ComplexityEstimatorArgs): number {
  const { field, node, type, childComplexity } = asked;
  const own = type.name === 'Mutation' ? WRITE : (OWN[`${type.name}.${field.name}`] ?? 0);
  if (!isCompositeType(getNamedType(field.type))) return own + (node.alias ? RENAMED_LEAF : LEAF);
  const size = pageSize(asked);
  return own + (size === undefined ? listSize(asked) * (1 + childComplexity) : 1 + size * childComplexity);
}

const refuse = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COSTLY', http: { status: 400 } } });

const tooDeep = (): GraphQLError =>
  refuse('The document is nested too deeply or repeats itself too often for its cost to be reckoned.');

/** More fields than anybody writes; only fragments that name each other again and again come to so many. */
const EXPANDED_MAX = 10_000;

/**
 * How many fields an operation has with all its fragments in place. Each fragment is counted once, so that counting
 * takes no longer than reading.
 */
export function expandedSize(document: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  const sizes = new Map<string, number>();
  const sizeOf = (set: SelectionSetNode | undefined): number =>
    (set?.selections ?? []).reduce((sum, selection) => sum + sizeOfOne(selection), 0);
  const sizeOfOne = (selection: SelectionNode): number => {
    if (selection.kind !== Kind.FRAGMENT_SPREAD)
      return (selection.kind === Kind.FIELD ? 1 : 0) + sizeOf(selection.selectionSet);
    const name = selection.name.value;
    let size = sizes.get(name);
    if (size === undefined) {
      // One that holds itself is refused elsewhere.
      sizes.set(name, 0);
      sizes.set(name, (size = sizeOf(fragments.get(name)?.selectionSet)));
    }
    return size;
  };
  return sizeOf(operation.selectionSet);
}

/**
 * The cost of an operation, from the document and its page sizes alone: about the number of objects that its answer may
 * hold, and what it takes to find them.
 * @throws where the document repeats itself without end
 */
export function costOf(
  schema: GraphQLSchema,
  query: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number {
  if (expandedSize(query, operation) > EXPANDED_MAX) throw tooDeep();
  try {
    return Math.ceil(
      getComplexity({
        schema,
        query,
        variables,
        estimators: [estimate],
        ...(operation.name ? { operationName: operation.name.value } : {}),
      }),
    );
  } catch {
    throw tooDeep();
  }
}

/** An error that ends the request says so by its status. */
function tooMany(error: unknown): never {
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

const FAULTS_TOLD = 3;

/** Tells what is wrong with variables in few words: the engine would quote them whole, once for each fault. */
function assertVariablesFit(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors: FAULTS_TOLD,
  });
  if (errors)
    throw new GraphQLError(errors[0]!.message, { extensions: { code: 'INVALID_INPUT', http: { status: 400 } } });
}

/** Refuses, before anything runs, what would cost more than this; tells every caller what his operation cost. */
export function costLimit(limit: number): ApolloServerPlugin<GraphContext> {
  return {
    requestDidStart: async () => {
      let cost: number | undefined;
      return {
        didResolveOperation: async ({ schema, document, operation, request, contextValue }) => {
          if (!operation) return;
          assertVariablesFit(schema, operation, request.variables ?? {});
          cost = costOf(schema, document, operation, request.variables ?? {});
          if (cost > limit)
            throw refuse(
              `This may cost ${cost > TOLD_MAX ? `more than ${TOLD_MAX}` : cost}, and at most ${limit} is taken: ask for smaller pages or fewer of them.`,
            );
          await charge(contextValue.scope, operation, cost).catch(tooMany);
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
