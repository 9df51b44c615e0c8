import { isNativeError } from 'node:util/types';
import { AppError } from '../errors/app-error.js';

/** What PostgreSQL says where it can't go on now: connections lost or refused, time-outs, shut-downs, deadlocks. */
const CODES =
  /^(08...|57P0[123]|53[0123]..|57014|55P03|40001|40P01|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What the driver says without a code. */
const MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|client was closed|cached plan must not change result type/i;
const RETRY_AFTER = 2;

function isUnavailable(thrown: unknown): boolean {
  for (let error = thrown, depth = 0; isNativeError(error) && depth < 5; error = error.cause, depth++) {
    if (error instanceof AppError) return false;
    const { code } = error as { code?: unknown };
    if ((typeof code === 'string' && CODES.test(code)) || MESSAGES.test(error.message)) return true;
    // What several attempts to connect came to.
    const { errors } = error as { errors?: unknown };
    if (Array.isArray(errors) && errors.some(isUnavailable)) return true;
  }
  return false;
}

/** What a statement threw, as it is told: that the database does not answer now is no fault of ours, and passes. */
export function toldOf(thrown: unknown): unknown {
  return isUnavailable(thrown)
    ? new AppError('SERVICE_UNAVAILABLE', 'The database does not answer now; try again in a moment.', {
        retryAfter: RETRY_AFTER,
        cause: thrown,
      })
    : thrown;
}
