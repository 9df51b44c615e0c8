import { hash, randomBytes } from 'node:crypto';
import type { Database } from '../db/database.js';
import { unauthenticated } from '../errors/app-error.js';
import type { SignedIn } from '../policy/viewer.js';
import type { Identity, UserRow, UserService } from '../services/user.service.js';
import type { Settings } from '../settings.js';

/** Returns a new random secret for a cookie. */
export const makeSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the hash of a secret, in the form that is stored. */
export const hashOf = (secret: string): string => hash('sha256', secret);

interface SessionRow extends UserRow {
  readonly issuer: string;
  readonly subject: string;
  readonly admin_by_token: boolean;
  readonly is_stale: boolean;
}

/** The sessions of users of the web pages. A cookie has the secret of a session, the database only its hash. */
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly users: UserService,
    private readonly settings: Settings,
  ) {}

  /**
   * Begins a session, and ends the oldest one if the user has too many.
   * @returns the secret of the session
   * @throws ACCOUNT_SUSPENDED
   */
  async begin(identity: Identity): Promise<string> {
    const { id } = await this.users.recognize(identity);
    const secret = makeSecret();
    await this.database.transaction(async ({ query }) => {
      // The lock serializes the sign-ins of one user, so that concurrent ones can't exceed the limit.
      await query('select 1 from users where id = $1::uuid for update', [id]);
      await query(
        `delete from sessions where hash in (select hash from sessions where user_id = $1::uuid order by created_at desc, hash offset $2::int)`,
        [id, this.settings.MAX_SESSIONS_PER_USER - 1],
      );
      await query(
        `insert into sessions (hash, user_id, admin_by_token, created_at, last_used_at, expires_at)
         values ($1, $2::uuid, $3, now(), now(), now() + make_interval(hours => $4::int))`,
        [hashOf(secret), id, identity.adminByToken, this.settings.SESSION_HOURS],
      );
    });
    return secret;
  }

  /**
   * Returns the user of a session.
   * @throws UNAUTHENTICATED if the session does not exist or has ended, ACCOUNT_SUSPENDED
   */
  async viewer(secret: string): Promise<SignedIn> {
    const [row] = await this.database.query<SessionRow>(
      `select s.admin_by_token, s.last_used_at < now() - interval '1 minute' as is_stale, u.id, u.issuer, u.subject,
         u.name, u.email, u.email_verified, u.is_admin, u.is_approved, u.suspended_reason
       from sessions s join users u on u.id = s.user_id
       where s.hash = $1 and s.expires_at > now() and s.last_used_at > now() - make_interval(hours => $2::int)`,
      [hashOf(secret), this.settings.SESSION_IDLE_HOURS],
    );
    if (!row) throw unauthenticated('The session has ended. Sign in again.');
    const viewer = this.users.viewerOf(row, { ...row, adminByToken: row.admin_by_token });
    if (row.is_stale)
      await this.database.transaction(
        async ({ query }) =>
          void (await query('update sessions set last_used_at = now() where hash = $1', [hashOf(secret)])),
      );
    return viewer;
  }

  /** Ends a session. Idempotent. */
  async end(secret: string): Promise<void> {
    await this.database.transaction(
      async ({ query }) => void (await query('delete from sessions where hash = $1', [hashOf(secret)])),
    );
  }
}
