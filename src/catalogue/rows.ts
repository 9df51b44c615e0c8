import type { CoreNodeRecord, NodeRecord, NodeVersionRecord, PublisherRecord, TranslationRecord } from './records.js';

/**
 * A database's timestamp as ISO 8601 in UTC, to the millisecond. All connections are in UTC. The drivers give
 * `2026-11-21 10:45:52.12+00`, JSON has `2026-11-21T10:45:52.12+00:00`; both become `2026-11-21T10:45:52.120Z`.
 */
export function isoTime(text: string): string {
  const date = text.includes('T') ? text.indexOf('T') : text.indexOf(' ');
  const end = text.indexOf('+', date);
  const time = end < 0 ? text.slice(date + 1) : text.slice(date + 1, end);
  // Hours, minutes and seconds take eight characters; a point and up to six digits follow.
  return `${text.slice(0, date)}T${time.slice(0, 8)}.${time.slice(9, 12).padEnd(3, '0')}Z`;
}

/** Exactly the columns of a CoreNodeRecord, under its names; wants `core_nodes c join node_versions v`. */
export const CORE_NODE_COLUMNS = `c.name as "coreNodeName", v.node_id as "nodeId", v.id as "nodeVersionId", v.version as "nodeVersionNumber", c.display_name as "displayName", c.category, c.description, c.function,
  c.input_types as "inputTypes", c.return_names as "returnNames", c.return_types as "returnTypes", c.output_is_list as "outputIsList",
  c.deprecated, c.experimental, c.policy`;

/** Where the value of a field is read. */
interface Column {
  readonly column: string;
  readonly read?: (value: string) => unknown;
  /**
   * Columns that are expensive to read: they are read only if a field of their group is needed. Groups are few, so that
   * callers who choose fields don't make many different statements.
   */
  readonly group?: string;
}

const plain = (column: string): Column => ({ column });
const time = (column: string): Column => ({ column, read: isoTime });
const grouped = (group: string, column = group): Column => ({ column, group });

const NODE_COLUMNS: Readonly<Record<keyof NodeRecord, Column>> = {
  id: plain('id'),
  publisherId: plain('publisher_id'),
  name: plain('name'),
  description: grouped('description'),
  author: plain('author'),
  license: grouped('license'),
  icon: grouped('details', 'icon'),
  bannerUrl: grouped('details', 'banner_url'),
  repository: plain('repository'),
  category: grouped('details', 'category'),
  tags: grouped('tags'),
  tagsAdmin: grouped('tags', 'tags_admin'),
  downloads: plain('downloads'),
  repoHostStars: plain('repo_host_stars'),
  rating: plain('rating'),
  searchRanking: grouped('details', 'search_ranking'),
  status: grouped('details', 'status'),
  statusDetail: grouped('details', 'status_detail'),
  preemptedCoreNodeNames: grouped('preempted_core_node_names'),
  supportedAccelerators: grouped('supported', 'supported_accelerators'),
  supportedCoreuiFrontendVersion: grouped('supported', 'supported_coreui_frontend_version'),
  supportedCoreuiVersion: grouped('supported', 'supported_coreui_version'),
  supportedOs: grouped('supported', 'supported_os'),
  latestVersionId: plain('latest_version_id'),
  createdAt: time('created_at'),
  updatedAt: { ...time('updated_at'), group: 'details' },
};

/** A version as it is stored; the URL of its archive is derived. */
type StoredVersion = Omit<NodeVersionRecord, 'downloadUrl'>;

const VERSION_COLUMNS: Readonly<Record<keyof StoredVersion, Column>> = {
  id: plain('id'),
  nodeId: plain('node_id'),
  version: plain('version'),
  precedence: plain('precedence'),
  changelog: grouped('changelog'),
  dependencies: grouped('dependencies'),
  deprecated: plain('deprecated'),
  status: plain('status'),
  statusReason: grouped('details', 'status_reason'),
  coreNodeExtractStatus: grouped('details', 'core_node_extract_status'),
  supportedAccelerators: grouped('supported', 'supported_accelerators'),
  supportedCoreuiFrontendVersion: grouped('supported', 'supported_coreui_frontend_version'),
  supportedCoreuiVersion: grouped('supported', 'supported_coreui_version'),
  supportedOs: grouped('supported', 'supported_os'),
  tags: grouped('tags'),
  tagsAdmin: grouped('tags', 'tags_admin'),
  archiveSize: grouped('archive', 'archive_size'),
  archiveSha256: grouped('archive', 'archive_sha256'),
  archiveKey: grouped('archive', 'archive_key'),
  createdAt: time('created_at'),
  updatedAt: { ...time('updated_at'), group: 'details' },
};

