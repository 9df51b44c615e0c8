import type { Response } from 'express';
import { AppError, isFault } from '../errors/app-error.js';
import { type Endpoint, errorShape } from './endpoint.js';

/** The log of unexpected errors. */
export interface Log {
  error(fields: object, message: string): void;
}

const UNEXPECTED = new AppError(
  'INTERNAL_ERROR',
  'Internal error. Quote the request id in X-Request-Id when you report it.',
);

/**
 * Converts a thrown value to an error for the caller. Unexpected errors are logged once, and sent without details. An
 * expected refusal, such as a 503 because a queue is full, has no cause and is not logged here: the request log has its
 * status.
 */
export function toAppError(thrown: unknown, log: Log): AppError {
  if (thrown instanceof AppError) {
    if (isFault(thrown)) log.error({ err: thrown.cause, code: thrown.code }, thrown.message);
    return thrown;
  }
  log.error({ err: thrown }, 'unexpected error');
  return UNEXPECTED;
}

/**
 * Sends an error in the shape that the endpoint defines for the status. If the headers were already sent, closes the
 * connection instead.
 */
export function sendError(response: Response, error: AppError, at: Endpoint | undefined): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of ['ETag', 'Content-Type', 'Last-Modified']) response.removeHeader(name);
  response.status(error.status).set('Cache-Control', 'no-store');
  if (error.retryAfter !== undefined) response.set('Retry-After', String(error.retryAfter));
  if (error.allow.length > 0) response.set('Allow', error.allow.join(', '));
  if (error.status === 401) response.set('WWW-Authenticate', 'Bearer');
  switch (errorShape(at, error.status)) {
    case 'E':
      response.json({ error: error.code, message: error.message });
      break;
    case 'V':
      response.json({ message: error.message, details: error.details.length > 0 ? error.details : [error.message] });
      break;
    case 'none':
      response.end();
  }
}
