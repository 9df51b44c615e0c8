import { Migration } from '@mikro-orm/migrations';

/**
 * The buckets of rate limits that all processes share. They are not worth a log: after a crash everybody begins anew.
 */
export class Migration20261121200000_limits extends Migration {
  override up(): void {
    this.addSql('create unlogged table rate_limit_buckets (key text primary key, full_at timestamptz not null)');
    this.addSql('create index rate_limit_buckets_full_at on rate_limit_buckets (full_at)');
  }

  override down(): void {
    this.addSql('drop table rate_limit_buckets');
  }
}
