import { isoTime } from '../values/iso-time.js';

/** A column of a table, and how its value becomes the value of a record's field. */
export interface Column<V> {
  readonly column: string;
  /** Turns the value that the database's JSON has into the field's; `null` stays `null`. */
  readonly read?: (value: string) => V & {};
  /**
   * Columns that are expensive to read: they are read only if a field of their group is needed. Groups are few, so that
   * callers who choose fields don't make many different statements.
   */
  readonly group?: string;
}

/** The record that is read from columns, one field for each. */
export type RecordOf<Columns> = {
  readonly [Field in keyof Columns]: Columns[Field] extends Column<infer V> ? V : never;
};

const inGroup = (group: string | undefined) => (group === undefined ? {} : { group });

/** A column whose value needs no conversion. */
export const column = <V>(name: string, group?: string): Column<V> => ({ column: name, ...inGroup(group) });

/** A text, or `null` for none. */
export const optionalText = (name: string, group?: string): Column<string | null> => column(name, group);

/** A list of texts. */
export const texts = (name: string, group?: string): Column<readonly string[]> => column(name, group);

/** A point in time, ISO 8601 in UTC. */
export const time = (name: string, group?: string): Column<string> => ({ ...column(name, group), read: isoTime });
