import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = [
  `alter table nodes add column stored_bytes bigint not null default 0`,
  `update nodes n set stored_bytes = v.bytes
   from (select node_id, sum(archive_size) as bytes from node_versions where archive_size is not null group by node_id) v
   where v.node_id = n.id`,
  // Checks deferred constraints now. While checks of updated rows are pending, later migrations can't alter the table.
  `set constraints all immediate`,
  `set constraints all deferred`,
  // Before each creation, the creations of the last day are counted.
  `create index audit_log_publisher_creations on audit_log (actor, at) where action = 'publisher.create'`,
  `create index audit_log_node_creations on audit_log (publisher_id, at)
   where action = 'node.create' and actor not like 'system:%'`,
];

/** Counts for quotas: the bytes of the archives of each node, and the creations of users and publishers by time. */
export class Migration20261124120000_quotas extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }

  override down(): void {
    this.addSql('drop index audit_log_node_creations');
    this.addSql('drop index audit_log_publisher_creations');
    this.addSql('alter table nodes drop column stored_bytes');
  }
}
