import { Migration } from '@mikro-orm/migrations';

/** Suspensions of users, each with its time and reason. */
export class Migration20261124120400_suspensions extends Migration {
  override up(): void {
    this.addSql('alter table users add column suspended_at timestamptz(3), add column suspended_reason text');
  }

  override down(): void {
    this.addSql('alter table users drop column suspended_at, drop column suspended_reason');
  }
}
