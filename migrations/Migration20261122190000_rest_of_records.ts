import { Migration } from '@mikro-orm/migrations';
import { locked } from './locked.js';

/** What is shown of a row behind its `record`, in this order: what may be long. */
const REST = {
  nodes: ['description', 'license', 'preempted_core_node_names'],
  node_versions: ['changelog', 'dependencies'],
};
const TABLES = Object.keys(REST) as (keyof typeof REST)[];

/** What takes more than this many bytes is left to statements, which put it behind the record where it is asked for. */
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
  // Not where a row is written for anything else: a count of downloads has no use for a change log.
  `create trigger ${table}_record_rest before insert or update of ${[...REST[table], 'record_rest'].join(', ')} on ${table} for each row execute function ${table}_record_rest()`,
];

/**
 * What may be long of nodes and versions, and seldom is, rendered by the database when it is written, like the records
 * it stands behind: whoever lists rows reads it as it is, instead of having it made JSON each time. Rows that were
 * there before are rendered in `db/fill-records.ts`.
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
