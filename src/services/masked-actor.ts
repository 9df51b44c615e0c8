import type { AuditAction } from '../values/audit.js';

/** Actions that callers from outside the publisher may perform. These callers are shown as `user`. */
const OPEN_ACTIONS: ReadonlySet<string> = new Set<AuditAction>([
  'node.review',
  'translation.add',
  'invitation.decline',
  'token.reportLeak',
]);

/** Actions that only admins may perform. Admins are shown as `moderator`. */
const ADMIN_ACTIONS: ReadonlySet<string> = new Set<AuditAction>([
  'publisher.ban',
  'publisher.unban',
  'node.ban',
  'node.unban',
  'node.move',
  'version.setStatus',
  'coreNode.update',
  'coreNodes.store',
]);

/** The fields of an audit row that decide how its actor is shown. */
interface Audited {
  readonly actor: string;
  readonly action: string;
  /** True if the actor was an admin. */
  readonly byAdmin: boolean;
  readonly after: object | null;
}

/**
 * Returns the actor of an audit row as members of the publisher see it: `moderator` for admins, and `user` for callers
 * from outside the publisher. Members must not learn who reviews or moderates their nodes.
 * @param members the ids of the publisher's members
 */
export function maskedActor({ actor, action, byAdmin, after }: Audited, members: ReadonlySet<string>): string {
  const [kind, id = ''] = actor.split(':');
  if (kind !== 'user' && kind !== 'token') return actor;
  const isMember = kind === 'user' && members.has(id);
  if (kind === 'user' && (ADMIN_ACTIONS.has(action) || (byAdmin && !isMember))) return 'moderator';
  if (isMember || !OPEN_ACTIONS.has(action)) return actor;
  return (after as { asPublisher?: boolean } | null)?.asPublisher ? actor : 'user';
}
