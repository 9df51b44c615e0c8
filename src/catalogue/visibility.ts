import { UNCLAIMED_PUBLISHER } from '../values/publisher-id.js';
import { CoreNodePolicy, NodeStatus, NodeVersionStatus } from '../values/states.js';
import type { NodeRecord, NodeVersionRecord } from './records.js';

/** A condition on records of one kind, in SQL and in memory. Both must match the same records. */
interface Rule<R> {
  /** The SQL condition on a row, given the alias of its table. */
  readonly sql: (alias: string) => string;
  readonly holds: (record: R) => boolean;
}

/** Nodes that exist. Deleted ones only reserve their id. */
export const EXISTING_NODE: Rule<Pick<NodeRecord, 'status'>> = {
  sql: (n) => `${n}.status <> '${NodeStatus.Deleted}'`,
  holds: ({ status }) => status !== NodeStatus.Deleted,
};

/** Nodes that anonymous callers can find and read: the Active ones. */
export const PUBLIC_NODE: Rule<Pick<NodeRecord, 'status'>> = {
  sql: (n) => `${n}.status = '${NodeStatus.Active}'`,
  holds: ({ status }) => status === NodeStatus.Active,
};

/** Versions that anonymous callers can find, read and install, if their node is public: the Active ones. */
export const PUBLIC_VERSION: Rule<Pick<NodeVersionRecord, 'status'>> = {
  sql: (v) => `${v}.status = '${NodeVersionStatus.Active}'`,
  holds: ({ status }) => status === NodeVersionStatus.Active,
};

/**
 * Versions that can be installed: the public ones with an archive. Imported versions have no archive: they exist only
 * to list the core-nodes of a node whose archives are not in this registry (docs/contract.md, "Versions and the latest
 * one").
 */
export const INSTALLABLE_VERSION: Rule<Pick<NodeVersionRecord, 'status' | 'archiveSize'>> = {
  sql: (v) => `${PUBLIC_VERSION.sql(v)} and ${v}.archive_size is not null`,
  holds: (version) => PUBLIC_VERSION.holds(version) && version.archiveSize !== null,
};

/** Core-nodes that plans may choose: all but those that an admin banned. */
export const PLANNED_CORE_NODE: Pick<Rule<never>, 'sql'> = {
  sql: (c) => `${c}.policy <> '${CoreNodePolicy.Banned}'`,
};

/** Versions in lists: all but imported ones. */
export const LISTED_VERSION: Pick<typeof INSTALLABLE_VERSION, 'sql'> = {
  sql: (v) => `(${v}.archive_size is not null or not ${PUBLIC_VERSION.sql(v)})`,
};

/**
 * The statuses of versions that are listed only for callers who may read versions that are not public: Flagged, because
 * nobody has confirmed the findings of the checks, and Deleted, because the publisher withdrew the version.
 */
export const HIDDEN_VERSION_STATUSES: readonly NodeVersionStatus[] = [
  NodeVersionStatus.Flagged,
  NodeVersionStatus.Deleted,
];

/** Removes the statuses that other callers may not list. */
export const withoutHidden = (statuses: readonly NodeVersionStatus[]): readonly NodeVersionStatus[] =>
  statuses.filter((status) => !HIDDEN_VERSION_STATUSES.includes(status));

/** All statuses of versions that were not unpublished. */
export const KEPT_VERSION_STATUSES: readonly NodeVersionStatus[] = Object.values(NodeVersionStatus).filter(
  (status) => status !== NodeVersionStatus.Deleted,
);

/** The statuses of a list of versions if the caller gives none. */
export const DEFAULT_VERSION_STATUSES: readonly NodeVersionStatus[] = [NodeVersionStatus.Active];

/** Publishers that exist. Deleted ones only reserve their id and are never read as records. */
export const EXISTING_PUBLISHER: Pick<Rule<never>, 'sql'> = {
  sql: (p) => `${p}.deleted_at is null`,
};

/** Publishers in lists: all but the reserved publisher of unclaimed nodes. */
export const LISTED_PUBLISHER: Pick<Rule<never>, 'sql'> = {
  sql: (p) => `${EXISTING_PUBLISHER.sql(p)} and ${p}.id <> '${UNCLAIMED_PUBLISHER}'`,
};
