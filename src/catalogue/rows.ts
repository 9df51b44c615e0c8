import { isoTime } from '../values/iso-time.js';
import type { Column } from './columns.js';
import {
  type CoreNodeRecord,
  NODE_COLUMNS,
  type NodeRecord,
  type NodeVersionRecord,
  PUBLISHER_COLUMNS,
  type PublisherRecord,
  type StoredVersion,
  type TranslationRecord,
  VERSION_COLUMNS,
} from './records.js';

/**
 * The select list of a CoreNodeRecord, with its field names as aliases. Requires `core_nodes c join node_versions v`.
 */
export const CORE_NODE_COLUMNS = `c.name as "coreNodeName", v.node_id as "nodeId", v.id as "nodeVersionId", v.version as "nodeVersionNumber", c.display_name as "displayName", c.category, c.description, c.function,
  c.input_types as "inputTypes", c.return_names as "returnNames", c.return_types as "returnTypes", c.output_is_list as "outputIsList",
  c.deprecated, c.experimental, c.policy`;

/** The values of a row, parsed from its JSON array. */
export type Row = readonly unknown[];

/**
 * Reads records of one kind. The database returns each row as one JSON array, because parsing it takes a fraction of
 * the time that the driver takes for twenty columns.
 */
export class RowReader<R extends object> {
  /** The select list of the columns. */
  readonly columns: string;
  /** The SQL expression for the values of a row as a JSON array. */
  readonly json: string;
  readonly #fields: readonly { readonly name: string; readonly read: ((value: string) => unknown) | undefined }[];

  /**
   * @param from the alias of the table
   * @param needed the fields to read; all if absent
   */
  constructor(
    columns: Readonly<Record<string, Column<unknown>>>,
    from: string,
    needed: ReadonlySet<string> | undefined,
    private readonly finish: (record: R) => R = (record) => record,
  ) {
    const chosen = Object.entries(columns).filter(([name]) => needed?.has(name) ?? true);
    this.columns = chosen.map(([, { column }]) => `${from}.${column}`).join(', ');
    this.json = `json_build_array(${this.columns})`;
    this.#fields = chosen.map(([name, { read }]) => ({ name, read }));
  }

  /** Parses the JSON text of a row into a record. */
  parse(json: unknown): R {
    return this.record(JSON.parse(json as string) as Row);
  }

  /** Converts the values of a row to a record. */
  record(row: Row): R {
    const record: Record<string, unknown> = {};
    const fields = this.#fields;
    for (let at = 0; at < fields.length; at++) {
      const { name, read } = fields[at]!;
      const value = row[at];
      record[name] = read && value !== null ? read(value as string) : value;
    }
    return Object.freeze(this.finish(record as R));
  }
}

/** Reads node records from `nodes n`. */
export const nodeReader = (needed?: ReadonlySet<string>): RowReader<NodeRecord> =>
  new RowReader<NodeRecord>(NODE_COLUMNS, 'n', needed);

/** Reads publisher records from `publishers p`. */
export const publisherReader = (needed?: ReadonlySet<string>): RowReader<PublisherRecord> =>
  new RowReader<PublisherRecord>(PUBLISHER_COLUMNS, 'p', needed);

/** The download URL of the archive of a version; `null` if it has no archive. */
const downloadUrl = (publicUrl: string, { nodeId, version, archiveSize }: StoredVersion): string | null =>
  archiveSize === null ? null : `${publicUrl}/nodes/${nodeId}/versions/${encodeURIComponent(version)}/archive`;

/** The fields that the download URL is made of. */
const OF_DOWNLOAD_URL = ['nodeId', 'version', 'archiveSize'];

/** Reads version records from `node_versions`, with the download URL unless `needed` leaves it out. */
export function versionReader(
  publicUrl: string,
  needed?: ReadonlySet<string>,
  from = 'v',
): RowReader<NodeVersionRecord> {
  const hasUrl = needed?.has('downloadUrl') ?? true;
  return new RowReader<NodeVersionRecord>(
    VERSION_COLUMNS,
    from,
    needed && hasUrl ? new Set([...needed, ...OF_DOWNLOAD_URL]) : needed,
    hasUrl ? (version) => ({ ...version, downloadUrl: downloadUrl(publicUrl, version) }) : undefined,
  );
}

/** Turns a row of CORE_NODE_COLUMNS into a record. */
export const toCoreNode = (row: CoreNodeRecord): CoreNodeRecord => Object.freeze(row);
/** Turns a row of node_translations into a record. */
export const toTranslation = (row: TranslationRecord): TranslationRecord =>
  Object.freeze({ ...row, updatedAt: isoTime(row.updatedAt) });
