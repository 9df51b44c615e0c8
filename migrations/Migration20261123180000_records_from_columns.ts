import { Migration } from '@mikro-orm/migrations';
import { locked } from './locked.js';

/** The rendered columns of each table. The trigger and the function that maintain a column are named after it. */
const RENDERED = {
  nodes: ['record', 'record_rest'],
  node_versions: ['record', 'record_rest'],
  publishers: ['record'],
};

/** Drops the columns that triggers rendered. Records are now read from the original columns (docs/adr/0010). */
export class Migration20261123180000_records_from_columns extends Migration {
  override up(): void {
    this.addSql(locked(Object.keys(RENDERED)));
    for (const [table, columns] of Object.entries(RENDERED))
      for (const column of columns) {
        this.addSql(`drop trigger ${table}_${column} on ${table}`);
        this.addSql(`drop function ${table}_${column}`);
        this.addSql(`alter table ${table} drop column ${column}`);
      }
    this.addSql(`delete from meta where name = 'records'`);
  }

  override down(): void {
    throw new Error('The texts were rendered by triggers of earlier migrations. Restore a backup to go back.');
  }
}
