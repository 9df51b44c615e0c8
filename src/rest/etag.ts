import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Revision } from '../catalogue/revision.js';
import { AppError } from '../errors/app-error.js';
import { Precondition } from '../services/precondition.js';
import type { Endpoint } from './endpoint.js';

/** All that stands behind the address's first "?"; undefined where there is none. */
export function questionOf(url: string): string | undefined {
  const mark = url.indexOf('?');
  return mark === -1 ? undefined : url.slice(mark + 1);
}

/**
 * The ETag of an anonymous answer: it names the database, the build, the revision and the request, so it needs no
 * answer.
 */
export function etagOf(path: string, asked: string | undefined, revision: Revision, build: string): string {
  const parameters = new URLSearchParams(asked ?? '');
  parameters.sort();
  const question = createHash('sha1').update(`${path}?${parameters.toString()}`).digest('base64url').slice(0, 16);
  return `W/"${revision.databaseId.slice(0, 8)}-${build}-${revision.current}-${question}"`;
}

/** The revision that an ETag of ours names; undefined for another's. */
function revisionOf(etag: string, { databaseId }: Revision): number | undefined {
  const [, database, revision] = /^(?:W\/)?"([^"-]+)-[^"-]+-(\d{1,15})-[\w-]{16}"$/.exec(etag.trim()) ?? [];
  return database === databaseId.slice(0, 8) ? Number(revision) : undefined;
}

/**
 * What `If-Match` asks for: that what is changed is as it was in one of the answers it names.
 * @throws PRECONDITION_FAILED where none of them can be of this
 */
export function preconditionOf(
  { headers }: IncomingMessage,
  at: Endpoint,
  revision: Revision,
): Precondition | undefined {
  const asked = headers['if-match'];
  // "*" asks for no more than that it is there, as every change does.
  if (asked === undefined || asked.trim() === '*') return undefined;
  const revisions = at.conditional ? asked.split(',').flatMap((etag) => revisionOf(etag, revision) ?? []) : [];
  if (revisions.length === 0)
    throw new AppError(
      'PRECONDITION_FAILED',
      at.conditional
        ? 'None of the ETags in If-Match is of this registry.'
        : 'This has no ETag that If-Match could name.',
    );
  return new Precondition(revisions);
}

/** Whether the caller has the answer of this ETag. */
export function isCurrent({ headers }: IncomingMessage, etag: string): boolean {
  return (headers['if-none-match'] ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag.slice(2));
}
