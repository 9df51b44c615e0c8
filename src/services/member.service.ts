import { randomUUID } from 'node:crypto';
import type { MemberRecord } from '../catalogue/records.js';
import { PublisherMember } from '../entities/publisher-member.js';
import type { Publisher } from '../entities/publisher.js';
import { AppError, invalidInput, notFound } from '../errors/app-error.js';
import { assertCan } from '../policy/authorize.js';
import { userIdOf } from '../policy/viewer.js';
import type { Settings } from '../settings.js';
import { MemberRole } from '../values/states.js';
import { isUuid } from '../values/uuid.js';
import type { FormerMember, NewMember } from './inputs.js';
import type { PublisherService } from './publisher.service.js';
import { lockPublisher } from './standing.js';
import type { Actor, Write, Writer } from './write.js';

/** By what a person is named: our id, or an address. */
interface PersonRef {
  readonly userId?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/** Who belongs to a publisher, and as what. There is always an owner. */
export class MemberService {
  constructor(
    private readonly writer: Writer,
    private readonly publishers: PublisherService,
    private readonly settings: Settings,
  ) {}

  /**
   * Makes a user a member, or changes what he is; owners and admins may. By e-mail only whoever signed in here with
   * that address, verified by his provider.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, USER_NOT_FOUND, INVALID_INPUT, LAST_OWNER where the last owner would
   *   become a member
   */
  async add(actor: Actor, publisherId: string, { role, ...person }: NewMember): Promise<MemberRecord> {
    const userId = await this.writer.run(actor, async (write) => {
      // Alone, so that of two changes at once the second sees who is still an owner.
      const { publisher, standing } = await lockPublisher(write, publisherId);
      assertCan(actor.viewer, 'member.add', standing);
      const id = await this.#userId(write, person);
      const member = await write.em.findOne(PublisherMember, { publisherId, userId: id });
      if (member?.role === role) return id;
      if (member) await this.#assertOwnerStays(write, member);
      if (member) member.role = role;
      else
        write.em.create(
          PublisherMember,
          {
            id: randomUUID(),
            publisherId,
            userId: id,
            role,
            addedBy: person.email ? 'email' : 'id',
            createdAt: write.at,
          },
          { persist: true },
        );
      note(write, publisher, {
        action: member ? 'member.changeRole' : 'member.add',
        userId: id,
        ...(member ? { from: MemberRole.Owner === role ? MemberRole.Member : MemberRole.Owner } : {}),
        to: role,
      });
      return id;
    });
    const members = await this.publishers.members(actor.viewer, [publisherId]);
    const member = members.get(publisherId)!.find(({ user }) => user.id === userId);
    if (!member) throw notFound('member', userId);
    return member;
  }

  /**
   * Removes a member: owners and admins may, and everybody himself. Who is none is no error to remove.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, MEMBER_NOT_FOUND, LAST_OWNER
   */
  async remove(actor: Actor, publisherId: string, person: FormerMember): Promise<void> {
    await this.writer.run(actor, async (write) => {
      const { publisher, standing } = await lockPublisher(write, publisherId);
      const leaves = person.userId ? person.userId.toLowerCase() === userIdOf(actor.viewer) : false;
      assertCan(actor.viewer, leaves ? 'member.leave' : 'member.remove', standing);
      const userId = await this.#userId(write, person);
      const member = await write.em.findOne(PublisherMember, { publisherId, userId });
      if (!member) throw notFound('member', person.userId ?? person.email ?? '');
      await this.#assertOwnerStays(write, member);
      write.em.remove(member);
      note(write, publisher, { action: leaves ? 'member.leave' : 'member.remove', userId, from: member.role });
    });
  }

  async #assertOwnerStays(write: Write, member: PublisherMember): Promise<void> {
    if (member.role !== MemberRole.Owner) return;
    const owners = await write.em.count(PublisherMember, { publisherId: member.publisherId, role: MemberRole.Owner });
    if (owners === 1)
      throw new AppError(
        'LAST_OWNER',
        `A publisher needs an owner, and this is the last one of "${member.publisherId}".`,
      );
  }

  async #userId(write: Write, { userId, email }: PersonRef): Promise<string> {
    if ((userId ?? null) !== null && (email ?? null) !== null)
      throw invalidInput(['user_id, email: one of both says who, not both']);
    if (userId) {
      const [row] = isUuid(userId)
        ? await write.query<{ id: string }>('select id from users where id = $1::uuid', [userId])
        : [];
      if (!row) throw notFound('user', userId);
      return row.id;
    }
    if (!email) throw invalidInput(['user_id: is needed, or email']);
    const rows = await write.query<{ id: string; issuer: string }>(
      'select id, issuer from users where lower(email) = lower($1) and email_verified',
      [email],
    );
    const current = rows.filter(
      ({ issuer }) => this.settings.AUTH_ISSUER === undefined || issuer === this.settings.AUTH_ISSUER,
    );
    if (current.length === 0)
      throw new AppError('USER_NOT_FOUND', 'Nobody has signed in here with this address, verified by his provider.');
    if (current.length > 1) throw invalidInput(['email: is that of several users; name one by user_id']);
    return current[0]!.id;
  }
}

function note(
  write: Write,
  { id }: Publisher,
  { action, userId, from, to }: { action: string; userId: string; from?: string; to?: string },
): void {
  write.changed({ kind: 'publisher', id, change: 'updated' });
  write.audit({
    action,
    subjectKind: 'member',
    subjectId: userId,
    publisherId: id,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
}
