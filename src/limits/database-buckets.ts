import type { Database } from '../db/database.js';
import { type Level, type SharedBuckets, WINDOW_MS } from './bucket.js';

const milliseconds = (parameter: string): string => `${parameter}::float8 * interval '1 ms'`;
const fullIn = (time: string): string => `greatest(0, extract(epoch from ${time} - clock_timestamp()) * 1000)::float8`;

/** Buckets in the database that all processes share, one row per bucket. All times are of the clock of the database. */
export class DatabaseBuckets implements SharedBuckets {
  constructor(private readonly database: Database) {}

  async take(key: string, spendMs: number): Promise<Level> {
    const [level] = await this.database.query<{ is_allowed: boolean; full_in_ms: number }>(
      `with taken as (
         insert into rate_limit_buckets as bucket (key, full_at) values ($1::text, clock_timestamp() + ${milliseconds('$2')})
         on conflict (key) do update set full_at = greatest(bucket.full_at, clock_timestamp()) + ${milliseconds('$2')}
         where greatest(bucket.full_at, clock_timestamp()) + ${milliseconds('$2')} <= clock_timestamp() + ${milliseconds('$3')}
         returning full_at
       )
       select true as is_allowed, ${fullIn('full_at')} as full_in_ms from taken
       union all
       select false, ${fullIn('full_at')} from rate_limit_buckets where key = $1::text and not exists (select from taken)`,
      [key, spendMs, WINDOW_MS],
    );
    // There is no row if a concurrent statement has created the bucket and the snapshot of this one does not see it
    // yet.
    return level
      ? { isAllowed: level.is_allowed, fullInMs: level.full_in_ms }
      : { isAllowed: false, fullInMs: WINDOW_MS };
  }

  async note(spent: readonly { readonly key: string; readonly spendMs: number }[]): Promise<number[]> {
    const { rows } = await this.database.jobRunner.executeSql(
      `with cleared as (delete from rate_limit_buckets where full_at < now() - interval '1 hour' and key <> all($1::text[])),
       noted as (
         insert into rate_limit_buckets as bucket (key, full_at) select key, clock_timestamp() + ${milliseconds('spend_ms')} from unnest($1::text[], $2::float8[]) as spent(key, spend_ms)
         on conflict (key) do update set full_at = greatest(bucket.full_at, clock_timestamp()) + (excluded.full_at - clock_timestamp())
         returning key, full_at
       )
       select ${fullIn('full_at')} as full_in_ms from noted join unnest($1::text[]) with ordinality as spent(key, ordinal) using (key) order by ordinal`,
      [spent.map(({ key }) => key), spent.map(({ spendMs }) => spendMs)],
    );
    return rows.map((row) => row['full_in_ms'] as number);
  }

  async close(): Promise<void> {
    // Nothing to close: the database belongs to the caller.
  }
}
