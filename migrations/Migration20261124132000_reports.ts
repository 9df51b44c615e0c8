import { Migration } from '@mikro-orm/migrations';
import { locked } from './locked.js';

const STATEMENTS = [
  `create table node_reports (
    id uuid primary key,
    node_id text not null references nodes on delete cascade,
    user_id uuid not null references users on delete cascade,
    text text not null,
    status text not null default 'open' check (status in ('open', 'resolved', 'dismissed')),
    note text,
    created_at timestamptz(3) not null,
    closed_at timestamptz(3)
  )`,
  // One open report per user and node.
  `create unique index node_reports_open on node_reports (user_id, node_id) where status = 'open'`,
  `create index node_reports_node_id on node_reports (node_id)`,
  `create index node_reports_queue on node_reports (created_at, id) where status = 'open'`,
  `create index node_reports_closed_at on node_reports (closed_at) where closed_at is not null`,
  `alter table users add column approval_declined_at timestamptz(3)`,
  `create index users_unapproved on users (created_at, id) where not is_approved and approval_declined_at is null`,
  `create index node_versions_flagged on node_versions ((coalesce(archive_stored_at, created_at)), id) where status = 'NodeVersionStatusFlagged'`,
];

/** Users' reports of nodes, and indexes for the moderators' queue. */
export class Migration20261124132000_reports extends Migration {
  override up(): void {
    this.addSql(locked(['users', 'node_versions']));
    for (const statement of STATEMENTS) this.addSql(statement);
  }

  override down(): void {
    this.addSql('drop index node_versions_flagged');
    this.addSql('drop index users_unapproved');
    this.addSql('alter table users drop column approval_declined_at');
    this.addSql('drop table node_reports');
  }
}
