import { Migration } from '@mikro-orm/migrations';

/** The status that a change of the kind `status` led to. Changes of earlier builds have none. */
export class Migration20261124131000_change_status extends Migration {
  override up(): void {
    this.addSql('alter table changes add column status text');
  }

  override down(): void {
    this.addSql('alter table changes drop column status');
  }
}
