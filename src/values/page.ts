/** Maximum number of nodes or versions per page. */
export const NODE_LIMIT_MAX = 100;
/** Maximum number of core-node definitions per page. */
export const CORE_NODE_LIMIT_MAX = 1000;
/** Maximum page number. */
export const PAGE_MAX = 1_000_000_000;

/** A page of a list: its number, from 1, and its size, reduced to the cap. */
export function pageOf(page: number, limit: number, cap: number): { page: number; limit: number } {
  return { page, limit: Math.min(limit, cap) };
}
