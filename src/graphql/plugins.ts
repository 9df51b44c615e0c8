import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, GraphQLError, visit } from 'graphql';
import { AppError } from '../errors/app-error.js';
import { refusalOf, type ValueLimits } from '../values/parse.js';
import type { GraphContext } from './context.js';
import { isUnexpected } from './errors.js';

/** Logs faults of ours, once, with their cause. */
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

/** What asks only has no need of more; the interface of REST is bounded alike. */
export const QUESTION: ValueLimits = { text: 1000, list: 1000 };

/** The longest name that a field may be given: it stands in the answer as often as the field. */
const NAME_MAX = 100;

/** What is wrong with the values that a document holds itself; undefined where all is well. */
function faultInDocument(document: DocumentNode, limits: ValueLimits): string | undefined {
  let fault: string | undefined;
  const judge = (value: unknown, where: string): void => {
    const refusal = refusalOf(value, limits);
    if (refusal !== undefined) fault ??= `${where}: ${refusal}`;
  };
  visit(document, {
    StringValue: ({ value }) => judge(value, 'a text in the document'),
    ListValue: ({ values }) =>
      judge(
        values.map(() => null),
        'a list in the document',
      ),
    Field: ({ alias }) => {
      if ((alias?.value.length ?? 0) > NAME_MAX)
        fault ??= `a name in the document is longer than ${NAME_MAX} characters`;
    },
  });
  return fault;
}

/** Whether a document that only asks holds nothing that would be refused. */
export const isAcceptableDocument = (document: DocumentNode): boolean =>
  faultInDocument(document, QUESTION) === undefined;

/** Refuses values that nothing could take, before anything runs. */
export const acceptableValuesOnly: ApolloServerPlugin<GraphContext> = {
  requestDidStart: async () => ({
    didResolveOperation: async ({ request, document, operation }) => {
      if (operation?.operation === 'subscription')
        throw refuse('There are no subscriptions here; the changes feed and webhooks tell what changed.');
      const limits = operation?.operation === 'query' ? QUESTION : {};
      const refusal = refusalOf(request.variables ?? {}, limits);
      const fault = refusal === undefined ? faultInDocument(document, limits) : `variables: ${refusal}`;
      if (fault !== undefined) throw refuse(fault);
    },
  }),
};

/** An operation that came to nothing because the database did not answer says so by its status, too, as REST does. */
export const unavailableStatus: ApolloServerPlugin<GraphContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response, errors }) => {
      const cause = errors
        ?.map(({ originalError }) => originalError)
        .find((error) => error instanceof AppError && error.status === 503) as AppError | undefined;
      if (!cause || response.body.kind !== 'single' || (response.body.singleResult.data ?? null) !== null) return;
      response.http.status = cause.status;
      if (cause.retryAfter !== undefined) response.http.headers.set('retry-after', String(cause.retryAfter));
    },
  }),
};

/**
 * GraphQL over HTTP: an answer of the older media type `application/json` says 200 even where the request was wrong,
 * because its readers take another status for no answer of GraphQL.
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
