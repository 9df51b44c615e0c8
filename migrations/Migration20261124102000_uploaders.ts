import { Migration } from '@mikro-orm/migrations';

/**
 * The user who requested an upload URL, or who created the token that requested it. When the user is suspended, the URL
 * is revoked.
 */
export class Migration20261124102000_uploaders extends Migration {
  override up(): void {
    this.addSql('alter table archive_uploads add column created_by uuid references users');
  }

  override down(): void {
    this.addSql('alter table archive_uploads drop column created_by');
  }
}
