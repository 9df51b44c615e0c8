/** The kinds of objects that the changes feed is about. */
export const CHANGE_SUBJECT_KINDS = ['publisher', 'node', 'version', 'core_nodes', 'translation'] as const;

/** A kind of object that the changes feed is about. */
export type ChangeSubjectKind = (typeof CHANGE_SUBJECT_KINDS)[number];

/** What can happen to such an object. */
export const CHANGE_KINDS = ['created', 'updated', 'status', 'deleted'] as const;

/** What happened to such an object. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];
