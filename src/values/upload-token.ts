import { createHash, randomBytes } from 'node:crypto';

/** A new secret that makes an upload address; nobody can guess it. */
export function makeUploadToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of it. */
export function hashUploadToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
