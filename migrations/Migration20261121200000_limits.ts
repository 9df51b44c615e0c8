import { Migration } from '@mikro-orm/migrations';

/** Rate-limit buckets that all processes share. The table is unlogged: after a database crash all buckets are full. */
export class Migration20261121200000_limits extends Migration {
  override up(): void {
    this.addSql('create unlogged table rate_limit_buckets (key text primary key, full_at timestamptz not null)');
    this.addSql('create index rate_limit_buckets_full_at on rate_limit_buckets (full_at)');
  }

  override down(): void {
    this.addSql('drop table rate_limit_buckets');
  }
}
