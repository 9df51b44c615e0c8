import type { Response } from 'express';
import { AppError } from '../errors/app-error.js';
import { type Endpoint, errorShape } from './endpoint.js';

/** Where unexpected errors are told. */
export interface Log {
  error(fields: object, message: string): void;
}

const UNEXPECTED = new AppError(
  'INTERNAL_ERROR',
  'Something went wrong here; the request’s id in X-Request-Id names it in our log.',
);

/** What was thrown, as an error for the caller; the unexpected is logged, once, and answered blandly. */
export function toAppError(thrown: unknown, log: Log): AppError {
  if (thrown instanceof AppError) {
    if (thrown.status >= 500) log.error({ err: thrown.cause ?? thrown, code: thrown.code }, thrown.message);
    return thrown;
  }
  log.error({ err: thrown }, 'unexpected error');
  return UNEXPECTED;
}

/** Answers an error in the shape of its endpoint. */
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
