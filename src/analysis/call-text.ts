import { createHash } from 'node:crypto';

/** The most characters of the text of a call in a finding. */
export const CALL_MAX = 300;

const DIGEST = ' … sha256:';
const HEAD = CALL_MAX - DIGEST.length - 64;

/**
 * The text of a call as findings have it, at most 300 characters. A longer text is cut and ends with the SHA-256 of the
 * whole, so that two calls that differ only in their ends don't look the same.
 */
export function callText(text: string): string {
  if (text.length <= CALL_MAX) return text;
  return `${text.slice(0, HEAD)}${DIGEST}${createHash('sha256').update(text).digest('hex')}`;
}
