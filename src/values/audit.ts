/** The kinds of objects that entries of the audit log are about. */
export const AUDIT_SUBJECT_KINDS = [
  'publisher',
  'node',
  'version',
  'core_node',
  'token',
  'member',
  'invitation',
  'webhook',
  'user',
  'report',
  'job',
  'video_task',
] as const;

/** A kind of object that an entry of the audit log is about. */
export type AuditSubjectKind = (typeof AUDIT_SUBJECT_KINDS)[number];
