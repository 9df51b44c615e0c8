import { LockMode } from '@mikro-orm/core';
import { Webhook } from '../entities/webhook.js';
import { INVITATION_COLUMNS, invitationOf, type InvitationRecord, auditInvitation } from './new-invitation.js';
import { auditWebhook } from './webhook-audit.js';
import type { Write } from './write.js';

/**
 * Ends the credentials of a former owner of a locked publisher: deletes the tokens that they created, replaces the
 * webhook secrets that were shown to them, and withdraws the invitations that they sent.
 * @param reason the reason in the audit log
 */
export async function endCredentials(write: Write, publisherId: string, userId: string, reason: string): Promise<void> {
  await deleteTokens(write, publisherId, userId, reason);
  const webhooks = await write.em.find(
    Webhook,
    { publisherId, secretSeenBy: userId },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  for (const webhook of webhooks) {
    webhook.replaceSecret(null, write.at);
    auditWebhook(write, webhook, 'rotateSecret', reason);
  }
  const invitations = await write.query<InvitationRecord>(
    `delete from publisher_invitations i where i.publisher_id = $1 and i.created_by = $2::uuid returning ${INVITATION_COLUMNS}`,
    [publisherId, userId],
  );
  for (const row of invitations) auditInvitation(write, 'invitation.withdraw', invitationOf(row));
}

async function deleteTokens(write: Write, publisherId: string, userId: string, reason: string): Promise<void> {
  const tokens = await write.query<{ id: string; name: string; lastFour: string }>(
    'delete from personal_access_tokens where publisher_id = $1 and created_by = $2::uuid returning id, name, last_four as "lastFour"',
    [publisherId, userId],
  );
  for (const { id, ...before } of tokens)
    write.audit({ action: 'token.delete', subjectKind: 'token', subjectId: id, publisherId, before, reason });
}
