import { isoTime } from '../values/iso-time.js';

/** A column of a table that a record field is read from. */
export interface Column<V> {
  readonly column: string;
  /** Converts the JSON value of the column to the value of the field. `null` is not converted. */
  readonly read?: (value: string) => V & {};
}

/** The type of the record with one field for each column. */
export type RecordOf<Columns> = {
  readonly [Field in keyof Columns]: Columns[Field] extends Column<infer V> ? V : never;
};

/** A column whose value needs no conversion. */
export const column = <V>(name: string): Column<V> => ({ column: name });

export const optionalText = (name: string): Column<string | null> => column(name);

export const texts = (name: string): Column<readonly string[]> => column(name);

/** A point in time, as ISO 8601 in UTC. */
export const time = (name: string): Column<string> => ({ column: name, read: isoTime });
