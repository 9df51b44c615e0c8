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

/** What may be long stands behind the record, where any of it is asked for: its column by its field. */
const LONG_OF_NODES = {
  description: 'description',
  license: 'license',
  preemptedCoreNodeNames: 'preempted_core_node_names',
};
const LONG_OF_VERSIONS = { changelog: 'changelog', dependencies: 'dependencies' };

/**
 * The fields of what the database keeps in the column `record`, in the order of their values, and of what stands behind
 * it.
 */
export const NODE_FIELDS = [
  'id',
  'publisherId',
  'name',
  'author',
  'icon',
  'bannerUrl',
  'repository',
  'category',
  'tags',
  'tagsAdmin',
  'downloads',
  'repoHostStars',
  'rating',
  'searchRanking',
  'status',
  'statusDetail',
  'supportedAccelerators',
  'supportedCoreuiFrontendVersion',
  'supportedCoreuiVersion',
  'supportedOs',
  'latestVersionId',
  'createdAt',
  'updatedAt',
  ...Object.keys(LONG_OF_NODES),
];
export const VERSION_FIELDS = [
  'id',
  'nodeId',
  'version',
  'precedence',
  'deprecated',
  'status',
  'statusReason',
  'coreNodeExtractStatus',
  'supportedAccelerators',
  'supportedCoreuiFrontendVersion',
  'supportedCoreuiVersion',
  'supportedOs',
  'tags',
  'tagsAdmin',
  'archiveSize',
  'archiveSha256',
  'archiveKey',
  'createdAt',
  'updatedAt',
  ...Object.keys(LONG_OF_VERSIONS),
];
export const PUBLISHER_FIELDS = [
  'id',
  'name',
  'description',
  'logo',
  'website',
  'support',
  'sourceCodeRepo',
  'status',
  'createdAt',
  'updatedAt',
];

function recordWith(
  long: Readonly<Record<string, string>>,
  from: string,
  fields: ReadonlySet<string> | undefined,
): string {
  const isAsked = (field: string): boolean => fields === undefined || fields.has(field);
  if (!Object.keys(long).some(isAsked)) return `${from}.record`;
  const values = Object.entries(long).map(
    ([field, column]) =>
      `E'\\x1f', ${isAsked(field) ? `coalesce(to_json(${from}.${column})::text, 'null')` : `'null'`}`,
  );
  // The database keeps the rest, too, unless it is long indeed: who doesn't ask for a license must not read one.
  return `${from}.record || coalesce(${from}.record_rest, concat(${values.join(', ')}))`;
}

/**
 * The expression for the record of a node.
 * @param from what the statement calls the table
 * @param fields those that are asked for; all where not said
 */
export const nodeRecord = (from: string, fields?: ReadonlySet<string>): string =>
  recordWith(LONG_OF_NODES, from, fields);
/** The same of a version. */
export const versionRecord = (from: string, fields?: ReadonlySet<string>): string =>
  recordWith(LONG_OF_VERSIONS, from, fields);

type Values = readonly unknown[];

/** Stands between the values of a record, and between records. JSON has neither in any text. */
const VALUE_END = '\x1f';
const RECORD_END = '\x1e';

const valuesOf = (record: string): Values => JSON.parse(`[${record.replaceAll(VALUE_END, ',')}]`) as Values;

/** An object of the values under the names of their fields. */
function named(fields: readonly string[], values: Values): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [at, field] of fields.entries()) record[field] = values[at];
  return record;
}

/** Where the archive of a version is read. */
const archiveUrl = (publicUrl: string, nodeId: string, version: string): string =>
  `${publicUrl}/nodes/${nodeId}/versions/${encodeURIComponent(version)}/archive`;

/** A node from its record. */
export const toNode = (record: string): NodeRecord =>
  Object.freeze(named(NODE_FIELDS, valuesOf(record))) as unknown as NodeRecord;

/** A publisher from its record. */
export const toPublisher = (record: string): PublisherRecord =>
  Object.freeze(named(PUBLISHER_FIELDS, valuesOf(record))) as unknown as PublisherRecord;

/** A version from its record, with the URL of its archive if it has one. */
export function toVersion(record: string, publicUrl: string): NodeVersionRecord {
  const version = named(VERSION_FIELDS, valuesOf(record)) as unknown as Omit<NodeVersionRecord, 'downloadUrl'>;
  const { archiveSize, nodeId, version: number } = version;
  return Object.freeze({
    ...version,
    downloadUrl: archiveSize === null ? null : archiveUrl(publicUrl, nodeId, number),
  });
}

/** Versions from their records, one after the other; none for `null`. */
export const toVersions = (records: string | null, publicUrl: string): NodeVersionRecord[] =>
  records === null ? [] : records.split(RECORD_END).map((record) => toVersion(record, publicUrl));

/** Turns a row of CORE_NODE_COLUMNS into a record. */
export const toCoreNode = (row: CoreNodeRecord): CoreNodeRecord => Object.freeze(row);
/** Turns a row of node_translations into a record. */
export const toTranslation = (row: TranslationRecord): TranslationRecord =>
  Object.freeze({ ...row, updatedAt: isoTime(row.updatedAt) });
