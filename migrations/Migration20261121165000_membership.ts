import { Migration } from '@mikro-orm/migrations';

/**
 * How a user became a member: by creating the publisher (`self`), or added by another member by e-mail address or by
 * user id. Only publishers that a user created count against their quota. The e-mail address of a member who was added
 * by id is not shown to the others.
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
