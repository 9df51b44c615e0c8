import { Migration } from '@mikro-orm/migrations';

/**
 * How somebody became a member: by creating the publisher, or added by others, by his address or just by his id. Who
 * was added was not asked: it uses up none of his quota, and an id is no reason to be shown his address.
 */
export class Migration20261121165000_membership extends Migration {
  override up(): void {
    this.addSql(
      `alter table publisher_members add column added_by text not null default 'self' check (added_by in ('self', 'email', 'id'))`,
    );
  }

  override down(): void {
    this.addSql('alter table publisher_members drop column added_by');
  }
}
