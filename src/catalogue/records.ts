import { column, optionalText, type RecordOf, texts, time } from './columns.js';
import type {
  CoreNodeExtractStatus,
  CoreNodePolicy,
  MemberRole,
  NodeStatus,
  NodeVersionStatus,
  PublisherStatus,
  TranslationSource,
} from '../values/states.js';

/** The fields of a node's public record, and the columns of `nodes` that they are read from. */
export const NODE_COLUMNS = {
  id: column<string>('id'),
  publisherId: column<string>('publisher_id'),
  name: column<string>('name'),
  description: column<string>('description'),
  author: optionalText('author'),
  license: optionalText('license'),
  icon: optionalText('icon'),
  bannerUrl: optionalText('banner_url'),
  repository: optionalText('repository'),
  category: optionalText('category'),
  tags: texts('tags'),
  tagsAdmin: texts('tags_admin'),
  downloads: column<number>('downloads'),
  repoHostStars: column<number>('repo_host_stars'),
  rating: column<number | null>('rating'),
  searchRanking: column<number | null>('search_ranking'),
  status: column<NodeStatus>('status'),
  statusDetail: optionalText('status_detail'),
  preemptedCoreNodeNames: texts('preempted_core_node_names'),
  supportedAccelerators: texts('supported_accelerators'),
  supportedCoreuiFrontendVersion: optionalText('supported_coreui_frontend_version'),
  supportedCoreuiVersion: optionalText('supported_coreui_version'),
  supportedOs: texts('supported_os'),
  /** Id of the highest installable version. */
  latestVersionId: optionalText('latest_version_id'),
  /** Id of the version whose core-nodes are listed for the node: the latest version, or else an imported one. */
  coreNodesVersionId: optionalText('core_nodes_version_id'),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
};

/** A node. Times are ISO 8601 in UTC; `null` means no value. */
export type NodeRecord = RecordOf<typeof NODE_COLUMNS>;

/** The fields of a version's record, and the columns of `node_versions` that they are read from. */
export const VERSION_COLUMNS = {
  id: column<string>('id'),
  nodeId: column<string>('node_id'),
  version: column<string>('version'),
  precedence: column<string>('precedence'),
  changelog: column<string>('changelog'),
  dependencies: texts('dependencies'),
  deprecated: column<boolean>('deprecated'),
  status: column<NodeVersionStatus>('status'),
  statusReason: optionalText('status_reason'),
  coreNodeExtractStatus: column<CoreNodeExtractStatus>('core_node_extract_status'),
  supportedAccelerators: texts('supported_accelerators'),
  supportedCoreuiFrontendVersion: optionalText('supported_coreui_frontend_version'),
  supportedCoreuiVersion: optionalText('supported_coreui_version'),
  supportedOs: texts('supported_os'),
  tags: texts('tags'),
  tagsAdmin: texts('tags_admin'),
  /** Size in bytes; `null` if there is no archive. */
  archiveSize: column<number | null>('archive_size'),
  archiveSha256: optionalText('archive_sha256'),
  /** Key of the archive in the object store. */
  archiveKey: optionalText('archive_key'),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
};

/** The stored fields of a version. `statusReason` is not for every viewer. */
export type StoredVersion = RecordOf<typeof VERSION_COLUMNS>;

export interface NodeVersionRecord extends StoredVersion {
  /** Download URL of the archive; `null` if none was uploaded. */
  readonly downloadUrl: string | null;
}

/** The fields of a publisher's record, and the columns of `publishers` that they are read from. */
export const PUBLISHER_COLUMNS = {
  id: column<string>('id'),
  name: column<string>('name'),
  description: optionalText('description'),
  logo: optionalText('logo'),
  website: optionalText('website'),
  support: optionalText('support'),
  sourceCodeRepo: optionalText('source_code_repo'),
  status: column<PublisherStatus>('status'),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
};

export type PublisherRecord = RecordOf<typeof PUBLISHER_COLUMNS>;

/** A membership of a publisher. `email` is `null` for viewers who may not read it. */
export interface MemberRecord {
  readonly id: string;
  readonly publisherId: string;
  readonly role: MemberRole;
  readonly user: { readonly id: string; readonly name: string | null; readonly email: string | null };
}

/** A core-node definition of one version. */
export interface CoreNodeRecord {
  readonly coreNodeName: string;
  readonly nodeId: string;
  readonly nodeVersionId: string;
  readonly nodeVersionNumber: string;
  /** Name that the host application shows. `null` if it shows `coreNodeName`. */
  readonly displayName: string | null;
  readonly category: string | null;
  readonly description: string | null;
  readonly function: string | null;
  readonly inputTypes: string | null;
  readonly returnNames: string | null;
  readonly returnTypes: string | null;
  readonly outputIsList: readonly boolean[];
  readonly deprecated: boolean;
  readonly experimental: boolean;
  readonly policy: CoreNodePolicy;
}

/** The translation of a node into one language by one source. */
export interface TranslationRecord {
  readonly nodeId: string;
  readonly language: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly source: TranslationSource;
  readonly updatedAt: string;
}

/** Items of a list, with the total number of items. */
export interface Listing<T> {
  readonly items: readonly T[];
  readonly total: number;
}

export interface Page<T> extends Listing<T> {
  readonly page: number;
  readonly limit: number;
}

/** The number of pages of a list; 0 if the list is empty. */
export function totalPages(page: { readonly total: number; readonly limit: number }): number {
  return Math.ceil(page.total / page.limit);
}

/** Consecutive items of a nested list. */
export interface Slice<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

export const EMPTY_SLICE: Slice<never> = { items: [], hasMore: false };

/** The first items. There are more if `items` has more. */
export const sliceOf = <T>(items: readonly T[], first: number): Slice<T> => ({
  items: items.slice(0, first),
  hasMore: items.length > first,
});
