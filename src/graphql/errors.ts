import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { AppError } from '../errors/app-error.js';
import { withoutCredentials } from '../errors/credentials.js';

/** Codes that the GraphQL server gives for what never reached a resolver, under the catalogue's names. */
const CATALOGUE_CODES: Record<string, string> = {
  BAD_USER_INPUT: 'INVALID_INPUT',
  BAD_REQUEST: 'INVALID_INPUT',
  INTERNAL_SERVER_ERROR: 'INTERNAL_ERROR',
};

const MESSAGE_MAX = 500;

/** A message that may quote the caller, in part only; one of the engine's is not told. */
function told(quoting: string): string {
  const message = withoutCredentials(quoting);
  if (message.startsWith('Maximum call stack')) return 'The document is nested too deeply.';
  // What is quoted stands in the middle; what is wrong with it, at the end.
  return message.length > MESSAGE_MAX
    ? `${message.slice(0, MESSAGE_MAX / 2)} … ${message.slice(-MESSAGE_MAX / 2)}`
    : message;
}

/** An error as callers see it: the catalogue's code, and no more than they may know. */
export function formatError(formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError {
  const original = unwrapResolverError(thrown);
  const where = {
    ...(formatted.path ? { path: formatted.path } : {}),
    ...(formatted.locations ? { locations: formatted.locations } : {}),
  };
  if (original instanceof AppError) {
    const { code, details, retryAfter } = original;
    return {
      message: original.message,
      ...where,
      extensions: {
        code,
        ...(details.length > 0 ? { details } : {}),
        ...(retryAfter === undefined ? {} : { retryAfter }),
      },
    };
  }
  const code = String(formatted.extensions?.['code'] ?? 'INTERNAL_SERVER_ERROR');
  if (code === 'INTERNAL_SERVER_ERROR' && !(original instanceof GraphQLError)) {
    return {
      message: 'Something went wrong here; the request’s id in X-Request-Id names it in our log.',
      ...where,
      extensions: { code: 'INTERNAL_ERROR' },
    };
  }
  return { message: told(formatted.message), ...where, extensions: { code: CATALOGUE_CODES[code] ?? code } };
}

/** Whether an error that a resolver threw is a fault of ours, to be logged. */
export function isUnexpected(error: unknown): boolean {
  const original = unwrapResolverError(error);
  return original instanceof AppError ? original.status >= 500 : !(original instanceof GraphQLError);
}
