import { type ErrorCode, statusOf } from './catalogue.js';
import { withoutCredentials } from './credentials.js';

/** The properties of an error in addition to its code and message. */
export interface AppErrorOptions {
  /** One line per fault, starting with the name of the field. */
  details?: readonly string[];
  /** Seconds to wait before a retry; sent as `Retry-After`. */
  retryAfter?: number;
  /** Methods that the path supports; sent as `Allow`. */
  allow?: readonly string[];
  /** The underlying error: logged, never sent to the caller. */
  cause?: unknown;
}

/** An error that is reported to the caller. Any other error is a defect and is answered without detail. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly details: readonly string[];
  readonly retryAfter: number | undefined;
  readonly allow: readonly string[];

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: AppErrorOptions = {},
  ) {
    // The message may quote input, which may contain a credential in the wrong place.
    super(withoutCredentials(message), { cause: options.cause });
    this.details = options.details?.map(withoutCredentials) ?? [];
    this.retryAfter = options.retryAfter;
    this.allow = options.allow ?? [];
  }

  /** The HTTP status of this error. */
  get status(): number {
    return statusOf(this.code);
  }
}

/** True if an error was caused by a fault of this server or of a system behind it, and so must be logged. */
export const isFault = ({ status, cause }: AppError): boolean => status >= 500 && cause !== undefined;

/** A kind of resource that callers look up by an identifier. */
export type Noun =
  | 'publisher'
  | 'node'
  | 'version'
  | 'token'
  | 'translation'
  | 'core-node'
  | 'video task'
  | 'user'
  | 'member'
  | 'invitation'
  | 'webhook'
  | 'report';

const NOT_FOUND: Record<Noun, ErrorCode> = {
  publisher: 'PUBLISHER_NOT_FOUND',
  node: 'NODE_NOT_FOUND',
  version: 'NODE_VERSION_NOT_FOUND',
  token: 'TOKEN_NOT_FOUND',
  translation: 'TRANSLATION_NOT_FOUND',
  'core-node': 'CORE_NODE_NOT_FOUND',
  'video task': 'VIDEO_TASK_NOT_FOUND',
  user: 'USER_NOT_FOUND',
  member: 'MEMBER_NOT_FOUND',
  invitation: 'INVITATION_NOT_FOUND',
  webhook: 'WEBHOOK_NOT_FOUND',
  report: 'REPORT_NOT_FOUND',
};

/** The error for a resource that does not exist or that this caller can't see. */
export function notFound(noun: Noun, id: string): AppError {
  return new AppError(NOT_FOUND[noun], `There is no ${noun} "${id.slice(0, 200)}".`);
}

const DETAILS_MAX = 50;

/** The error for invalid input, with one line of detail per fault, up to fifty. */
export function invalidInput(faults: readonly string[]): AppError {
  const details = faults.slice(0, DETAILS_MAX);
  return new AppError('INVALID_INPUT', `The request is invalid: ${details.join('; ')}`, { details });
}

/** The error for a request that needs a credential and has no valid one. */
export function unauthenticated(
  message = 'This request needs a valid credential. Send "Authorization: Bearer <token>".',
): AppError {
  return new AppError('UNAUTHENTICATED', message);
}

/** The error for a valid credential that lacks permission. */
export function forbidden(message = 'You are not allowed to do this.'): AppError {
  return new AppError('FORBIDDEN', message);
}

/** The error for a version that exists, but is not Active, so that only members of its publisher may read it. */
export const unavailable = (
  nodeId: string,
  { version, status }: { readonly version: string; readonly status: string },
): AppError =>
  new AppError('NODE_VERSION_NOT_FOUND', `Version ${version} of "${nodeId}" is not available (status: ${status}).`);