const PUBLISHER_COLUMNS: Readonly<Record<keyof PublisherRecord, Column>> = {
  id: plain('id'),
  name: plain('name'),
  description: grouped('details', 'description'),
  logo: grouped('details', 'logo'),
  website: grouped('details', 'website'),
  support: grouped('details', 'support'),
  sourceCodeRepo: grouped('details', 'source_code_repo'),
  status: grouped('details', 'status'),
  createdAt: { ...time('created_at'), group: 'details' },
  updatedAt: { ...time('updated_at'), group: 'details' },
};

/**
 * Reads records of one kind. The database makes a JSON array of each row, because parsing that takes a fraction of what
 * the driver takes for twenty values.
 */
export class RowReader<R extends object> {
  /** The expression for a row: its values as a JSON array. */
  readonly json: string;
  readonly #fields: readonly { readonly name: string; readonly read: ((value: string) => unknown) | undefined }[];

  /**
   * @param from the alias of the table
   * @param needed the fields that are needed; all if absent
   */
  constructor(
    columns: Readonly<Record<string, Column>>,
    from: string,
    needed: ReadonlySet<string> | undefined,
    private readonly finish: (record: R) => R = (record) => record,
  ) {
    const groups = new Set([...(needed ?? [])].map((name) => columns[name]?.group));
    const chosen = Object.entries(columns).filter(
      ([, { group }]) => !needed || group === undefined || groups.has(group),
    );
    this.json = `json_build_array(${chosen.map(([, { column }]) => `${from}.${column}`).join(', ')})`;
    this.#fields = chosen.map(([name, { read }]) => ({ name, read }));
  }

  /** The record of a row, given as the text of its JSON. */
  record(json: unknown): R {
    return this.#record(JSON.parse(json as string) as unknown[]);
  }

  /** The records of an aggregate of rows; none for `null`. */
  records(json: unknown): R[] {
    return json === null ? [] : (JSON.parse(json as string) as unknown[][]).map((row) => this.#record(row));
  }

  #record(row: readonly unknown[]): R {
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

/** Reads nodes from `nodes n`. */
export const nodeReader = (needed?: ReadonlySet<string>): RowReader<NodeRecord> =>
  new RowReader<NodeRecord>(NODE_COLUMNS, 'n', needed);

/** Reads publishers from `publishers p`. */
export const publisherReader = (needed?: ReadonlySet<string>): RowReader<PublisherRecord> =>
  new RowReader<PublisherRecord>(PUBLISHER_COLUMNS, 'p', needed);

/** Where the archive of a version is downloaded; `null` if it has none. */
const downloadUrl = (publicUrl: string, { nodeId, version, archiveSize }: StoredVersion): string | null =>
  archiveSize === null ? null : `${publicUrl}/nodes/${nodeId}/versions/${encodeURIComponent(version)}/archive`;

/** Reads versions from `node_versions`, with the URL of the archive if there is one. */
export function versionReader(
  publicUrl: string,
  needed?: ReadonlySet<string>,
  from = 'v',
): RowReader<NodeVersionRecord> {
  const hasUrl = needed?.has('downloadUrl') ?? true;
  return new RowReader<NodeVersionRecord>(
    VERSION_COLUMNS,
    from,
    needed && hasUrl ? new Set([...needed, 'archiveSize']) : needed,
    hasUrl ? (version) => ({ ...version, downloadUrl: downloadUrl(publicUrl, version) }) : undefined,
  );
}

/** Turns a row of CORE_NODE_COLUMNS into a record. */
export const toCoreNode = (row: CoreNodeRecord): CoreNodeRecord => Object.freeze(row);
/** Turns a row of node_translations into a record. */
export const toTranslation = (row: TranslationRecord): TranslationRecord =>
  Object.freeze({ ...row, updatedAt: isoTime(row.updatedAt) });
