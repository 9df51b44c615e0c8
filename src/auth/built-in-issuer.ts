import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import type { TokenSubject } from '../services/admin-token.service.js';
import type { Settings } from '../settings.js';
import { privateKeyOf } from './key-file.js';

/** The `iss` claim of the built-in issuer's tokens. */
export const BUILT_IN_ISSUER = 'urn:extension-registry:built-in';
/** The `aud` claim of the built-in issuer's tokens. */
export const BUILT_IN_AUDIENCE = 'extension-registry';

/** The `aud` claim of the tokens in one-time sign-in links, which are not bearer tokens. */
export const SIGN_IN_AUDIENCE = 'extension-registry:sign-in';

/** The `iss` claim of the tokens that admins generate. */
export const ADMIN_TOKEN_ISSUER = 'urn:extension-registry:admin';

/** The user that a token is issued to, and the lifetime of the token. */
export interface TokenClaims {
  readonly user: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly admin: boolean;
  /** Lifetime in seconds. */
  readonly ttlSeconds: number;
}

/**
 * The registry's own token issuer, so that a new installation needs no identity provider. It signs with the key in
 * AUTH_SIGNING_KEY, or in a file in DATA_DIR.
 */
export class BuiltInIssuer {
  readonly publicKey: KeyObject;

  private constructor(private readonly privateKey: KeyObject) {
    this.publicKey = createPublicKey(privateKey);
  }

  /** @throws SettingsError if AUTH_SIGNING_KEY, or the key file used instead, is not an Ed25519 private key */
  static open(settings: Settings): BuiltInIssuer {
    return new BuiltInIssuer(
      privateKeyOf('AUTH_SIGNING_KEY', settings.AUTH_SIGNING_KEY, join(settings.DATA_DIR, 'signing-key.pem')),
    );
  }

  /** Issues a signed token for a user. */
  async issue(claims: TokenClaims): Promise<string> {
    return this.#sign(claims, BUILT_IN_AUDIENCE);
  }

  /** Issues the token of a one-time sign-in link. The registry accepts it once. */
  async issueSignIn(claims: TokenClaims): Promise<string> {
    return this.#sign(claims, SIGN_IN_AUDIENCE);
  }

  #sign({ user, email, name, admin, ttlSeconds }: TokenClaims, audience: string): Promise<string> {
    return new SignJWT({
      ...(email ? { email, email_verified: true } : {}),
      ...(name ? { name } : {}),
      ...(admin ? { admin: true } : {}),
    })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
      .setIssuer(BUILT_IN_ISSUER)
      .setAudience(audience)
      .setSubject(user)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + ttlSeconds)
      .sign(this.privateKey);
  }

  /**
   * Issues a signed token that acts for an admin. Only tokens of users of the built-in issuer contain the admin role,
   * because only their bearer tokens do; the role of other admins is read with each request.
   */
  async issueAdminToken(
    { issuer, subject }: TokenSubject,
    ttlSeconds: number,
  ): Promise<{ token: string; expiresAt: Date }> {
    const expires = Math.floor(Date.now() / 1000) + ttlSeconds;
    const token = await new SignJWT({ user_issuer: issuer, ...(issuer === BUILT_IN_ISSUER ? { admin: true } : {}) })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
      .setIssuer(ADMIN_TOKEN_ISSUER)
      .setAudience(BUILT_IN_AUDIENCE)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(this.privateKey);
    return { token, expiresAt: new Date(expires * 1000) };
  }
}
