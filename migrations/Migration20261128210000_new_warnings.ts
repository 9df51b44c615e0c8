import { Migration } from '@mikro-orm/migrations';

/** How many warnings of a version the last approved version of its node did not have. */
export class Migration20261128210000_new_warnings extends Migration {
  override up(): void {
    // Processes of the previous build do not set it.
    this.addSql('alter table version_findings add column new_warnings integer not null default 0');
    this.addSql('update version_findings set new_warnings = warn where warn > 0 and approved_at is null');
    this.addSql(
      'create index version_findings_new_warnings on version_findings (version_id) where new_warnings > 0 and approved_at is null',
    );
  }

  override down(): void {
    this.addSql('alter table version_findings drop column new_warnings');
  }
}
