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
  description: column<string>('description', 'description'),
  author: optionalText('author'),
  license: optionalText('license', 'license'),
  icon: optionalText('icon', 'details'),
  bannerUrl: optionalText('banner_url', 'details'),
  repository: optionalText('repository'),
  category: optionalText('category', 'details'),
  tags: texts('tags', 'tags'),
  tagsAdmin: texts('tags_admin', 'tags'),
  downloads: column<number>('downloads'),
  repoHostStars: column<number>('repo_host_stars'),
  rating: column<number | null>('rating'),
  searchRanking: column<number | null>('search_ranking', 'details'),
  status: column<NodeStatus>('status', 'details'),
  statusDetail: optionalText('status_detail', 'details'),
  preemptedCoreNodeNames: texts('preempted_core_node_names', 'preempted_core_node_names'),
  supportedAccelerators: texts('supported_accelerators', 'supported'),
  supportedCoreuiFrontendVersion: optionalText('supported_coreui_frontend_version', 'supported'),
  supportedCoreuiVersion: optionalText('supported_coreui_version', 'supported'),
  supportedOs: texts('supported_os', 'supported'),
  /** The highest version that can be installed. */
  latestVersionId: optionalText('latest_version_id'),
  /** The version whose core-nodes are those of the node: the latest one, or else an imported one. */
  coreNodesVersionId: optionalText('core_nodes_version_id', 'details'),
  createdAt: time('created_at'),
  updatedAt: time('updated_at', 'details'),
};

/** A node as the public sees it. Times are ISO 8601 in UTC; `null` stands for "no value". */
export type NodeRecord = RecordOf<typeof NODE_COLUMNS>;

/** The fields of a version's record, and the columns of `node_versions` that they are read from. */
export const VERSION_COLUMNS = {
  id: column<string>('id'),
  nodeId: column<string>('node_id'),
  version: column<string>('version'),
  precedence: column<string>('precedence'),
  changelog: column<string>('changelog', 'changelog'),
  dependencies: texts('dependencies', 'dependencies'),
  deprecated: column<boolean>('deprecated'),
  status: column<NodeVersionStatus>('status'),
  statusReason: optionalText('status_reason', 'details'),
  coreNodeExtractStatus: column<CoreNodeExtractStatus>('core_node_extract_status', 'details'),
  supportedAccelerators: texts('supported_accelerators', 'supported'),
  supportedCoreuiFrontendVersion: optionalText('supported_coreui_frontend_version', 'supported'),
  supportedCoreuiVersion: optionalText('supported_coreui_version', 'supported'),
  supportedOs: texts('supported_os', 'supported'),
  tags: texts('tags', 'tags'),
  tagsAdmin: texts('tags_admin', 'tags'),
  /** Bytes. */
  archiveSize: column<number | null>('archive_size', 'archive'),
  archiveSha256: optionalText('archive_sha256', 'archive'),
  /** The key of the archive in the store. */
  archiveKey: optionalText('archive_key', 'archive'),
  createdAt: time('created_at'),
  updatedAt: time('updated_at', 'details'),
};

/** The stored fields of a version. Not every reader may see the reason of its status. */
export type StoredVersion = RecordOf<typeof VERSION_COLUMNS>;

/** A version of a node. */
export interface NodeVersionRecord extends StoredVersion {
  /** Download URL of the archive; `null` if none was uploaded. */
  readonly downloadUrl: string | null;
}

/** The fields of a publisher's record, and the columns of `publishers` that they are read from. */
export const PUBLISHER_COLUMNS = {
  id: column<string>('id'),
  name: column<string>('name'),
  description: optionalText('description', 'details'),
  logo: optionalText('logo', 'details'),
  website: optionalText('website', 'details'),
  support: optionalText('support', 'details'),
  sourceCodeRepo: optionalText('source_code_repo', 'details'),
  status: column<PublisherStatus>('status', 'details'),
  createdAt: time('created_at', 'details'),
  updatedAt: time('updated_at', 'details'),
};

/** A publisher as the public sees it. */
export type PublisherRecord = RecordOf<typeof PUBLISHER_COLUMNS>;

/** A person's part in a publisher. The e-mail address is private and null for those who may not read it. */
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

/** One page of a list, with the size of the whole. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
}

/** How many pages a list has: 0 for an empty one. */
export function totalPages(page: { readonly total: number; readonly limit: number }): number {
  return Math.ceil(page.total / page.limit);
}

/** One stretch of a nested list. */
export interface Slice<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}
