import type { CoreNodeRecord, NodeRecord, NodeVersionRecord, PublisherRecord, TranslationRecord } from './records.js';

/**
 * A database's timestamp as ISO 8601: `2026-11-21 10:45:52.12+00` → `2026-11-21T10:45:52.120Z`.
 * Both drivers give timestamps as text, and both connections are in UTC.
 */
export function isoTime(text: string): string {
  const [date = '', time = ''] = text.split(' ');
  const [whole = '', fraction = ''] = time.replace(/[+-]\d\d(:?\d\d)?$/, '').split('.');
  return `${date}T${whole}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

/** Exactly the columns of a CoreNodeRecord, under its names; wants `core_nodes c join node_versions v`. */
export const CORE_NODE_COLUMNS = `c.name as "coreNodeName", v.node_id as "nodeId", v.id as "nodeVersionId", v.version as "nodeVersionNumber", c.display_name as "displayName", c.category, c.description, c.function,
  c.input_types as "inputTypes", c.return_names as "returnNames", c.return_types as "returnTypes", c.output_is_list as "outputIsList",
  c.deprecated, c.experimental, c.policy`;

/** Where the value of a field is read. */
interface Column {
  readonly column: string;
  /** The SQL type to read it as. */
  readonly as?: string;
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
  icon: plain('icon'),
  bannerUrl: plain('banner_url'),
  repository: plain('repository'),
  category: plain('category'),
  tags: grouped('tags'),
  tagsAdmin: grouped('tags', 'tags_admin'),
  downloads: plain('downloads'),
  repoHostStars: plain('repo_host_stars'),
  rating: plain('rating'),
  searchRanking: plain('search_ranking'),
  status: plain('status'),
  statusDetail: plain('status_detail'),
  preemptedCoreNodeNames: grouped('preempted_core_node_names'),
  supportedAccelerators: grouped('supported', 'supported_accelerators'),
  supportedCoreuiFrontendVersion: grouped('supported', 'supported_coreui_frontend_version'),
  supportedCoreuiVersion: grouped('supported', 'supported_coreui_version'),
  supportedOs: grouped('supported', 'supported_os'),
  latestVersionId: plain('latest_version_id'),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
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
  statusReason: plain('status_reason'),
  coreNodeExtractStatus: plain('core_node_extract_status'),
  supportedAccelerators: grouped('supported', 'supported_accelerators'),
  supportedCoreuiFrontendVersion: grouped('supported', 'supported_coreui_frontend_version'),
  supportedCoreuiVersion: grouped('supported', 'supported_coreui_version'),
  supportedOs: grouped('supported', 'supported_os'),
  tags: grouped('tags'),
  tagsAdmin: grouped('tags', 'tags_admin'),
  archiveSize: { column: 'archive_size', as: 'float8', group: 'archive' },
  archiveSha256: grouped('archive', 'archive_sha256'),
  archiveKey: grouped('archive', 'archive_key'),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
};

const PUBLISHER_COLUMNS: Readonly<Record<keyof PublisherRecord, Column>> = {
  id: plain('id'),
  name: plain('name'),
  description: plain('description'),
  logo: plain('logo'),
  website: plain('website'),
  support: plain('support'),
  sourceCodeRepo: plain('source_code_repo'),
  status: plain('status'),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
};

/** Reads records of one kind from rows that are lists of values. */
export class RowReader<R extends object> {
  /** The select list, such as `n.id, n.name`. */
  readonly columns: string;
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
    this.columns = chosen.map(([, { column, as }]) => `${from}.${column}${as ? `::${as}` : ''}`).join(', ');
    this.#fields = chosen.map(([name, { read }]) => ({ name, read }));
  }

  /** The record of a row. @param at the position of its first value */
  record(row: readonly unknown[], at = 0): R {
    const record: Record<string, unknown> = {};
    let place = at;
    for (const { name, read } of this.#fields) {
      const value = row[place++];
      record[name] = read && value !== null ? read(value as string) : value;
    }
    return Object.freeze(this.finish(record as R));
  }
}

/** Reads nodes from `nodes n`. */
export const nodeReader = (needed?: ReadonlySet<string>): RowReader<NodeRecord> =>
  new RowReader<NodeRecord>(NODE_COLUMNS, 'n', needed);

/** Reads publishers from `publishers p`. */
export const publisherReader = (): RowReader<PublisherRecord> =>
  new RowReader<PublisherRecord>(PUBLISHER_COLUMNS, 'p', undefined);

/** Where the archive of a version is downloaded; `null` if it has none. */
const downloadUrl = (publicUrl: string, { nodeId, version, archiveSize }: StoredVersion): string | null =>
  archiveSize === null ? null : `${publicUrl}/nodes/${nodeId}/versions/${encodeURIComponent(version)}/archive`;

/** Reads versions from `node_versions v`, with the URL of the archive if there is one. */
export function versionReader(publicUrl: string, needed?: ReadonlySet<string>): RowReader<NodeVersionRecord> {
  const hasUrl = needed?.has('downloadUrl') ?? true;
  return new RowReader<NodeVersionRecord>(
    VERSION_COLUMNS,
    'v',
    needed && hasUrl ? new Set([...needed, 'archiveSize']) : needed,
    hasUrl ? (version) => ({ ...version, downloadUrl: downloadUrl(publicUrl, version) }) : undefined,
  );
}

/** Turns a row of CORE_NODE_COLUMNS into a record. */
export const toCoreNode = (row: CoreNodeRecord): CoreNodeRecord => Object.freeze(row);
/** Turns a row of node_translations into a record. */
export const toTranslation = (row: TranslationRecord): TranslationRecord =>
  Object.freeze({ ...row, updatedAt: isoTime(row.updatedAt) });
