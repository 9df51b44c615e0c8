import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = [
  // The state before a ban, so that lifting the ban restores exactly that state.
  `alter table nodes add column banned_with_publisher boolean not null default false, add column detail_before_ban text`,

  `create table node_reviews (
    node_id text not null references nodes,
    user_id uuid not null references users,
    star smallint not null check (star between 1 and 5),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (node_id, user_id)
  )`,
  // Users are looked up by verified e-mail address.
  `create index users_verified_email on users (lower(email)) where email_verified`,
  `create index audit_log_actor on audit_log (actor, id)`,
];

/** Moderation: bans that can be undone exactly, reviews, and lookups of users and their actions. */
export class Migration20261121150000_moderation extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }

  override down(): void {
    this.addSql('drop index audit_log_actor');
    this.addSql('drop index users_verified_email');
    this.addSql('drop table node_reviews');
    this.addSql('alter table nodes drop column banned_with_publisher, drop column detail_before_ban');
  }
}
