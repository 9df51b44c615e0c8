import { isoTime } from '../values/iso-time.js';

/** A column of a table that a record field is read from. */
export interface Column<V> {
  readonly column: string;
  /** Converts the JSON value of the column to the value of the field. `null` is not converted. */
  readonly read?: (value: string) => V & {};
  /**
   * Group of columns that are read only if a field of the group is needed, because they are expensive to read. There
   * are few groups, so that the fields that callers choose lead to few different statements.
   */
  readonly group?: string;
}

/** The type of the record with one field for each column. */
export type RecordOf<Columns> = {
  readonly [Field in keyof Columns]: Columns[Field] extends Column<infer V> ? V : never;
};

const inGroup = (group: string | undefined) => (group === undefined ? {} : { group });

/** A column whose value needs no conversion. */
export const column = <V>(name: string, group?: string): Column<V> => ({ column: name, ...inGroup(group) });

/** A string, or `null`. */
export const optionalText = (name: string, group?: string): Column<string | null> => column(name, group);

/** A list of strings. */
export const texts = (name: string, group?: string): Column<readonly string[]> => column(name, group);

/** A point in time, as ISO 8601 in UTC. */
export const time = (name: string, group?: string): Column<string> => ({ ...column(name, group), read: isoTime });
