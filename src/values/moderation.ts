/** The kinds of items in the moderators' queue. */
export const QUEUE_KINDS = ['version', 'warning', 'user', 'report'] as const;

/**
 * A kind of item: a held version, an installable version with new warnings, a user who waits for approval, or an open
 * report.
 */
export type QueueKind = (typeof QUEUE_KINDS)[number];

/** The kinds of items that wait for a decision. Versions with warnings can be installed without one. */
export const WAITING_KINDS = ['version', 'user', 'report'] as const satisfies readonly QueueKind[];

/** The kinds of items that are approved or rejected. Reports are closed instead. */
export const DECIDED_KINDS = ['version', 'warning', 'user'] as const satisfies readonly QueueKind[];

/** A kind of item that is approved or rejected. */
export type DecidedKind = (typeof DECIDED_KINDS)[number];

/** Decisions about items of the queue. */
export const DECISIONS = ['approve', 'reject'] as const;

/** A decision. */
export type Decision = (typeof DECISIONS)[number];

/** States of a report. */
export const REPORT_STATES = ['open', 'resolved', 'dismissed'] as const;

/** A state of a report. */
export type ReportState = (typeof REPORT_STATES)[number];

/** The states of a closed report: `resolved` if moderators took action, otherwise `dismissed`. */
export const CLOSED_REPORT_STATES = ['resolved', 'dismissed'] as const satisfies readonly ReportState[];
