import { Migration } from '@mikro-orm/migrations';
import { locked } from './locked.js';

/** A time as ISO 8601 in UTC, to the millisecond. */
const time = (value: string): string => `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * What is shown of a row of each table, in this order, but for what may be long: most who list rows don't ask for that.
 */
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
    // Nothing is written anew: who looks at the tables as they were before must not find them empty.
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
 * What is shown of nodes, versions and publishers, rendered by the database itself whenever it is written: their values
 * as JSON, with a character between them that JSON has in no text, so that whoever needs some of them has no need to
 * parse all. It sends one text instead of twenty values, and what shows them as JSON joins what is there. Rows that
 * were there before are rendered in `db/fill-records.ts`.
 */
export class Migration20261122160000_records extends Migration {
  override up(): void {
    for (const statement of [locked(TABLES), ...TABLES.flatMap(rendered)]) this.addSql(statement);
    // What host versions the latest version of every node supports is read at each start, and where lists are filtered
    // by it: without the table, which is large.
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
