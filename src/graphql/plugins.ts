import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, GraphQLError, Kind, type OperationDefinitionNode, visit } from 'graphql';
import { AppError } from '../errors/app-error.js';
import { refusalOf, type ValueLimits } from '../values/parse.js';
import type { GraphContext } from './context.js';
import type { Documents } from './documents.js';
import { isUnexpected } from './errors.js';

/** Logs each unexpected error once, with its cause. */
export const logFaults: ApolloServerPlugin<GraphContext> = {
  requestDidStart: async () => ({
    didEncounterErrors: async ({ errors, contextValue, operationName }) => {
      for (const error of errors.filter(isUnexpected))
        contextValue.log.error(
          { err: error.originalError ?? error, path: error.path, operationName },
          'unexpected error in a resolver',
        );
    },
  }),
};

const refuse = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'INVALID_INPUT', http: { status: 400 } } });

/** Limits for the values in queries and subscriptions. REST limits its query parameters in the same way. */
export const QUESTION: ValueLimits = { text: 1000, list: 1000 };

/** Limits for workflows: variables of the types in WORKFLOW_TYPES. */
const WORKFLOW: ValueLimits = { values: 400_000, isUnstored: true };
const WORKFLOW_TYPES = ['Workflow', 'ResolveInput'];

/** A description of the first variable that exceeds its limits; `undefined` if none does. */
function faultInVariables(
  operation: OperationDefinitionNode | undefined,
  variables: Readonly<Record<string, unknown>>,
  limits: ValueLimits,
): string | undefined {
  const workflows = (operation?.variableDefinitions ?? []).filter(({ type }) => {
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
    return named.kind === Kind.NAMED_TYPE && WORKFLOW_TYPES.includes(named.name.value);
  });
  const others = { ...variables };
  for (const { variable } of workflows) {
    const fault = refusalOf(variables[variable.name.value], WORKFLOW);
    if (fault !== undefined) return `${variable.name.value}: ${fault}`;
    delete others[variable.name.value];
  }
  return refusalOf(others, limits);
}

/** The maximum length of an alias. The response repeats the alias for each object. */
const NAME_MAX = 100;

/** A description of the first literal or alias in the document that exceeds its limit; `undefined` if none does. */
function faultInDocument(document: DocumentNode, limits: ValueLimits): string | undefined {
  let fault: string | undefined;
  const check = (value: unknown, where: string): void => {
    const refusal = refusalOf(value, limits);
    if (refusal !== undefined) fault ??= `${where}: ${refusal}`;
  };
  visit(document, {
    StringValue: ({ value }) => check(value, 'a string in the document'),
    ListValue: ({ values }) =>
      check(
        values.map(() => null),
        'a list in the document',
      ),
    Field: ({ alias }) => {
      if ((alias?.value.length ?? 0) > NAME_MAX)
        fault ??= `an alias in the document is longer than ${NAME_MAX} characters`;
    },
  });
  return fault;
}

/** True if the literals and aliases of a query are within the limits. */
export const isAcceptableDocument = (document: DocumentNode): boolean =>
  faultInDocument(document, QUESTION) === undefined;

/**
 * Checks the variables, literals and aliases of an operation.
 * @throws GraphQLError if one exceeds its limits
 */
export function assertAcceptable(
  document: DocumentNode,
  operation: OperationDefinitionNode | undefined,
  variables: Readonly<Record<string, unknown>>,
): void {
  const limits = operation?.operation === 'mutation' ? {} : QUESTION;
  const refusal = faultInVariables(operation, variables, limits);
  const fault = refusal === undefined ? faultInDocument(document, limits) : `variables: ${refusal}`;
  if (fault !== undefined) throw refuse(fault);
}

/** Refuses subscriptions, and operations with values that exceed their limits, before they are executed. */
export const acceptableValuesOnly: ApolloServerPlugin<GraphContext> = {
  requestDidStart: async () => ({
    didResolveOperation: async ({ request, document, operation }) => {
      if (operation?.operation === 'subscription')
        throw refuse('Subscriptions are sent as server-sent events only. Send the header Accept: text/event-stream.');
      assertAcceptable(document, operation, request.variables ?? {});
    },
  }),
};

/** True if any root field of an operation has a value. The root fields of queries are `null` if they fail. */
const hasData = (data: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  Object.values(data ?? {}).some((value) => value !== null);

/**
 * Registers a document if the client requests it (automatic persisted queries). Only valid documents are registered.
 */
export const registerDocuments = (documents: Documents): ApolloServerPlugin<GraphContext> => ({
  requestDidStart: async () => ({
    didResolveOperation: async ({ metrics, queryHash, source, contextValue }) => {
      if (metrics.persistedQueryRegister) documents.register(queryHash, source, contextValue.scope.network);
    },
  }),
});

/** Sets status 503 and Retry-After, as REST does, if an operation has no data and one of its errors has status 503. */
export const unavailableStatus: ApolloServerPlugin<GraphContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response, errors }) => {
      const cause = errors
        ?.map(({ originalError }) => originalError)
        .find((error) => error instanceof AppError && error.status === 503) as AppError | undefined;
      if (!cause || response.body.kind !== 'single' || hasData(response.body.singleResult.data)) return;
      response.http.status = cause.status;
      if (cause.retryAfter !== undefined) response.http.headers.set('retry-after', String(cause.retryAfter));
    },
  }),
};

/**
 * Follows GraphQL over HTTP: a response with the legacy media type `application/json` has status 200 even if the
 * request is invalid, because legacy clients don't parse the body of a response with another status.
 */
export const legacyStatus: ApolloServerPlugin<GraphContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ request, response }) => {
      const accept = request.http?.headers.get('accept') ?? '*/*';
      const legacy = !accept.includes('application/graphql-response+json') && accept.includes('application/json');
      if (legacy && response.http.status === 400 && response.body.kind === 'single') response.http.status = 200;
    },
  }),
};
