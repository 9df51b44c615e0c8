import { Migration } from '@mikro-orm/migrations';

/** Records which audited actions admins performed, so that members of a publisher are not shown who moderates. */
export class Migration20261124120200_audited_admins extends Migration {
  override up(): void {
    this.addSql('alter table audit_log add column by_admin boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table audit_log drop column by_admin');
  }
}
