import { randomUUID } from 'node:crypto';
import type { MemberRecord } from '../catalogue/records.js';
import { PublisherMember } from '../entities/publisher-member.js';
import { AppError, invalidInput, notFound } from '../errors/app-error.js';
import type { Standing } from '../policy/actions.js';
import { assertCan, can } from '../policy/authorize.js';
import { userIdOf, type Viewer } from '../policy/viewer.js';
import { MemberRole } from '../values/states.js';
import type { AuditAction } from '../values/audit.js';
import { isUuid } from '../values/uuid.js';
import { endCredentials } from './former-member.js';
import type { FormerMember, NewMember } from './inputs.js';
import { INVITATION_COLUMNS, invitationOf, type InvitationRecord, invite, auditInvitation } from './new-invitation.js';
import type { PublisherService } from './publisher.service.js';
import { lockPublisher } from './standing.js';
import type { Actor, Write, Writer } from './write.js';

/** A reference to a user, by id or by e-mail address. */
type PersonRef = { readonly userId: string } | { readonly email: string };

/** The result of adding a person: the member whose role was set, or the invitation of a person who is not a member. */
export type AddedMember = { readonly member: MemberRecord } | { readonly invitation: InvitationRecord };

/** Changes the members of a publisher and their roles. A publisher always has an owner. */
export class MemberService {
  constructor(
    private readonly writer: Writer,
    private readonly publishers: PublisherService,
  ) {}

  /**
   * Invites a person, or changes the role of a member. If an owner becomes a member, also ends the credentials that
   * they created or saw. Requires the owner or admin role. An e-mail address finds a member only if the viewer may read
   * the member's address. For any other address the result does not depend on whether a user has it.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, USER_NOT_FOUND for an unknown user id, INVALID_INPUT, QUOTA_REACHED,
   *   LAST_OWNER if the last owner would become a member
   */
  async add(actor: Actor, publisherId: string, { role, ...given }: NewMember): Promise<AddedMember> {
    const added = await this.writer.run(actor, async (write) => {
      // Locked exclusively, so that concurrent changes can't both remove one of the last two owners.
      const { standing } = await lockPublisher(write, publisherId);
      assertCan(actor.viewer, 'member.add', standing);
      const person = personOf(given);
      const member = await findMember(write, standing, person);
      if (!member) {
        if ('userId' in person) await assertUser(write, person.userId);
        return invite(write, publisherId, person, role);
      }
      if (member.role !== role) await changeRole(write, member, role);
      return member.userId;
    });
    if (typeof added !== 'string') return { invitation: added };
    return { member: await this.one(actor.viewer, publisherId, added) };
  }

  /**
   * Removes a member, and ends the credentials that they created or saw. Requires the owner or admin role; members may
   * remove themselves.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, MEMBER_NOT_FOUND, LAST_OWNER
   */
  async remove(actor: Actor, publisherId: string, given: FormerMember): Promise<void> {
    await this.writer.run(actor, async (write) => {
      const { standing } = await lockPublisher(write, publisherId);
      const leaves = given.userId ? given.userId.toLowerCase() === userIdOf(actor.viewer) : false;
      assertCan(actor.viewer, leaves ? 'member.leave' : 'member.remove', standing);
      const person = personOf(given);
      const member = await findMember(write, standing, person);
      if (!member) throw notFound('member', 'userId' in person ? person.userId : person.email);
      await assertOwnerStays(write, member);
      write.em.remove(member);
      await withdrawInvitations(write, member);
      await endCredentials(write, publisherId, member.userId, 'Its creator was removed from the publisher');
      recordChange(write, publisherId, {
        action: leaves ? 'member.leave' : 'member.remove',
        userId: member.userId,
        from: member.role,
      });
    });
  }

  /**
   * Makes the caller a member of a locked publisher. The role of an existing member stays unchanged.
   * @param addedBy whether the invitation named the person by e-mail address or by id
   */
  async join(write: Write, publisherId: string, role: MemberRole, addedBy: 'email' | 'id'): Promise<void> {
    const userId = userIdOf(write.actor.viewer)!;
    if (await write.em.findOne(PublisherMember, { publisherId, userId })) return;
    write.em.create(
      PublisherMember,
      { id: randomUUID(), publisherId, userId, role, addedBy, createdAt: write.at },
      { persist: true },
    );
    recordChange(write, publisherId, { action: 'member.add', userId, to: role });
  }

