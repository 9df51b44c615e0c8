/** What a cache holds now, and what it had to let go for want of room. */
export interface CacheStats {
  /** About. */
  readonly bytes: number;
  readonly entries: number;
  /** Since the start; what a change made wrong is not counted. */
  readonly evictions: number;
}
