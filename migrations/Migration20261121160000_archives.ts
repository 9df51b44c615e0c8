import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = [
  // Set when the archive of a version was uploaded. Its bytes are in the archive store.
  `alter table node_versions add column archive_size bigint, add column archive_sha256 text, add column archive_stored_at timestamptz(3)`,
  `alter table node_versions add constraint node_versions_archive check ((archive_size is null) = (archive_sha256 is null) and (archive_size is null) = (archive_stored_at is null))`,

  // The reason why the extraction did not read all core-nodes of the version.
  `alter table node_versions add column core_node_extract_detail text`,

  `alter table core_nodes add column display_name text`,

  // An upload URL accepts one archive until it expires. Only the hash of its token is stored.
  `create table archive_uploads (
    version_id uuid primary key references node_versions,
    token_hash text not null unique,
    expires_at timestamptz(3) not null
  )`,

  `create table download_counts (
    version_id uuid not null references node_versions,
    day date not null,
    downloads integer not null,
    primary key (version_id, day)
  )`,
];

/** Archives of versions, and how often they are downloaded. */
export class Migration20261121160000_archives extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }

  override down(): void {
    this.addSql('drop table download_counts');
    this.addSql('alter table core_nodes drop column display_name');
    this.addSql('drop table archive_uploads');
    this.addSql('alter table node_versions drop constraint node_versions_archive');
    this.addSql(
      'alter table node_versions drop column core_node_extract_detail, drop column archive_size, drop column archive_sha256, drop column archive_stored_at',
    );
  }
}
