/** States of a node, with their wire values (docs/contract.md, "States"). */
export enum NodeStatus {
  Active = 'NodeStatusActive',
  Deleted = 'NodeStatusDeleted',
  Banned = 'NodeStatusBanned',
}

/** States of a node's version, with their wire values. */
export enum NodeVersionStatus {
  Active = 'NodeVersionStatusActive',
  Deleted = 'NodeVersionStatusDeleted',
  Banned = 'NodeVersionStatusBanned',
  Pending = 'NodeVersionStatusPending',
  Flagged = 'NodeVersionStatusFlagged',
}

/** States of a publisher, with their wire values. */
export enum PublisherStatus {
  Active = 'PublisherStatusActive',
  Banned = 'PublisherStatusBanned',
}

/** How a core-node definition may be used, with its wire values. */
export enum CoreNodePolicy {
  Active = 'CoreNodePolicyActive',
  Banned = 'CoreNodePolicyBanned',
  LocalOnly = 'CoreNodePolicyLocalOnly',
}

/** States of a video task. */
export enum VideoTaskState {
  Created = 'created',
  Queueing = 'queueing',
  Processing = 'processing',
  Success = 'success',
  Failed = 'failed',
}

/** Author of a translation. */
export enum TranslationSource {
  Publisher = 'PUBLISHER',
  Community = 'COMMUNITY',
}

/** Roles of members in a publisher. */
export enum MemberRole {
  Owner = 'owner',
  Member = 'member',
}

/** States of the core-node extraction of a version. */
export const CORE_NODE_EXTRACT_STATUSES = ['pending', 'success', 'failed', 'invalid_format'] as const;

/** State of the core-node extraction of a version. */
export type CoreNodeExtractStatus = (typeof CORE_NODE_EXTRACT_STATUSES)[number];