  /**
   * Returns the member with this user id.
   * @throws MEMBER_NOT_FOUND
   */
  async one(viewer: Viewer, publisherId: string, userId: string): Promise<MemberRecord> {
    const members = await this.publishers.members(viewer, [publisherId]);
    const member = members.get(publisherId)!.find(({ user }) => user.id === userId);
    if (!member) throw notFound('member', userId);
    return member;
  }
}

function personOf({ userId, email }: FormerMember): PersonRef {
  if (userId && email) throw invalidInput(['user_id, email: only one of them can be given']);
  if (userId) return { userId };
  if (!email) throw invalidInput(['user_id: is needed, or email']);
  return { email };
}

/** @throws USER_NOT_FOUND */
async function assertUser(write: Write, userId: string): Promise<void> {
  const found = isUuid(userId) ? await write.query('select id from users where id = $1::uuid', [userId]) : [];
  if (found.length === 0) throw notFound('user', userId);
}

/**
 * Finds a member of a locked publisher. An e-mail address finds only members whose address the viewer may read, so that
 * the result does not reveal the address of other members.
 */
async function findMember(write: Write, standing: Standing, person: PersonRef): Promise<PublisherMember | null> {
  const { publisherId } = standing;
  if ('userId' in person)
    return isUuid(person.userId)
      ? write.em.findOne(PublisherMember, { publisherId, userId: person.userId.toLowerCase() })
      : null;
  const rows = await write.query<{ id: string; addedBy: string; userId: string }>(
    `select m.id, m.added_by as "addedBy", m.user_id as "userId" from publisher_members m join users u on u.id = m.user_id
     where m.publisher_id = $1 and lower(u.email) = lower($2) and u.email_verified`,
    [publisherId, person.email],
  );
  const readable = rows.filter(({ userId, addedBy }) =>
    can(write.actor.viewer, 'member.readEmail', { ...standing, userId, addedById: addedBy === 'id' }),
  );
  if (readable.length > 1) throw invalidInput(['email: is that of several members; give a user_id instead']);
  return readable[0] ? write.em.findOne(PublisherMember, { id: readable[0].id }) : null;
}

/** Withdraws the invitations that would let a removed member become a member again. */
async function withdrawInvitations(write: Write, { publisherId, userId, addedBy }: PublisherMember): Promise<void> {
  const rows = await write.query<InvitationRecord>(
    `delete from publisher_invitations i where i.publisher_id = $1
       and (i.user_id = $2::uuid or ($3 and i.email = (select lower(email) from users where id = $2::uuid and email_verified)))
     returning ${INVITATION_COLUMNS}`,
    // Invitations to the address of a member who was invited by id are kept: withdrawing them would reveal the address.
    [publisherId, userId, addedBy !== 'id'],
  );
  for (const row of rows) auditInvitation(write, 'invitation.withdraw', invitationOf(row));
}

async function changeRole(write: Write, member: PublisherMember, role: MemberRole): Promise<void> {
  const from = member.role;
  await assertOwnerStays(write, member);
  member.role = role;
  recordChange(write, member.publisherId, { action: 'member.changeRole', userId: member.userId, from, to: role });
  if (role === MemberRole.Member)
    await endCredentials(write, member.publisherId, member.userId, 'Its creator is no longer an owner');
}

async function assertOwnerStays(write: Write, member: PublisherMember): Promise<void> {
  if (member.role !== MemberRole.Owner) return;
  const owners = await write.em.count(PublisherMember, { publisherId: member.publisherId, role: MemberRole.Owner });
  if (owners === 1)
    throw new AppError(
      'LAST_OWNER',
      `This is the last owner of "${member.publisherId}". Make another member an owner first.`,
    );
}

function recordChange(
  write: Write,
  publisherId: string,
  { action, userId, from, to }: { action: AuditAction; userId: string; from?: string; to?: string },
): void {
  write.changed({ kind: 'publisher', id: publisherId, change: 'updated' });
  write.audit({
    action,
    subjectKind: 'member',
    subjectId: userId,
    publisherId,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
}
