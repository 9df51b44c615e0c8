import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, visit } from 'graphql';
import { findUnstorableText } from '../values/parse.js';
import type { GraphContext } from './context.js';
import { isUnexpected } from './errors.js';

/** Logs faults of ours, once, with their cause. */
export const logFaults: ApolloServerPlugin<GraphContext> = {
  requestDidStart: async () => ({
    didEncounterErrors: async ({ errors, contextValue, operationName }) => {
      for (const error of errors.filter(isUnexpected)) contextValue.log.error({ err: error.originalError ?? error, path: error.path, operationName }, 'unexpected error in a resolver');
    },
  }),
};

const refuse = (place: string): GraphQLError =>
  new GraphQLError(`${place} holds a character that can’t be stored (NUL or half a surrogate pair)`, { extensions: { code: 'INVALID_INPUT', http: { status: 400 } } });

/** Refuses texts that no database takes, before anything runs. */
export const storableTextOnly: ApolloServerPlugin<GraphContext> = {
  requestDidStart: async () => ({
    didResolveOperation: async ({ request, document }) => {
      const place = findUnstorableText(request.variables ?? {});
      if (place !== undefined) throw refuse(`The variable ${place}`);
      visit(document, {
        StringValue: ({ value }) => {
          if (findUnstorableText(value) !== undefined) throw refuse('A text in the document');
        },
      });
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
