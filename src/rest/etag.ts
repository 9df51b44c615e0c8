import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Revision } from '../catalogue/revision.js';
import { AppError } from '../errors/app-error.js';
import { Precondition } from '../services/precondition.js';
import type { Endpoint } from './endpoint.js';

/** Returns the query string of a URL, after the first "?"; `undefined` if there is none. */
export function questionOf(url: string): string | undefined {
  const mark = url.indexOf('?');
  return mark === -1 ? undefined : url.slice(mark + 1);
}

/**
 * Returns the ETag of a response to an anonymous caller. It depends only on the database, the build, the revision and
 * the request, so it can be computed before the response.
 */
export function etagOf(path: string, asked: string | undefined, revision: Revision, build: string): string {
  const parameters = new URLSearchParams(asked ?? '');
  parameters.sort();
  const question = createHash('sha1').update(`${path}?${parameters.toString()}`).digest('base64url').slice(0, 16);
  return `W/"${revision.databaseId.slice(0, 8)}-${build}-${revision.current}-${question}"`;
}

/** Returns the revision in an ETag of this registry; `undefined` for other ETags. */
function revisionOf(etag: string, { databaseId }: Revision): number | undefined {
  const [, database, revision] = /^(?:W\/)?"([^"-]+)-[^"-]+-(\d{1,15})-[\w-]{16}"$/.exec(etag.trim()) ?? [];
  return database === databaseId.slice(0, 8) ? Number(revision) : undefined;
}

/**
 * Parses `If-Match`: the resource must not have changed since one of the responses with these ETags. Reads with POST
 * ignore the header.
 * @throws PRECONDITION_FAILED if the resource has no ETag, or none of the ETags is from this registry
 */
export function preconditionOf(
  { headers }: IncomingMessage,
  at: Endpoint,
  revision: Revision,
): Precondition | undefined {
  const asked = headers['if-match'];
  // "*" requires only that the resource exists, and every endpoint that changes one requires this anyway.
  if (asked === undefined || asked.trim() === '*' || at.action === 'public') return undefined;
  const revisions = at.conditional ? asked.split(',').flatMap((etag) => revisionOf(etag, revision) ?? []) : [];
  if (revisions.length === 0)
    throw new AppError(
      'PRECONDITION_FAILED',
      at.conditional
        ? 'None of the ETags in If-Match is from this registry. Read the resource again to get its ETag.'
        : 'This resource has no ETag. Send the request without If-Match.',
    );
  return new Precondition(revisions);
}

/** True if `If-None-Match` contains this ETag. */
export function isCurrent({ headers }: IncomingMessage, etag: string): boolean {
  return (headers['if-none-match'] ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag.slice(2));
}
