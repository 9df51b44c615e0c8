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

type Timed = { createdAt: string; updatedAt: string };

const timed = <R extends Timed>(row: R): R => Object.freeze({ ...row, createdAt: isoTime(row.createdAt), updatedAt: isoTime(row.updatedAt) });

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

/** Columns under names of their own beside others'; the other one takes them out again. */
export function besideOthers<R extends object>(columns: string, prefix: string): { readonly columns: string; readonly take: (row: object) => R | undefined } {
  const parts = columns.split(/,\s*/).map((column) => /^(.*?)(?: as "(\w+)")?$/.exec(column)!);
  const names = parts.map(([, expression, alias]) => alias ?? expression!.slice(expression!.indexOf('.') + 1));
  const pairs = names.map((name) => [name, prefix + name] as const);
  return {
    columns: parts.map(([, expression], index) => `${expression} as "${prefix}${names[index]}"`).join(', '),
    take: (row) => {
      const all = row as Record<string, unknown>;
      if (all[`${prefix}id`] === null) return undefined;
      const taken: Record<string, unknown> = {};
      for (const [name, own] of pairs) taken[name] = all[own];
      return taken as R;
    },
  };
}

/** Turns a row of NODE_COLUMNS into a record. */
export const toNode = (row: NodeRecord): NodeRecord => timed(row);
/** Turns a row of VERSION_COLUMNS into a record. */
export const toVersion = (row: NodeVersionRecord, publicUrl: string): NodeVersionRecord =>
  timed({ ...row, downloadUrl: row.archiveSize === null ? null : `${publicUrl}/nodes/${row.nodeId}/versions/${encodeURIComponent(row.version)}/archive` });
/** Turns a row of PUBLISHER_COLUMNS into a record. */
export const toPublisher = (row: PublisherRecord): PublisherRecord => timed(row);
/** Turns a row of CORE_NODE_COLUMNS into a record. */
export const toCoreNode = (row: CoreNodeRecord): CoreNodeRecord => Object.freeze({ ...row });
/** Turns a row of node_translations into a record. */
export const toTranslation = (row: TranslationRecord): TranslationRecord => Object.freeze({ ...row, updatedAt: isoTime(row.updatedAt) });
