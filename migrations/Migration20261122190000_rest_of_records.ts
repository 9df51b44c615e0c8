import { Migration } from '@mikro-orm/migrations';
import { locked } from './locked.js';

/** The long columns of each table, in the order in which they follow the `record`. */
const REST = {
  nodes: ['description', 'license', 'preempted_core_node_names'],
  node_versions: ['changelog', 'dependencies'],
};
const TABLES = Object.keys(REST) as (keyof typeof REST)[];

/** Longer texts are not stored. Statements that need them render them. */
const BYTES_MAX = 1000;

const rendered = (table: keyof typeof REST): string[] => [
  `alter table ${table} add column record_rest text`,
  `create function ${table}_record_rest() returns trigger language plpgsql as $$
    begin
      new.record_rest := concat(${REST[table].map((column) => `E'\\x1f', coalesce(to_json(new.${column})::text, 'null')`).join(', ')});
      if octet_length(new.record_rest) > ${BYTES_MAX} then
        new.record_rest := null;
      end if;
      return new;
    end $$`,
  // Updates of other columns don't run the trigger: counting a download must not render the changelog.
  `create trigger ${table}_record_rest before insert or update of ${[...REST[table], 'record_rest'].join(', ')} on ${table} for each row execute function ${table}_record_rest()`,
];

/**
 * Stores the JSON of columns that may be long but rarely are, rendered by triggers like the records of nodes and
 * versions. Lists read the stored text instead of rendering it for each request.
 * `Migration20261123180000_records_from_columns` drops these columns again.
 */
export class Migration20261122190000_rest_of_records extends Migration {
  override up(): void {
    for (const statement of [locked(TABLES), ...TABLES.flatMap(rendered)]) this.addSql(statement);
  }

  override down(): void {
    this.addSql(`delete from meta where name = 'records'`);
    for (const table of TABLES) {
      this.addSql(`drop trigger ${table}_record_rest on ${table}`);
      this.addSql(`drop function ${table}_record_rest`);
      this.addSql(`alter table ${table} drop column record_rest`);
    }
  }
}
