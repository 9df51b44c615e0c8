/** The kinds of objects that the changes feed is about. */
export const CHANGE_SUBJECT_KINDS = ['publisher', 'node', 'version', 'core_nodes', 'translation'] as const;

/** A kind of object that the changes feed is about. */
export type ChangeSubjectKind = (typeof CHANGE_SUBJECT_KINDS)[number];

/** The kinds of changes in the changes feed. */
export const CHANGE_KINDS = ['created', 'updated', 'status', 'deleted'] as const;

/** A kind of change in the changes feed. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];
