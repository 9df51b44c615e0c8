import type { IncomingMessage } from 'node:http';

/** What went wrong with requests before they came here. */
const failures = new WeakMap<IncomingMessage, { readonly error: unknown; readonly isRefusal: boolean }>();

/** Has what went wrong with a request told in its endpoint's shape, instead of trying again. */
export function giveFailure(request: IncomingMessage, error: unknown): void {
  failures.set(request, { error, isRefusal: false });
}

/** Has a request refused in the shape of whatever it is for: nobody is to look at it. */
export function refuse(request: IncomingMessage, error: unknown): void {
  failures.set(request, { error, isRefusal: true });
}

/** Why a request is refused, whatever it is for. */
export function refusalFor(request: IncomingMessage): unknown {
  const failed = failures.get(request);
  return failed?.isRefusal ? failed.error : undefined;
}

/** What went wrong with a request, refused or not. */
export function failureOf(request: IncomingMessage): { readonly error: unknown } | undefined {
  return failures.get(request);
}
