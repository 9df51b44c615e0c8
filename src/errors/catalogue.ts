/**
 * Every error the registry can answer with: its stable code and its HTTP status. Codes are what clients may rely on
 * (`error` in REST, `extensions.code` in GraphQL); only this file knows which status belongs to which.
 */
export const ERROR_CATALOGUE = {
  INVALID_INPUT: 400,
  INVALID_JSON: 400,
  PUBLISHER_ID_TAKEN: 400,
  PUBLISHER_ID_RESERVED: 400,
  REPOSITORY_NOT_CLAIMABLE: 400,
  VIDEO_REQUEST_REFUSED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  PUBLISHER_BANNED: 403,
  NODE_BANNED: 403,
  NODE_ALREADY_CLAIMED: 403,
  REPOSITORY_NOT_OWNED: 403,
  QUOTA_REACHED: 403,
  APPROVAL_NEEDED: 403,
  NOT_FOUND: 404,
  PUBLISHER_NOT_FOUND: 404,
  NODE_NOT_FOUND: 404,
  NODE_VERSION_NOT_FOUND: 404,
  TOKEN_NOT_FOUND: 404,
  TRANSLATION_NOT_FOUND: 404,
  CORE_NODE_NOT_FOUND: 404,
  VIDEO_TASK_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  PUBLISHER_NOT_EMPTY: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  VIDEO_UPSTREAM_ERROR: 502,
  REPOSITORY_HOST_UNAVAILABLE: 503,
  SERVICE_UNAVAILABLE: 503,
  VIDEO_UPSTREAM_TIMEOUT: 504,
} as const;

/** A stable error code of the catalogue. */
export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/** The HTTP status that goes with a code. */
export function statusOf(code: ErrorCode): number {
  return ERROR_CATALOGUE[code];
}
