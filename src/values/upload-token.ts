import { createHash, randomBytes } from 'node:crypto';

/** Returns a new random secret for an upload URL. */
export function makeUploadToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash of an upload token that is stored: SHA-256 in hexadecimal. */
export function hashUploadToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
