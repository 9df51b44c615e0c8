import { Migration } from '@mikro-orm/migrations';

/** How many findings of a version, other than notes, the last approved version of its node does not have. */
export class Migration20261128210000_new_findings extends Migration {
  override up(): void {
    // Processes of the previous build do not set it.
    this.addSql('alter table version_findings add column new_findings integer not null default 0');
    this.addSql('update version_findings set new_findings = hold + warn where approved_at is null');
    this.addSql(
      'create index version_findings_new_findings on version_findings (version_id) where new_findings > 0 and approved_at is null',
    );
  }

  override down(): void {
    this.addSql('alter table version_findings drop column new_findings');
  }
}
