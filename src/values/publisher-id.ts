const PUBLISHER_ID = /^[a-z][a-z0-9-]{1,62}[a-z0-9]$/;
const RESERVED = new Set(['unclaimed', 'validate', 'admin']);

/** The publisher that owns every node nobody has claimed yet. */
export const UNCLAIMED_PUBLISHER = 'unclaimed';

/** True for a text of a publisher id's form (decisions.md section 3). */
export function isPublisherId(text: string): boolean {
  return PUBLISHER_ID.test(text);
}

/** True for an id that is never given out. */
export function isReservedPublisherId(text: string): boolean {
  return RESERVED.has(text);
}
