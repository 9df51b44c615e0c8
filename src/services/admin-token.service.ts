import type { Database } from '../db/database.js';
import { assertCan } from '../policy/authorize.js';
import { userIdOf } from '../policy/viewer.js';
import type { Actor, Writer } from './write.js';

/** How long a generated token is valid, in seconds. */
const LIFETIME = 3600;

/** A user as the identity provider names them. */
export interface TokenSubject {
  readonly issuer: string;
  readonly subject: string;
}

/** Signs tokens for admins. */
export interface AdminTokenIssuer {
  issue(user: TokenSubject, ttlSeconds: number): Promise<{ readonly token: string; readonly expiresAt: Date }>;
}

/** Issues short-lived tokens, with which the tools of an admin act for this admin. */
export class AdminTokenService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly issuer: AdminTokenIssuer,
  ) {}

  /**
   * Generates a token that is valid for an hour. Requires the admin role. A generated token can't generate another one,
   * so a stolen token is useless after an hour.
   * @throws UNAUTHENTICATED, FORBIDDEN
   */
  async generate(actor: Actor): Promise<{ token: string; expiresAt: string }> {
    assertCan(actor.viewer, 'adminToken.create', undefined);
    const userId = userIdOf(actor.viewer)!;
    const [user] = await this.database.query<TokenSubject>('select issuer, subject from users where id = $1::uuid', [
      userId,
    ]);
    const { token, expiresAt } = await this.issuer.issue(user!, LIFETIME);
    await this.writer.run(actor, async (write) => {
      write.showsSecret = true;
      write.audit({
        action: 'adminToken.create',
        subjectKind: 'user',
        subjectId: userId,
        after: { expiresAt: expiresAt.toISOString() },
      });
    });
    return { token, expiresAt: expiresAt.toISOString() };
  }
}
