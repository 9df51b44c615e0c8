import type { Database } from '../db/database.js';
import type { Settings } from '../settings.js';
import type { SharedBuckets } from './bucket.js';
import { DatabaseBuckets } from './database-buckets.js';
import { BucketLimits, NO_LIMITS, type RateLimits } from './rate-limits.js';

async function sharedBuckets(
  settings: Settings,
  database: Database,
  onError: (error: unknown) => void,
): Promise<SharedBuckets | undefined> {
  if (settings.REDIS_URL) {
    // Imported only if needed, because the Redis client takes 10 MB of memory.
    const { RedisBuckets } = await import('./redis-buckets.js');
    return new RedisBuckets(settings.REDIS_URL.revealSecret(), onError);
  }
  // No shared buckets, because only one process can use an embedded database.
  return database.isEmbedded ? undefined : new DatabaseBuckets(database);
}

/** Creates the rate limits that the settings configure. */
export async function openLimits(
  settings: Settings,
  database: Database,
  onError: (error: unknown) => void,
  onRefusal: () => void,
): Promise<RateLimits> {
  if (!settings.RATE_LIMIT) return NO_LIMITS;
  return new BucketLimits(
    { readsPerMinute: settings.RATE_LIMIT_READS_PER_MINUTE, workPerMinute: settings.RATE_LIMIT_WORK_PER_MINUTE },
    await sharedBuckets(settings, database, onError),
    onError,
    onRefusal,
  );
}
