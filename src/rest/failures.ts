import type { IncomingMessage } from 'node:http';

/** Errors that occurred before routing, by request. */
const failures = new WeakMap<IncomingMessage, { readonly error: unknown; readonly isRefusal: boolean }>();

/** Records an error. The endpoint that matches the request reports it, in its own error shape. */
export function recordFailure(request: IncomingMessage, error: unknown): void {
  failures.set(request, { error, isRefusal: false });
}

/** Records that a request is refused with this error, so that no handler processes it. */
export function refuse(request: IncomingMessage, error: unknown): void {
  failures.set(request, { error, isRefusal: true });
}

/** Returns the error of a refused request, or `undefined`. */
export function refusalFor(request: IncomingMessage): unknown {
  const failed = failures.get(request);
  return failed?.isRefusal ? failed.error : undefined;
}

/** Returns the recorded error of a request, whether `refuse` or `recordFailure` recorded it. */
export function failureOf(request: IncomingMessage): { readonly error: unknown } | undefined {
  return failures.get(request);
}
