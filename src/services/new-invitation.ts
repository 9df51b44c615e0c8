import { randomUUID } from 'node:crypto';
import { AppError } from '../errors/app-error.js';
import { userIdOf } from '../policy/viewer.js';
import { isoTime } from '../values/iso-time.js';
import type { MemberRole } from '../values/states.js';
import type { Write } from './write.js';

const DAYS = 14;
const PENDING_MAX = 50;

/** A pending invitation. Times are ISO 8601. */
export interface InvitationRecord {
  readonly id: string;
  readonly publisherId: string;
  readonly role: MemberRole;
  /** The invited user; `null` if the invitation is to an e-mail address. */
  readonly userId: string | null;
  /** The invited address in lower case; `null` if the invitation is to a user id. */
  readonly email: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** SQL for the columns of an invitation `i`, under the field names of `InvitationRecord`. */
export const INVITATION_COLUMNS = `i.id, i.publisher_id as "publisherId", i.role, i.user_id as "userId", i.email, i.created_at as "createdAt", i.expires_at as "expiresAt"`;

/** Converts a row with `INVITATION_COLUMNS` to a record. */
export const invitationOf = (row: InvitationRecord): InvitationRecord => ({
  ...row,
  createdAt: isoTime(row.createdAt),
  expiresAt: isoTime(row.expiresAt),
});

/**
 * Invites a user by id, or an e-mail address, whether or not a user has this address. The publisher must be locked
 * exclusively. If the invitation already exists, sets its role and restarts its time.
 * @throws QUOTA_REACHED
 */
export async function invite(
  write: Write,
  publisherId: string,
  person: { readonly userId: string } | { readonly email: string },
  role: MemberRole,
): Promise<InvitationRecord> {
  const at = write.at.toISOString();
  const { userId, email } = { userId: null, email: null, ...person };
  await write.query('delete from publisher_invitations where publisher_id = $1 and expires_at <= $2::timestamptz', [
    publisherId,
    at,
  ]);
  await assertQuota(write, publisherId, userId, email);
  const [row] = await write.query<InvitationRecord>(
    `insert into publisher_invitations as i (id, publisher_id, user_id, email, role, created_by, created_at, expires_at)
     values ($1::uuid, $2, $3::uuid, lower($4), $5, $6::uuid, $7::timestamptz, $8::timestamptz)
     on conflict (publisher_id, ${userId === null ? 'email' : 'user_id'})
       do update set role = excluded.role, created_by = excluded.created_by, expires_at = excluded.expires_at
     returning ${INVITATION_COLUMNS}`,
    [
      randomUUID(),
      publisherId,
      userId,
      email,
      role,
      userIdOf(write.actor.viewer) ?? null,
      at,
      new Date(write.at.getTime() + DAYS * 86_400_000).toISOString(),
    ],
  );
  const invitation = invitationOf(row!);
  auditInvitation(write, 'invitation.create', invitation);
  return invitation;
}

/** Adds an audit row for an invitation. It has no e-mail address, because audit rows contain only ids of people. */
export function auditInvitation(
  write: Write,
  action: 'invitation.create' | 'invitation.accept' | 'invitation.decline' | 'invitation.withdraw',
  { id, publisherId, role, userId }: InvitationRecord,
): void {
  write.audit({
    action,
    subjectKind: 'invitation',
    subjectId: id,
    publisherId,
    after: { role, ...(userId === null ? {} : { userId }) },
  });
}

async function assertQuota(
  write: Write,
  publisherId: string,
  userId: string | null,
  email: string | null,
): Promise<void> {
  const [others] = await write.query<{ count: number }>(
    `select count(*)::int as count from publisher_invitations
     where publisher_id = $1 and (user_id = $2::uuid or email = lower($3::text)) is not true`,
    [publisherId, userId, email],
  );
  if (others!.count >= PENDING_MAX)
    throw new AppError(
      'QUOTA_REACHED',
      `The publisher "${publisherId}" has ${PENDING_MAX} pending invitations, which is the limit. Withdraw one first.`,
    );
}
