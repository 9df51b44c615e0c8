import type { Database } from '../db/database.js';
import type { Settings } from '../settings.js';
import type { SharedBuckets } from './bucket.js';
import { DatabaseBuckets } from './database-buckets.js';
import { BucketLimits, NO_LIMITS, type RateLimits } from './rate-limits.js';
import { RedisBuckets } from './redis-buckets.js';

function sharedBuckets(
  settings: Settings,
  database: Database,
  onError: (error: unknown) => void,
): SharedBuckets | undefined {
  if (settings.REDIS_URL) return new RedisBuckets(settings.REDIS_URL.revealSecret(), onError);
  // Nobody else is on the embedded database.
  return database.isEmbedded ? undefined : new DatabaseBuckets(database);
}

/** The limits that the settings ask for. */
export function openLimits(
  settings: Settings,
  database: Database,
  onError: (error: unknown) => void,
  onRefusal: () => void,
): RateLimits {
  if (!settings.RATE_LIMIT) return NO_LIMITS;
  return new BucketLimits(
    { readsPerMinute: settings.RATE_LIMIT_READS_PER_MINUTE, workPerMinute: settings.RATE_LIMIT_WORK_PER_MINUTE },
    sharedBuckets(settings, database, onError),
    onError,
    onRefusal,
  );
}
