import { Migration } from '@mikro-orm/migrations';
import { locked } from './locked.js';

/** A time as ISO 8601 in UTC, to the millisecond. */
const time = (value: string): string => `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The rendered columns of each table, in order. Long columns are left out because most lists don't request them. */
const SHOWN = {
  nodes: `id, publisher_id, name, author, icon, banner_url, repository, category, tags, tags_admin, downloads, repo_host_stars, rating, search_ranking, status, status_detail,
    supported_accelerators, supported_coreui_frontend_version, supported_coreui_version, supported_os, latest_version_id, created_at, updated_at`,
  node_versions: `id, node_id, version, precedence, deprecated, status, status_reason, core_node_extract_status,
    supported_accelerators, supported_coreui_frontend_version, supported_coreui_version, supported_os, tags, tags_admin, archive_size, archive_sha256, archive_key, created_at, updated_at`,
  publishers: 'id, name, description, logo, website, support, source_code_repo, status, created_at, updated_at',
};
const TABLES = Object.keys(SHOWN) as (keyof typeof SHOWN)[];

const rendered = (table: keyof typeof SHOWN): string[] => {
  const columns = SHOWN[table].split(/,\s*/);
  const values = columns.map((column) => (column.endsWith('_at') ? time(`new.${column}`) : `new.${column}`));
  return [
    // Existing rows are not rendered here. If the table were rewritten, transactions with an older snapshot would find
    // it empty.
    `alter table ${table} add column record text`,
    `create function ${table}_record() returns trigger language plpgsql as $$
      begin
        new.record := concat_ws(E'\\x1f', ${values.map((value) => `coalesce(to_json(${value})::text, 'null')`).join(', ')});
        return new;
      end $$`,
    `create trigger ${table}_record before insert or update on ${table} for each row execute function ${table}_record()`,
  ];
};

/**
 * Stores a record per node, version and publisher: the columns that responses contain, as one text that a trigger
 * renders at each write. The values are JSON, separated by U+001F. JSON never contains that character, so a reader can
 * pick single values without parsing the others. The database then returns one text instead of twenty values.
 * `Migration20261123180000_records_from_columns` drops the records again.
 */
export class Migration20261122160000_records extends Migration {
  override up(): void {
    for (const statement of [locked(TABLES), ...TABLES.flatMap(rendered)]) this.addSql(statement);
    // Each start and the filters of lists read the host versions that the latest version of every node supports. This
    // index holds all they need, so that they don't read the large table.
    this.addSql(
      `create index node_versions_host_range on node_versions (id) include (supported_coreui_version) where supported_coreui_version <> ''`,
    );
  }

  override down(): void {
    this.addSql('drop index node_versions_host_range');
    this.addSql(`delete from meta where name = 'records'`);
    for (const table of TABLES) {
      this.addSql(`drop trigger ${table}_record on ${table}`);
      this.addSql(`drop function ${table}_record`);
      this.addSql(`alter table ${table} drop column record`);
    }
  }
}
