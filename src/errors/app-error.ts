import { type ErrorCode, statusOf } from './catalogue.js';
import { withoutCredentials } from './credentials.js';

/** What a caller may be told beside code and message. */
export interface AppErrorOptions {
  /** One line for each thing that is wrong, each starting with the name of its field. */
  details?: readonly string[];
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  retryAfter?: number;
  /** Methods that the path does take; becomes `Allow`. */
  allow?: readonly string[];
  /** What lies behind it; logged, never answered. */
  cause?: unknown;
}

/** An error with a meaning for the caller. Everything else that is thrown is a fault of ours and answered blandly. */
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
    // It may quote what was sent, and that may be a credential in the wrong place.
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

/** A thing that can be asked for by an identifier and be absent. */
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
  | 'webhook';

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
  webhook: 'WEBHOOK_NOT_FOUND',
};

/** The named thing isn't there, or not for this caller. */
export function notFound(noun: Noun, id: string): AppError {
  return new AppError(NOT_FOUND[noun], `There is no ${noun} "${id.slice(0, 200)}".`);
}

const DETAILS_MAX = 50;

/** What was sent can't be taken; one line of detail for each fault, of which the first fifty are told. */
export function invalidInput(faults: readonly string[]): AppError {
  const details = faults.slice(0, DETAILS_MAX);
  return new AppError('INVALID_INPUT', `The request is invalid: ${details.join('; ')}`, { details });
}

/** No valid credential came with a request that needs one. */
export function unauthenticated(
  message = 'This needs a valid credential: send "Authorization: Bearer <token>".',
): AppError {
  return new AppError('UNAUTHENTICATED', message);
}

/** The credential is valid, but its holder may not do this. */
export function forbidden(message = 'You may not do this.'): AppError {
  return new AppError('FORBIDDEN', message);
}
