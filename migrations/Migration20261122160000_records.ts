import { Migration } from '@mikro-orm/migrations';

/** A time as ISO 8601 in UTC, to the millisecond. */
const time = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What is shown of a row of each table, in this order, each with its type; of versions what is long is not among it, for most who list them don't ask for it. */
const SHOWN = {
  nodes: `id text, publisher_id text, name text, description text, author text, license text, icon text, banner_url text, repository text, category text, tags text[], tags_admin text[],
    downloads integer, repo_host_stars integer, rating real, search_ranking integer, status text, status_detail text, preempted_core_node_names text[], supported_accelerators text[],
    supported_coreui_frontend_version text, supported_coreui_version text, supported_os text[], latest_version_id uuid, created_at timestamptz, updated_at timestamptz`,
  node_versions: `id uuid, node_id text, version text, precedence text, deprecated boolean, status text, status_reason text, core_node_extract_status text,
    supported_accelerators text[], supported_coreui_frontend_version text, supported_coreui_version text, supported_os text[], tags text[], tags_admin text[],
    archive_size bigint, archive_sha256 text, archive_key text, created_at timestamptz, updated_at timestamptz`,
  publishers: 'id text, name text, description text, logo text, website text, support text, source_code_repo text, status text, created_at timestamptz, updated_at timestamptz',
};

// The functions are immutable, which the database can't see: what makes JSON depends on settings for types that are not among these.
const recordOf = (table: keyof typeof SHOWN): string[] => {
  const columns = SHOWN[table].split(/,\s*/).map((column) => column.split(' ') as [name: string, type: string]);
  const values = columns.map(([, type], index) => `coalesce(to_json(${type === 'timestamptz' ? time(`$${index + 1}`) : `$${index + 1}`})::text, 'null')`);
  const types = columns.map(([, type]) => type);
  return [
    `create function ${table}_record(${types.join(', ')}) returns text language plpgsql immutable parallel safe as $$ begin return concat_ws(E'\\x1f', ${values.join(', ')}); end $$`,
    `alter table ${table} add column record text not null generated always as (${table}_record(${columns.map(([name]) => name).join(', ')})) stored`,
  ];
};

/**
 * What is shown of nodes, versions and publishers, rendered by the database itself whenever it is written: their values as JSON, with a
 * character between them that JSON has in no text, so that whoever needs some of them has no need to parse all. It sends one text instead
 * of twenty values, and what shows them as JSON joins what is there.
 */
export class Migration20261122160000_records extends Migration {
  override up(): void {
    for (const table of Object.keys(SHOWN) as (keyof typeof SHOWN)[]) for (const statement of recordOf(table)) this.addSql(statement);
    // What host versions the latest version of every node supports is read at each start, and where lists are filtered by it: without the table, which is large.
    this.addSql(`create index node_versions_host_range on node_versions (id) include (supported_coreui_version) where supported_coreui_version <> ''`);
  }

  override down(): void {
    this.addSql('drop index node_versions_host_range');
    for (const table of Object.keys(SHOWN) as (keyof typeof SHOWN)[]) {
      this.addSql(`alter table ${table} drop column record`);
      this.addSql(`drop function ${table}_record`);
    }
  }
}
