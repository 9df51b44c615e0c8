import { isNativeError } from 'node:util/types';

/** An error in the form that is logged and stored. */
export interface SafeError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack: string;
}

const MESSAGE_MAX = 2000;
const STACK_MAX = 8000;
const CAUSES_MAX = 4;

const messageOf = ({ message }: Error): string => message.slice(0, MESSAGE_MAX).toWellFormed();

/** The frames of a stack, without the message that it begins with. */
const framesOf = ({ stack = '' }: Error): string[] => stack.split('\n').filter((line) => /^\s+at /.test(line));

function stackOf(error: Error): string {
  const lines: string[] = [];
  for (let cause: unknown = error, depth = 0; isNativeError(cause) && depth < CAUSES_MAX; cause = cause.cause, depth++)
    lines.push(...(depth === 0 ? [] : [`caused by: ${cause.name}: ${messageOf(cause)}`]), ...framesOf(cause));
  return lines.join('\n').slice(0, STACK_MAX).toWellFormed();
}

/** The text of a value that is no error. Libraries report objects with a message. */
function textOf(thrown: unknown): string {
  const { message } = (thrown ?? {}) as { readonly message?: unknown };
  return String(typeof message === 'string' ? message : thrown)
    .slice(0, MESSAGE_MAX)
    .toWellFormed();
}

/** GraphQL wraps thrown values that are no instances of its Error, such as errors of another realm. */
function unwrapped(caught: unknown): unknown {
  const { thrownValue } = (caught ?? {}) as { readonly thrownValue?: unknown };
  return isNativeError(thrownValue) ? thrownValue : caught;
}

/**
 * Returns the message, code and stack of an error, each of bounded length. Errors of database drivers also have the
 * statement and its values, which may be large or private.
 */
export function safeError(caught: unknown): SafeError {
  const thrown = unwrapped(caught);
  if (!isNativeError(thrown)) return { type: typeof thrown, message: textOf(thrown), stack: '' };
  const { code } = thrown as { code?: unknown };
  return {
    type: thrown.name,
    message: messageOf(thrown),
    ...(typeof code === 'string' ? { code } : {}),
    stack: stackOf(thrown),
  };
}
