import { UNCLAIMED_PUBLISHER } from '../values/publisher-id.js';
import { NodeStatus, NodeVersionStatus } from '../values/states.js';

/** A rule on records of one kind, in SQL and in memory. Both must hold for the same records. */
interface Rule<R> {
  /** The condition on the row of an alias. */
  readonly sql: (alias: string) => string;
  readonly holds: (record: R) => boolean;
}

interface HasStatus<S> {
  readonly status: S;
}

interface HasArchive {
  /** Bytes; `null` if there is no archive. */
  readonly archiveSize: number | null;
}

/** Nodes that exist. Deleted ones only reserve their id. */
export const EXISTING_NODE: Rule<HasStatus<NodeStatus>> = {
  sql: (n) => `${n}.status <> '${NodeStatus.Deleted}'`,
  holds: ({ status }) => status !== NodeStatus.Deleted,
};

/** Nodes that anonymous callers can find and read: the Active ones. */
export const PUBLIC_NODE: Rule<HasStatus<NodeStatus>> = {
  sql: (n) => `${n}.status = '${NodeStatus.Active}'`,
  holds: ({ status }) => status === NodeStatus.Active,
};

/** Versions that anonymous callers can find, read and install, if their node is public: the Active ones. */
export const PUBLIC_VERSION: Rule<HasStatus<NodeVersionStatus>> = {
  sql: (v) => `${v}.status = '${NodeVersionStatus.Active}'`,
  holds: ({ status }) => status === NodeVersionStatus.Active,
};

/**
 * Versions that can be installed: the public ones with an archive. Imported versions have none: they exist for the
 * core-nodes of a node whose archives are not in this registry (docs/contract.md, "Versions and the latest one").
 */
export const INSTALLABLE_VERSION: Rule<HasStatus<NodeVersionStatus> & HasArchive> = {
  sql: (v) => `${PUBLIC_VERSION.sql(v)} and ${v}.archive_size is not null`,
  holds: (version) => PUBLIC_VERSION.holds(version) && version.archiveSize !== null,
};

/** Versions in lists: all but imported ones. */
export const LISTED_VERSION: Pick<typeof INSTALLABLE_VERSION, 'sql'> = {
  sql: (v) => `(${v}.archive_size is not null or not ${PUBLIC_VERSION.sql(v)})`,
};

/**
 * The statuses of versions that are listed only for callers who may read versions that are not public: Flagged ones,
 * because nobody has confirmed what the checks suspect, and Deleted ones, because their publisher withdrew their texts.
 */
export const HIDDEN_VERSION_STATUSES: readonly NodeVersionStatus[] = [
  NodeVersionStatus.Flagged,
  NodeVersionStatus.Deleted,
];

/** The statuses that are listed for all other callers. */
export const withoutHidden = (statuses: readonly NodeVersionStatus[]): readonly NodeVersionStatus[] =>
  statuses.filter((status) => !HIDDEN_VERSION_STATUSES.includes(status));

/** All statuses of versions that were not unpublished. */
export const KEPT_VERSION_STATUSES: readonly NodeVersionStatus[] = Object.values(NodeVersionStatus).filter(
  (status) => status !== NodeVersionStatus.Deleted,
);

/** The statuses of versions that a list has if the caller names none: the public ones. */
export const DEFAULT_VERSION_STATUSES: readonly NodeVersionStatus[] = [NodeVersionStatus.Active];

/** Publishers that exist. Deleted ones only reserve their id, so there is no record of them. */
export const EXISTING_PUBLISHER: Pick<Rule<never>, 'sql'> = {
  sql: (p) => `${p}.deleted_at is null`,
};

/** Publishers in lists: all but the reserved owner of unclaimed nodes. */
export const LISTED_PUBLISHER: Pick<Rule<never>, 'sql'> = {
  sql: (p) => `${EXISTING_PUBLISHER.sql(p)} and ${p}.id <> '${UNCLAIMED_PUBLISHER}'`,
};
