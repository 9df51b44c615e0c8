import type { MemberRecord } from '../catalogue/records.js';
import type { Database, SqlRunner } from '../db/database.js';
import { notFound } from '../errors/app-error.js';
import { assertCan } from '../policy/authorize.js';
import type { SignedIn, Viewer } from '../policy/viewer.js';
import { isUuid } from '../values/uuid.js';
import type { MemberService } from './member.service.js';
import { INVITATION_COLUMNS, invitationOf, type InvitationRecord, auditInvitation } from './new-invitation.js';
import type { PublisherService } from './publisher.service.js';
import { lockPublisher, standingIn } from './standing.js';
import type { Actor, Write, Writer } from './write.js';

const OWN_MAX = 100;

/** SQL that is true for a pending invitation `i` of the user `$1`: to their id, or to their verified e-mail address. */
const OWN = `i.expires_at > now() and exists (select 1 from users u where u.id = $1::uuid
  and (i.user_id = u.id or (u.email_verified and i.email = lower(u.email))))`;

/** Lists, accepts, declines and withdraws invitations to publishers. `MemberService.add` creates them. */
export class InvitationService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly publishers: PublisherService,
    private readonly members: MemberService,
  ) {}

  /**
   * Lists the pending invitations of a publisher, oldest first. Requires the owner or admin role.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN
   */
  async list(viewer: Viewer, publisherId: string): Promise<InvitationRecord[]> {
    const publisher = await this.publishers.get(publisherId);
    assertCan(viewer, 'invitation.list', await standingIn(this.database, viewer, publisher));
    const rows = await this.database.query<InvitationRecord>(
      `select ${INVITATION_COLUMNS} from publisher_invitations i
       where i.publisher_id = $1 and i.expires_at > now() order by i.created_at, i.id`,
      [publisherId],
    );
    return rows.map(invitationOf);
  }

  /**
   * Lists the caller's pending invitations, newest first, at most 100.
   * @throws UNAUTHENTICATED, and FORBIDDEN for a personal access token, which does not act for a user
   */
  async listOwn(viewer: Viewer): Promise<InvitationRecord[]> {
    assertCan(viewer, 'user.readSelf', undefined);
    const rows = await this.database.query<InvitationRecord>(
      `select ${INVITATION_COLUMNS} from publisher_invitations i where ${OWN} order by i.created_at desc, i.id limit ${OWN_MAX}`,
      [(viewer as SignedIn).id],
    );
    return rows.map(invitationOf);
  }

  /**
   * Makes the caller a member of the publisher that invited them.
   * @throws INVITATION_NOT_FOUND if the invitation does not exist, has expired, or is another user's; PUBLISHER_BANNED
   */
  async accept(actor: Actor, id: string): Promise<MemberRecord> {
    assertCan(actor.viewer, 'invitation.answer', undefined);
    const viewer = actor.viewer as SignedIn;
    const publisherId = await this.writer.run(actor, async (write) => {
      const { publisherId: inviting } = await own(write, viewer, id);
      const { standing } = await lockPublisher(write, inviting);
      assertCan(viewer, 'member.join', standing);
      const [accepted, ...others] = await take(write, viewer, inviting, id);
      // The invitation may have been withdrawn or expired while this write waited for the lock of the publisher.
      if (accepted?.id !== id.toLowerCase()) throw notFound('invitation', id);
      auditInvitation(write, 'invitation.accept', accepted);
      for (const other of others) auditInvitation(write, 'invitation.withdraw', other);
      await this.members.join(write, inviting, accepted.role, accepted.email === null ? 'id' : 'email');
      return inviting;
    });
    return this.members.one(viewer, publisherId, viewer.id);
  }

  /**
   * Declines an invitation of the caller, which deletes it.
   * @returns the deleted invitation
   * @throws INVITATION_NOT_FOUND
   */
  async decline(actor: Actor, id: string): Promise<InvitationRecord> {
    assertCan(actor.viewer, 'invitation.answer', undefined);
    const viewer = actor.viewer as SignedIn;
    return this.writer.run(actor, async (write) => {
      await own(write, viewer, id);
      return end(write, 'invitation.decline', id);
    });
  }

  /**
   * Withdraws an invitation, which deletes it. Requires the owner or admin role.
   * @returns the deleted invitation
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, INVITATION_NOT_FOUND
   */
  async withdraw(actor: Actor, publisherId: string, id: string): Promise<InvitationRecord> {
    return this.writer.run(actor, async (write) => {
      const { standing } = await lockPublisher(write, publisherId);
      assertCan(actor.viewer, 'invitation.withdraw', standing);
      return end(write, 'invitation.withdraw', id, publisherId);
    });
  }
}

/** Finds a pending invitation of the viewer. @throws INVITATION_NOT_FOUND */
async function own(runner: SqlRunner, viewer: SignedIn, id: string): Promise<InvitationRecord> {
  const [row] = isUuid(id)
    ? await runner.query<InvitationRecord>(
        `select ${INVITATION_COLUMNS} from publisher_invitations i where ${OWN} and i.id = $2::uuid`,
        [viewer.id, id],
      )
    : [];
  if (!row) throw notFound('invitation', id);
  return row;
}

/** Deletes all invitations of the viewer to a publisher. @returns them, the one with the given id first */
async function take(write: Write, viewer: SignedIn, publisherId: string, id: string): Promise<InvitationRecord[]> {
  const rows = await write.query<InvitationRecord>(
    `delete from publisher_invitations i where ${OWN} and i.publisher_id = $2 returning ${INVITATION_COLUMNS}`,
    [viewer.id, publisherId],
  );
  const isAccepted = (row: InvitationRecord): number => Number(row.id === id.toLowerCase());
  return rows.map(invitationOf).sort((a, b) => isAccepted(b) - isAccepted(a));
}

/** Deletes an invitation. @throws INVITATION_NOT_FOUND if it does not exist or belongs to another publisher */
async function end(
  write: Write,
  action: 'invitation.decline' | 'invitation.withdraw',
  id: string,
  publisherId?: string,
): Promise<InvitationRecord> {
  const [row] = isUuid(id)
    ? await write.query<InvitationRecord>(
        `delete from publisher_invitations i where i.id = $1::uuid and i.publisher_id = coalesce($2, i.publisher_id) returning ${INVITATION_COLUMNS}`,
        [id, publisherId ?? null],
      )
    : [];
  if (!row) throw notFound('invitation', id);
  const invitation = invitationOf(row);
  auditInvitation(write, action, invitation);
  return invitation;
}
