import { createPublicKey, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import type { Settings } from '../settings.js';
import { privateKeyOf } from './key-file.js';

/** How tokens of the built-in issuer name it and whom they are for. */
export const BUILT_IN_ISSUER = 'urn:extension-registry:built-in';
/** The audience of the built-in issuer's tokens. */
export const BUILT_IN_AUDIENCE = 'extension-registry';

/** Whom a token is for. */
export interface TokenClaims {
  readonly user: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly admin: boolean;
  /** How long it is good for, in seconds. */
  readonly ttlSeconds: number;
}

/**
 * The issuer that the registry brings along, so that a newcomer needs no identity provider. Its key is a file in
 * DATA_DIR, or AUTH_SIGNING_KEY.
 */
export class BuiltInIssuer {
  readonly publicKey: KeyObject;

  private constructor(private readonly privateKey: KeyObject) {
    this.publicKey = createPublicKey(privateKey);
  }

  /** @throws SettingsError where AUTH_SIGNING_KEY, or the file in its place, is no Ed25519 private key */
  static open(settings: Settings): BuiltInIssuer {
    return new BuiltInIssuer(
      privateKeyOf('AUTH_SIGNING_KEY', settings.AUTH_SIGNING_KEY, join(settings.DATA_DIR, 'signing-key.pem')),
    );
  }

  /** A signed token for a user. */
  async issue({ user, email, name, admin, ttlSeconds }: TokenClaims): Promise<string> {
    return new SignJWT({
      ...(email ? { email, email_verified: true } : {}),
      ...(name ? { name } : {}),
      ...(admin ? { admin: true } : {}),
    })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
      .setIssuer(BUILT_IN_ISSUER)
      .setAudience(BUILT_IN_AUDIENCE)
      .setSubject(user)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + ttlSeconds)
      .sign(this.privateKey);
  }
}
