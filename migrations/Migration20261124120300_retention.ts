import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = [
  // True if the id of a deleted node or publisher is never released for reuse.
  `alter table nodes add column is_reserved boolean not null default false`,
  `alter table publishers add column is_reserved boolean not null default false`,
  `create index nodes_releasable on nodes (updated_at) where status = 'NodeStatusDeleted' and not is_reserved`,
  `create index publishers_releasable on publishers (deleted_at) where deleted_at is not null and not is_reserved`,
  `create index video_tasks_created_at on video_tasks (created_at)`,
];

/** Retention: indexes of deleted nodes and publishers whose ids may be released for reuse, and of old video tasks. */
export class Migration20261124120300_retention extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }

  override down(): void {
    this.addSql('drop index video_tasks_created_at');
    this.addSql('alter table publishers drop column is_reserved');
    this.addSql('alter table nodes drop column is_reserved');
  }
}
