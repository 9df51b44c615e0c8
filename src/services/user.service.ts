import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.js';
import { User } from '../entities/user.js';
import { assertCan } from '../policy/authorize.js';
import { actorName, type SignedIn, type Viewer } from '../policy/viewer.js';
import { notFound } from '../errors/app-error.js';
import type { Settings } from '../settings.js';
import { isUuid } from '../values/uuid.js';
import { type Actor, isDuplicate } from './write.js';

/** What an identity provider says of the holder of its token. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** The token itself makes its holder an admin; the built-in issuer's tokens may. */
  readonly adminByToken: boolean;
}

/** A user as he may see himself. */
export interface UserRecord {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly isAdmin: boolean;
  readonly isApproved: boolean;
}

interface Row {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly email_verified: boolean;
  readonly is_admin: boolean;
  readonly is_approved: boolean;
}

/** Users: one for each (issuer, subject), made at first sight. */
export class UserService {
  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  /**
   * The viewer behind an identity; what the provider says of name and e-mail is kept. One statement when nothing is
   * new.
   */
  async recognize(identity: Identity): Promise<SignedIn> {
    const known = await this.#find(identity);
    const row = known && !this.#hasNews(known, identity) ? known : await this.#keep(identity);
    const namedAdmin =
      this.settings.AUTH_ISSUER === identity.issuer && this.settings.ADMIN_SUBJECTS.includes(identity.subject);
    return {
      kind: 'user',
      id: row.id,
      name: row.name,
      email: row.email,
      isAdmin: row.is_admin || namedAdmin || identity.adminByToken,
      isApproved: row.is_approved || namedAdmin || identity.adminByToken,
    };
  }

  /**
   * The calling user.
   * @throws UNAUTHENTICATED, and FORBIDDEN for a personal access token, which is nobody
   */
  self(viewer: Viewer): UserRecord {
    assertCan(viewer, 'user.readSelf', undefined);
    const { id, name, email, isAdmin, isApproved } = viewer as SignedIn;
    return { id, name, email, isAdmin, isApproved };
  }

  /**
   * Makes a user of the configured provider an admin, or takes it back; for the command line.
   * @param user our id of the user, or his subject at the provider; a subject not seen before is granted ahead of its
   *   first sight
   * @returns our id of the user
   * @throws Error where it is to be taken from somebody not known
   */
  async setAdmin(user: string, isAdmin: boolean): Promise<string> {
    const issuer = this.settings.AUTH_ISSUER ?? '';
    return this.database.transaction(async ({ query }) => {
      const [row] = await query<{ id: string }>(
        'select id from users where id::text = $1 or (issuer = $2 and subject = $1) for update',
        [user, issuer],
      );
      if (!row && !isAdmin) throw new Error(`There is no user "${user}".`);
      const id = row?.id ?? randomUUID();
      if (!row)
        await query('insert into users (id, issuer, subject, created_at) values ($1::uuid, $2, $3, now())', [
          id,
          issuer,
          user,
        ]);
      await query('update users set is_admin = $2 where id = $1::uuid', [id, isAdmin]);
      await query(
        `insert into audit_log (at, actor, request_id, action, subject_kind, subject_id) values (now(), 'system:cli', 'cli', $1, 'user', $2)`,
        [isAdmin ? 'admin.grant' : 'admin.revoke', id],
      );
      return id;
    });
  }

  /**
   * Lets a user publish, where new users wait for that (REQUIRE_APPROVAL); admins may. Approving twice is no error.
   * @throws USER_NOT_FOUND, FORBIDDEN
   */
  async approve(actor: Actor, userId: string): Promise<UserRecord> {
    assertCan(actor.viewer, 'user.approve', undefined);
    return this.database.transaction(async ({ query }) => {
      const [user] = isUuid(userId)
        ? await query<Row>(
            'select id, name, email, email_verified, is_admin, is_approved from users where id = $1::uuid for update',
            [userId],
          )
        : [];
      if (!user) throw notFound('user', userId);
      if (!user.is_approved) {
        await query('update users set is_approved = true where id = $1::uuid', [user.id]);
        await query(
          `insert into audit_log (at, actor, request_id, action, subject_kind, subject_id) values (now(), $1, $2, 'user.approve', 'user', $3)`,
          [actorName(actor.viewer), actor.requestId, user.id],
        );
      }
      return { id: user.id, name: user.name, email: user.email, isAdmin: user.is_admin, isApproved: true };
    });
  }

  async #find({ issuer, subject }: Identity): Promise<Row | undefined> {
    const [row] = await this.database.query<Row>(
      'select id, name, email, email_verified, is_admin, is_approved from users where issuer = $1 and subject = $2',
      [issuer, subject],
    );
    return row;
  }

  #hasNews(row: Row, identity: Identity): boolean {
    const news = (kept: string | null, said: string | null): boolean => said !== null && said !== kept;
    return (
      news(row.name, identity.name) ||
      news(row.email, identity.email) ||
      (identity.email !== null && row.email_verified !== identity.emailVerified)
    );
  }

  async #keep(identity: Identity): Promise<Row> {
    try {
      await this.database.transaction(async ({ em, query }) => {
        const user = await em.findOne(User, { issuer: identity.issuer, subject: identity.subject });
        const said = {
          ...(identity.name === null ? {} : { name: identity.name }),
          ...(identity.email === null ? {} : { email: identity.email, emailVerified: identity.emailVerified }),
        };
        if (user) {
          em.assign(user, said);
          return;
        }
        const id = randomUUID();
        em.create(
          User,
          {
            id,
            issuer: identity.issuer,
            subject: identity.subject,
            ...said,
            isApproved: !this.settings.REQUIRE_APPROVAL,
            createdAt: new Date(),
          },
          { persist: true },
        );
        await em.flush();
        await query(
          `insert into audit_log (at, actor, request_id, action, subject_kind, subject_id) values (now(), $1, '', 'user.create', 'user', $2)`,
          [`user:${id}`, id],
        );
      });
    } catch (error) {
      // Two first requests of one person at once: the other one made the user.
      if (!isDuplicate(error)) throw error;
    }
    return (await this.#find(identity))!;
  }
}
