import type { Database } from '../db/database.js';
import { unauthenticated } from '../errors/app-error.js';
import { ANONYMOUS, type TokenBearer, type Viewer } from '../policy/viewer.js';
import { suspended, type UserService } from '../services/user.service.js';
import { hashTokenSecret, isTokenSecret, looksLikeTokenSecret } from '../values/token-secret.js';
import type { IdentityProvider } from './identity-provider.js';
import { secretOfSession } from './session-credential.js';
import type { Sessions } from './sessions.js';

/** A token and the user who created it. The columns of the user are `null` if no user did. */
interface TokenRow {
  readonly id: string;
  readonly publisher_id: string;
  readonly stale: boolean;
  readonly creator_id: string | null;
  readonly issuer: string;
  readonly subject: string;
  readonly is_admin: boolean;
  readonly is_approved: boolean;
  readonly suspended_reason: string | null;
}

/** Determines the viewer from the `Authorization` header. */
export class Authenticator {
  constructor(
    private readonly database: Database,
    private readonly users: UserService,
    private readonly provider: IdentityProvider,
    private readonly sessions: Sessions,
  ) {}

  /**
   * Returns the viewer that a header identifies. Without a header the viewer is anonymous.
   * @throws UNAUTHENTICATED if the credential is not valid, ACCOUNT_SUSPENDED
   */
  async authenticate(authorization: string | undefined): Promise<Viewer> {
    if (authorization === undefined || authorization.trim() === '') return ANONYMOUS;
    const session = secretOfSession(authorization);
    if (session !== undefined) return this.sessions.viewer(session);
    const match = /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization);
    if (!match) throw unauthenticated();
    const credential = match[1]!;
    return looksLikeTokenSecret(credential)
      ? this.#byToken(credential)
      : this.users.recognize(await this.provider.identify(credential));
  }

  async #byToken(secret: string): Promise<TokenBearer> {
    const [token] = isTokenSecret(secret)
      ? await this.database.query<TokenRow>(
          `select t.id, t.publisher_id, (t.last_used_at is null or t.last_used_at < now() - interval '1 minute') as stale,
             u.id as creator_id, u.issuer, u.subject, u.is_admin, u.is_approved, u.suspended_reason
           from personal_access_tokens t left join users u on u.id = t.created_by
           where t.hash = $1 and (t.expires_at is null or t.expires_at > now())`,
          [hashTokenSecret(secret)],
        )
      : [];
    if (!token) throw unauthenticated('The personal access token is not valid.');
    if (token.suspended_reason !== null) throw suspended('The user who created this token', token.suspended_reason);
    if (token.stale) {
      await this.database.transaction(
        async ({ query }) =>
          void (await query('update personal_access_tokens set last_used_at = now() where id = $1::uuid', [token.id])),
      );
    }
    return {
      kind: 'token',
      tokenId: token.id,
      publisherId: token.publisher_id,
      creatorId: token.creator_id,
      isApproved: token.creator_id === null || token.is_approved || token.is_admin || this.users.isNamedAdmin(token),
    };
  }
}
