import type {
  CoreNodeExtractStatus,
  CoreNodePolicy,
  MemberRole,
  NodeStatus,
  NodeVersionStatus,
  PublisherStatus,
  TranslationSource,
} from '../values/states.js';

/** A node as the public sees it. Times are ISO 8601 in UTC; null stands for "no value". */
export interface NodeRecord {
  readonly id: string;
  readonly publisherId: string;
  readonly name: string;
  readonly description: string;
  readonly author: string | null;
  readonly license: string | null;
  readonly icon: string | null;
  readonly bannerUrl: string | null;
  readonly repository: string | null;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly tagsAdmin: readonly string[];
  readonly downloads: number;
  readonly repoHostStars: number;
  readonly rating: number | null;
  readonly searchRanking: number | null;
  readonly status: NodeStatus;
  readonly statusDetail: string | null;
  readonly preemptedCoreNodeNames: readonly string[];
  readonly supportedAccelerators: readonly string[];
  readonly supportedCoreuiFrontendVersion: string | null;
  readonly supportedCoreuiVersion: string | null;
  readonly supportedOs: readonly string[];
  readonly latestVersionId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * A version of a node as the public sees it; the reason of a status is kept apart, because not everybody may read it.
 */
export interface NodeVersionRecord {
  readonly id: string;
  readonly nodeId: string;
  readonly version: string;
  readonly precedence: string;
  readonly changelog: string;
  readonly dependencies: readonly string[];
  readonly deprecated: boolean;
  readonly status: NodeVersionStatus;
  readonly statusReason: string | null;
  readonly coreNodeExtractStatus: CoreNodeExtractStatus;
  readonly supportedAccelerators: readonly string[];
  readonly supportedCoreuiFrontendVersion: string | null;
  readonly supportedCoreuiVersion: string | null;
  readonly supportedOs: readonly string[];
  readonly tags: readonly string[];
  readonly tagsAdmin: readonly string[];
  /** Where its archive is to be had; null where none ever came. */
  readonly downloadUrl: string | null;
  /** Bytes. */
  readonly archiveSize: number | null;
  readonly archiveSha256: string | null;
  /** Its name in the store. */
  readonly archiveKey: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A publisher as the public sees it. */
export interface PublisherRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly logo: string | null;
  readonly website: string | null;
  readonly support: string | null;
  readonly sourceCodeRepo: string | null;
  readonly status: PublisherStatus;
  readonly createdAt: string;
  readonly updatedAt: string;
}

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
  /** What the host application calls it, where that is not its name. */
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

/** What one source says of a node in one language. */
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
