import { Migration } from '@mikro-orm/migrations';

/** The status after a change of the kind `status`. `null` for changes that earlier builds recorded. */
export class Migration20261124131000_change_status extends Migration {
  override up(): void {
    this.addSql('alter table changes add column status text');
  }

  override down(): void {
    this.addSql('alter table changes drop column status');
  }
}
