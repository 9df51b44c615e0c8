import { Migration } from '@mikro-orm/migrations';

/** The user whose credential got an upload URL, or who created the token that did: the URL ends with their rights. */
export class Migration20261124102000_uploaders extends Migration {
  override up(): void {
    this.addSql('alter table archive_uploads add column created_by uuid references users');
  }

  override down(): void {
    this.addSql('alter table archive_uploads drop column created_by');
  }
}
