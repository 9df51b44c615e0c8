import { invalidInput } from '../errors/app-error.js';

/** A place in an ordered list, opaque to callers: base64url of the JSON of its sort key. */
export function encodeCursor(...key: string[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/**
 * The sort key of a cursor that we gave out.
 * @throws INVALID_INPUT for anything else
 */
export function decodeCursor(cursor: string, length: number, parameter = 'after'): string[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (
      Array.isArray(key) &&
      key.length === length &&
      key.every((part) => typeof part === 'string' && !part.includes('\0'))
    )
      return key as string[];
  } catch {
    // falls through: not one of ours
  }
  throw invalidInput([`${parameter}: is not a cursor of this list`]);
}
