import { invalidInput } from '../errors/app-error.js';

/** Encodes the sort key of an item as an opaque cursor: base64url of its JSON. */
export function encodeCursor(...key: string[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/**
 * Decodes the sort key in a cursor.
 * @throws INVALID_INPUT if the text is not a cursor with a key of this length
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
    // Not a valid cursor: throws below.
  }
  throw invalidInput([`${parameter}: is not a cursor of this list`]);
}
