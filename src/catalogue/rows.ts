import { remembered } from '../values/remembered.js';
import type { CoreNodeRecord, NodeRecord, NodeVersionRecord, PublisherRecord, TranslationRecord } from './records.js';

/**
 * A database's timestamp as ISO 8601: `2026-11-21 10:45:52.12+00` → `2026-11-21T10:45:52.120Z`.
 * Both drivers give timestamps as text, and both connections are in UTC.
 */
export function isoTime(text: string): string {
  // The usual form, by its place: this is asked for every record that is read.
  if (text.charCodeAt(10) === 32 && text.endsWith('+00') && text.length <= 26) {
    const time = text.slice(11, -3);
    return `${text.slice(0, 10)}T${time}${FILL[time.length] ?? ''}Z`;
  }
  const [date = '', time = ''] = text.split(' ');
  const [whole = '', fraction = ''] = time.replace(/[+-]\d\d(:?\d\d)?$/, '').split('.');
  return `${date}T${whole}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

/** What a time of so many characters lacks to the millisecond. */
const FILL: Readonly<Record<number, string>> = { 8: '.000', 10: '00', 11: '0' };

type Timed = { createdAt: string; updatedAt: string };

/** Rows are the driver's, made for us alone: they become records in place. */
function timed<R extends Readonly<Timed>>(row: R): R {
  const own = row as Partial<Timed>;
  if (own.createdAt !== undefined) own.createdAt = isoTime(own.createdAt);
  if (own.updatedAt !== undefined) own.updatedAt = isoTime(own.updatedAt);
  return Object.freeze(row);
}

/** Exactly the columns of a NodeRecord, under its names. */
export const NODE_COLUMNS = `n.id, n.publisher_id as "publisherId", n.name, n.description, n.author, n.license, n.icon, n.banner_url as "bannerUrl",
  n.repository, n.category, n.tags, n.tags_admin as "tagsAdmin", n.downloads, n.repo_host_stars as "repoHostStars", n.rating, n.search_ranking as "searchRanking",
  n.status, n.status_detail as "statusDetail", n.preempted_core_node_names as "preemptedCoreNodeNames", n.supported_accelerators as "supportedAccelerators",
  n.supported_coreui_frontend_version as "supportedCoreuiFrontendVersion", n.supported_coreui_version as "supportedCoreuiVersion", n.supported_os as "supportedOs",
  n.latest_version_id as "latestVersionId", n.created_at as "createdAt", n.updated_at as "updatedAt"`;

/** Exactly the columns of a NodeVersionRecord, under its names. */
export const VERSION_COLUMNS = `v.id, v.node_id as "nodeId", v.version, v.precedence, v.changelog, v.dependencies, v.deprecated, v.status, v.status_reason as "statusReason",
  v.core_node_extract_status as "coreNodeExtractStatus", v.supported_accelerators as "supportedAccelerators",
  v.supported_coreui_frontend_version as "supportedCoreuiFrontendVersion", v.supported_coreui_version as "supportedCoreuiVersion", v.supported_os as "supportedOs",
  v.tags, v.tags_admin as "tagsAdmin", v.archive_size::float8 as "archiveSize", v.archive_sha256 as "archiveSha256", v.archive_key as "archiveKey", v.created_at as "createdAt", v.updated_at as "updatedAt"`;

/** Exactly the columns of a PublisherRecord, under its names. */
export const PUBLISHER_COLUMNS = `p.id, p.name, p.description, p.logo, p.website, p.support, p.source_code_repo as "sourceCodeRepo", p.status,
  p.created_at as "createdAt", p.updated_at as "updatedAt"`;

/** Exactly the columns of a CoreNodeRecord, under its names; wants `core_nodes c join node_versions v`. */
export const CORE_NODE_COLUMNS = `c.name as "coreNodeName", v.node_id as "nodeId", v.id as "nodeVersionId", v.version as "nodeVersionNumber", c.display_name as "displayName", c.category, c.description, c.function,
  c.input_types as "inputTypes", c.return_names as "returnNames", c.return_types as "returnTypes", c.output_is_list as "outputIsList",
  c.deprecated, c.experimental, c.policy`;

/** Fields of records that are made of other columns. */
const MADE_OF: Readonly<Record<string, readonly string[]>> = { downloadUrl: ['archiveSize', 'version', 'nodeId'], publisher: ['publisherId'], latestVersion: ['latestVersionId'], coreNodes: ['latestVersionId'], viewerCanEdit: ['publisherId'] };

/** What everything that hangs on a record is found by. */
const ALWAYS = ['id', 'nodeId', 'publisherId', 'latestVersionId', 'status', 'precedence', 'version', 'createdAt'];

const narrowedBy = remembered((key): string => {
  const [columns = '', ...fields] = key.split('\0');
  const wanted = new Set([...ALWAYS, ...fields.flatMap((field) => [field, ...(MADE_OF[field] ?? [])])]);
  return columns
    .split(/,\s*/)
    .filter((column) => wanted.has(/ as "(\w+)"$/.exec(column)?.[1] ?? column.slice(column.indexOf('.') + 1)))
    .join(', ');
});

/**
 * Only the columns that the given fields of a record are made of, beside those that others hang on. To bring a row costs what it has of
 * columns, and to keep a record what it has of fields. Such a record is only for those who asked for no more.
 */
export function narrowed(columns: string, fields: ReadonlySet<string> | undefined): string {
  return fields ? narrowedBy([columns, ...fields].join('\0')) : columns;
}

/** Columns that stand beside others in rows that are lists, and what makes a record of them. */
export interface BesideOthers {
  /** As they are selected. */
  readonly columns: string;
  readonly count: number;
  /** The record that begins at this place of a row; undefined where there is none. */
  readonly take: (row: readonly unknown[], at: number) => object | undefined;
}

/** Where a record's field stands in a row, as a script. */
const valueAt = (name: string, index: number): string => (name === 'createdAt' || name === 'updatedAt' ? `isoTime(row[at + ${index}])` : `row[at + ${index}]`);

/**
 * Columns beside others: in lists instead of objects, for to name each value of each row takes longer than to read it.
 * @param columns ours, never a caller's: they become a script, because one that names its fields makes a record in a third of the time
 */
export const besideOthers = remembered((columns): BesideOthers => {
  const parts = columns.split(/,\s*/).map((column) => /^(.*?)(?: as "(\w+)")?$/.exec(column)!);
  const names = parts.map(([, expression, alias]) => alias ?? expression!.slice(expression!.indexOf('.') + 1));
  const fields = names.map((name, index) => `${name}: ${valueAt(name, index)}`);
  const take = new Function('isoTime', `return (row, at) => row[at + ${names.indexOf('id')}] === null ? undefined : { ${fields.join(', ')} };`)(isoTime) as BesideOthers['take'];
  return { columns: parts.map(([, expression]) => expression).join(', '), count: names.length, take };
});

/** Turns a row of NODE_COLUMNS into a record. */
export const toNode = (row: NodeRecord): NodeRecord => timed(row);
/** Turns a row of VERSION_COLUMNS into a record. */
export const toVersion = (row: NodeVersionRecord, publicUrl: string): NodeVersionRecord => timed(withDownload(row, publicUrl));
/** Says where the archive of a version is, if it has one; the record is its maker's alone. */
export function withDownload(record: NodeVersionRecord, publicUrl: string): NodeVersionRecord {
  const downloadUrl = typeof record.archiveSize !== 'number' ? null : `${publicUrl}/nodes/${record.nodeId}/versions/${encodeURIComponent(record.version)}/archive`;
  (record as { downloadUrl: string | null }).downloadUrl = downloadUrl;
  return record;
}
/** Turns a row of PUBLISHER_COLUMNS into a record. */
export const toPublisher = (row: PublisherRecord): PublisherRecord => timed(row);
/** Turns a row of CORE_NODE_COLUMNS into a record. */
export const toCoreNode = (row: CoreNodeRecord): CoreNodeRecord => Object.freeze(row);
/** Turns a row of node_translations into a record. */
export const toTranslation = (row: TranslationRecord): TranslationRecord => Object.freeze({ ...row, updatedAt: isoTime(row.updatedAt) });
