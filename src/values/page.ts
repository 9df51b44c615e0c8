/** Maximum number of nodes or versions per page. */
export const NODE_LIMIT_MAX = 100;
/** Maximum number of core-node definitions per page. */
export const CORE_NODE_LIMIT_MAX = 1000;
/** Maximum page number. */
export const PAGE_MAX = 1_000_000_000;

/** Returns a page number, from 1, and a page size, which is reduced to `cap`. */
export function pageOf(page: number, limit: number, cap: number): { page: number; limit: number } {
  return { page, limit: Math.min(limit, cap) };
}
