import { remembered } from '../values/remembered.js';
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

/** The values of a record, each as JSON. */
export type Texts = readonly string[];

/** Stands between the values of a record, and between records. JSON has neither in any text. */
const VALUE_END = '\x1f';
const RECORD_END = '\x1e';

/** The values of a record, each as JSON. */
export const textsOf = (record: string): Texts => record.split(VALUE_END);
/** The first of several records; null stands for none. */
export const recordsOf = (records: string | null, first: number): string[] =>
  records === null ? [] : records.split(RECORD_END, first);

/**
 * What takes some values of a record, for those who need few of them: to cut all takes twice as long.
 * @param places where they stand in it, ascending
 */
export function taking(places: readonly number[]): (record: string) => Texts {
  return (record) => {
    const texts: string[] = [];
    let from = 0;
    let place = 0;
    for (const wanted of places) {
      for (; place < wanted; place++) from = record.indexOf(VALUE_END, from) + 1;
      const end = record.indexOf(VALUE_END, from);
      texts.push(end < 0 ? record.slice(from) : record.slice(from, end));
      from = end + 1;
      place++;
    }
    return texts;
  };
}

const valuesOf = (record: string): Values => JSON.parse(`[${record.replaceAll(VALUE_END, ',')}]`) as Values;

type Make = (values: Values, publicUrl: string) => object;

/**
 * @param fields ours, never a caller's: they become a script, because one that names its fields makes a record in a
 * third of the time
 */
function makerOf(fields: readonly string[], among: readonly string[], more = ''): Make {
  const named = fields.map((field) => `${field}: values[${among.indexOf(field)}]`).join(', ');
  return (
    new Function('archiveUrl', `return (values, publicUrl) => ({ ${named}${more} });`) as (
      of: typeof archiveUrl,
    ) => Make
  )(archiveUrl);
}

/** Where the archive of a version is read. */
const archiveUrl = (publicUrl: string, nodeId: string, version: string): string =>
  `${publicUrl}/nodes/${nodeId}/versions/${encodeURIComponent(version)}/archive`;

const [SIZE_AT, NODE_AT, VERSION_AT] = ['archiveSize', 'nodeId', 'version'].map((field) =>
  VERSION_FIELDS.indexOf(field),
) as [number, number, number];
const DOWNLOAD_URL = `, downloadUrl: values[${SIZE_AT}] === null ? null : archiveUrl(publicUrl, values[${NODE_AT}], values[${VERSION_AT}])`;

/** The JSON of where the archive of a version is, if it has one. */
export const downloadUrlText = (version: Texts, publicUrl: string): string =>
  version[SIZE_AT] === 'null'
    ? 'null'
    : JSON.stringify(
        archiveUrl(publicUrl, JSON.parse(version[NODE_AT]!) as string, JSON.parse(version[VERSION_AT]!) as string),
      );

const nodeOf = makerOf(NODE_FIELDS, NODE_FIELDS);
const publisherOf = makerOf(PUBLISHER_FIELDS, PUBLISHER_FIELDS);
const versionOf = makerOf(VERSION_FIELDS, VERSION_FIELDS, DOWNLOAD_URL);

/** A node of its whole record. */
export const toNode = (record: string): NodeRecord => Object.freeze(nodeOf(valuesOf(record), '')) as NodeRecord;
/** A publisher of its `record`. */
export const toPublisher = (record: string): PublisherRecord =>
  Object.freeze(publisherOf(valuesOf(record), '')) as PublisherRecord;
/** A version of its whole record, and where its archive is, if it has one. */
export const toVersion = (record: string, publicUrl: string): NodeVersionRecord =>
  Object.freeze(versionOf(valuesOf(record), publicUrl)) as NodeVersionRecord;

const narrowNodeOf = remembered((key: string) => {
  const asked = new Set(key.split(' '));
  return makerOf(
    NODE_FIELDS.filter((field) => !(field in LONG_OF_NODES) || asked.has(field)),
    NODE_FIELDS,
  );
});

/**
 * A node of its record, without what may be long and is not among the given fields: only for those who asked for no
 * more.
 */
export const nodeWith = (fields: ReadonlySet<string>, record: string): NodeRecord =>
  narrowNodeOf([...fields].join(' '))(valuesOf(record), '') as NodeRecord;

/** What everything that hangs on a version is found by. */
const ALWAYS = ['id', 'nodeId', 'status', 'precedence', 'version', 'createdAt'];

const narrowVersionOf = remembered((key: string) => {
  const asked = new Set([...ALWAYS, ...key.split(' ')]);
  return makerOf(
    VERSION_FIELDS.filter((field) => asked.has(field)),
    VERSION_FIELDS,
    asked.has('downloadUrl') ? DOWNLOAD_URL : '',
  );
});

/**
 * The versions of their records, one behind the other, with only the given fields beside those that others hang on: to
 * keep a version costs what it has of fields. Such a version is only for those who asked for no more.
 */
export function versionsWith(fields: ReadonlySet<string>, records: string, publicUrl: string): NodeVersionRecord[] {
  const make = narrowVersionOf([...fields].join(' '));
  return records.split(RECORD_END).map((record) => make(valuesOf(record), publicUrl) as NodeVersionRecord);
}

/** Turns a row of CORE_NODE_COLUMNS into a record. */
export const toCoreNode = (row: CoreNodeRecord): CoreNodeRecord => Object.freeze(row);
/** Turns a row of node_translations into a record. */
export const toTranslation = (row: TranslationRecord): TranslationRecord =>
  Object.freeze({ ...row, updatedAt: isoTime(row.updatedAt) });
