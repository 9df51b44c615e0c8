import { isNativeError } from 'node:util/types';
import { AppError } from '../errors/app-error.js';

/** Codes of transient errors: lost or refused connections, timeouts, shutdowns, deadlocks. */
const CODES =
  /^(08...|57P0[123]|53[0123]..|57014|55P03|40001|40P01|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of transient driver errors that have no code. */
const MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|client was closed|cached plan must not change result type/i;
/** Seconds after which callers may retry. */
const RETRY_AFTER = 2;

function isUnavailable(thrown: unknown): boolean {
  for (let error = thrown, depth = 0; isNativeError(error) && depth < 5; error = error.cause, depth++) {
    if (error instanceof AppError) return false;
    const { code } = error as { code?: unknown };
    if ((typeof code === 'string' && CODES.test(code)) || MESSAGES.test(error.message)) return true;
    // An AggregateError contains the error of each connection attempt.
    const { errors } = error as { errors?: unknown };
    if (Array.isArray(errors) && errors.some(isUnavailable)) return true;
  }
  return false;
}

/** Translates a transient database error to SERVICE_UNAVAILABLE. Returns other errors unchanged. */
export function translateTransientError(thrown: unknown): unknown {
  return isUnavailable(thrown)
    ? new AppError('SERVICE_UNAVAILABLE', 'The database is not available at the moment. Try again soon.', {
        retryAfter: RETRY_AFTER,
        cause: thrown,
      })
    : thrown;
}
