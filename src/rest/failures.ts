import type { IncomingMessage } from 'node:http';

/** Errors of requests that occurred before routing. */
const failures = new WeakMap<IncomingMessage, { readonly error: unknown; readonly isRefusal: boolean }>();

/** Records an error that the router reports in the error shape of the endpoint. */
export function giveFailure(request: IncomingMessage, error: unknown): void {
  failures.set(request, { error, isRefusal: false });
}

/** Records that a request is refused. No handler may process it; the error has the shape of its endpoint. */
export function refuse(request: IncomingMessage, error: unknown): void {
  failures.set(request, { error, isRefusal: true });
}

/** The error of a refused request, or undefined. */
export function refusalFor(request: IncomingMessage): unknown {
  const failed = failures.get(request);
  return failed?.isRefusal ? failed.error : undefined;
}

/** The recorded error of a request, refused or not. */
export function failureOf(request: IncomingMessage): { readonly error: unknown } | undefined {
  return failures.get(request);
}
