const PUBLISHER_ID = /^[a-z][a-z0-9-]{1,62}[a-z0-9]$/;
const RESERVED = new Set(['unclaimed', 'validate', 'admin']);

/** The publisher that owns all unclaimed nodes. */
export const UNCLAIMED_PUBLISHER = 'unclaimed';

/** True if the text has the format of a publisher id (docs/contract.md, "Identifiers"). */
export function isPublisherId(text: string): boolean {
  return PUBLISHER_ID.test(text);
}

/** True for an id that can't be registered. */
export function isReservedPublisherId(text: string): boolean {
  return RESERVED.has(text);
}
