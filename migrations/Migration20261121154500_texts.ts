import { Migration } from '@mikro-orm/migrations';

const LISTS: Record<string, readonly string[]> = {
  nodes: ['tags', 'tags_admin', 'preempted_core_node_names', 'supported_accelerators', 'supported_os'],
  node_versions: ['dependencies', 'supported_accelerators', 'supported_os', 'tags', 'tags_admin'],
};

/** Forbids nulls in text arrays: a single null would make every response that contains the array fail. */
export class Migration20261121154500_texts extends Migration {
  override up(): void {
    // Checks deferred constraints now. A row that is updated twice has a pending check, and a table with pending checks
    // can't be altered.
    this.addSql('set constraints all immediate');
    for (const [table, columns] of Object.entries(LISTS)) {
      for (const column of columns) {
        this.addSql(
          `update ${table} set ${column} = array_remove(${column}, null) where array_position(${column}, null) is not null`,
        );
        this.addSql(
          `alter table ${table} add constraint ${table}_${column}_texts check (array_position(${column}, null) is null)`,
        );
      }
    }
  }

  override down(): void {
    for (const [table, columns] of Object.entries(LISTS))
      for (const column of columns) this.addSql(`alter table ${table} drop constraint ${table}_${column}_texts`);
  }
}
