/** The kinds of objects that the changes feed is about. */
export const CHANGE_SUBJECT_KINDS = ['publisher', 'node', 'version', 'core_nodes', 'translation'] as const;

/** A kind of object that the changes feed is about. */
export type ChangeSubjectKind = (typeof CHANGE_SUBJECT_KINDS)[number];

/** The kinds of changes of such an object. */
export const CHANGE_KINDS = ['created', 'updated', 'status', 'deleted'] as const;

/** A kind of change of such an object. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];
