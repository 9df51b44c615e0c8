/** The most nodes or versions a page has. */
export const NODE_LIMIT_MAX = 100;
/** The most core-node definitions a page has. */
export const CORE_NODE_LIMIT_MAX = 1000;
/** The highest page number that is taken. */
export const PAGE_MAX = 1_000_000_000;

/** A page of a list: its number from 1, and how many it has; above the cap it is served at the cap. */
export function pageOf(page: number, limit: number, cap: number): { page: number; limit: number } {
  return { page, limit: Math.min(limit, cap) };
}
