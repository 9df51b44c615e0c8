import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Revision } from '../catalogue/revision.js';
import { AppError } from '../errors/app-error.js';
import { Precondition } from '../services/precondition.js';
import type { Endpoint } from './endpoint.js';

/** The query string of a URL, after the first "?"; undefined if there is none. */
export function questionOf(url: string): string | undefined {
  const mark = url.indexOf('?');
  return mark === -1 ? undefined : url.slice(mark + 1);
}

/**
 * The ETag of a response to an anonymous caller. It is made of the database, the build, the revision and the request,
 * so it is known before the response is.
 */
export function etagOf(path: string, asked: string | undefined, revision: Revision, build: string): string {
  const parameters = new URLSearchParams(asked ?? '');
  parameters.sort();
  const question = createHash('sha1').update(`${path}?${parameters.toString()}`).digest('base64url').slice(0, 16);
  return `W/"${revision.databaseId.slice(0, 8)}-${build}-${revision.current}-${question}"`;
}

/** The revision in an ETag of this registry; undefined for other ETags. */
function revisionOf(etag: string, { databaseId }: Revision): number | undefined {
  const [, database, revision] = /^(?:W\/)?"([^"-]+)-[^"-]+-(\d{1,15})-[\w-]{16}"$/.exec(etag.trim()) ?? [];
  return database === databaseId.slice(0, 8) ? Number(revision) : undefined;
}

/**
 * Parses `If-Match`: the resource must not have changed since one of the named responses. Reads sent as POST ignore it.
 * @throws PRECONDITION_FAILED if none of the ETags can belong to this resource
 */
export function preconditionOf(
  { headers }: IncomingMessage,
  at: Endpoint,
  revision: Revision,
): Precondition | undefined {
  const asked = headers['if-match'];
  // "*" requires only that the resource exists, as every change does.
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
