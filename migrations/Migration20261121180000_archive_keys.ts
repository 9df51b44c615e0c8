import { Migration } from '@mikro-orm/migrations';

/** The key of each archive in the store, unique per upload, so that a failed upload can't damage another archive. */
export class Migration20261121180000_archive_keys extends Migration {
  override up(): void {
    this.addSql('alter table node_versions add column archive_key text');
    this.addSql(
      `update node_versions set archive_key = left(id::text, 2) || '/' || id || '/' || archive_sha256 || '.zip' where archive_sha256 is not null`,
    );
    this.addSql(
      'alter table node_versions add constraint node_versions_archive_key check ((archive_key is null) = (archive_sha256 is null))',
    );
  }

  override down(): void {
    this.addSql('alter table node_versions drop constraint node_versions_archive_key');
    this.addSql('alter table node_versions drop column archive_key');
  }
}
