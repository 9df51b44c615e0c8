import type { Database } from '../db/database.js';
import { unauthenticated } from '../errors/app-error.js';
import { ANONYMOUS, type TokenBearer, type Viewer } from '../policy/viewer.js';
import type { UserService } from '../services/user.service.js';
import { hashTokenSecret, isTokenSecret, looksLikeTokenSecret } from '../values/token-secret.js';
import type { IdentityProvider } from './identity-provider.js';

/** Tells who asks, from the `Authorization` header. */
export class Authenticator {
  constructor(
    private readonly database: Database,
    private readonly users: UserService,
    private readonly provider: IdentityProvider,
  ) {}

  /**
   * The viewer behind a header; no header is anonymous.
   * @throws UNAUTHENTICATED for a credential that doesn't hold
   */
  async authenticate(authorization: string | undefined): Promise<Viewer> {
    if (authorization === undefined || authorization.trim() === '') return ANONYMOUS;
    const match = /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization);
    if (!match) throw unauthenticated();
    const credential = match[1]!;
    return looksLikeTokenSecret(credential)
      ? this.#byToken(credential)
      : this.users.recognize(await this.provider.identify(credential));
  }

  async #byToken(secret: string): Promise<TokenBearer> {
    const [token] = isTokenSecret(secret)
      ? await this.database.query<{ id: string; publisher_id: string; stale: boolean }>(
          `select id, publisher_id, (last_used_at is null or last_used_at < now() - interval '1 minute') as stale
           from personal_access_tokens where hash = $1 and (expires_at is null or expires_at > now())`,
          [hashTokenSecret(secret)],
        )
      : [];
    if (!token) throw unauthenticated('The personal access token is not valid.');
    if (token.stale) {
      await this.database.transaction(
        async ({ query }) =>
          void (await query('update personal_access_tokens set last_used_at = now() where id = $1::uuid', [token.id])),
      );
    }
    return { kind: 'token', tokenId: token.id, publisherId: token.publisher_id };
  }
}
