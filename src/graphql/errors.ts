import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { AppError, isFault } from '../errors/app-error.js';
import { withoutCredentials } from '../errors/credentials.js';

/** Maps Apollo's error codes to the codes of our error catalogue. */
const CATALOGUE_CODES: Record<string, string> = {
  BAD_USER_INPUT: 'INVALID_INPUT',
  BAD_REQUEST: 'INVALID_INPUT',
  INTERNAL_SERVER_ERROR: 'INTERNAL_ERROR',
};

const MESSAGE_MAX = 500;

/** Shortens a message that may quote the request, redacts credentials, and replaces stack overflow messages of V8. */
function shortened(quoting: string): string {
  const message = withoutCredentials(quoting);
  if (message.startsWith('Maximum call stack')) return 'The document is nested too deeply.';
  // Keeps the beginning and the end: the quotation is in the middle, and the end describes the error.
  return message.length > MESSAGE_MAX
    ? `${message.slice(0, MESSAGE_MAX / 2)} … ${message.slice(-MESSAGE_MAX / 2)}`
    : message;
}

/** Formats an error for callers: with a code of our catalogue, and without internal details. */
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
      message: 'Internal error. Quote the request id in X-Request-Id when you report it.',
      ...where,
      extensions: { code: 'INTERNAL_ERROR' },
    };
  }
  return { message: shortened(formatted.message), ...where, extensions: { code: CATALOGUE_CODES[code] ?? code } };
}

/** True if an error of an operation is unexpected and must be logged. */
export function isUnexpected(error: unknown): boolean {
  const original = unwrapResolverError(error);
  return original instanceof AppError ? isFault(original) : !(original instanceof GraphQLError);
}
