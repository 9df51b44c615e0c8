import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { SettingsError, type Settings } from '../settings.js';

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

const keyFile = (directory: string): string => join(directory, 'signing-key.pem');

function readOrMakeKeyFile(directory: string): string {
  const file = keyFile(directory);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, pem, { flag: 'wx', mode: 0o600 });
    return pem;
  } catch (error) {
    // Another process made it in this very moment.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readFileSync(file, 'utf8');
    throw error;
  }
}

/** The issuer that the registry brings along, so that a newcomer needs no identity provider. Its key is a file in DATA_DIR, or AUTH_SIGNING_KEY. */
export class BuiltInIssuer {
  readonly publicKey: KeyObject;

  private constructor(private readonly privateKey: KeyObject) {
    this.publicKey = createPublicKey(privateKey);
  }

  /** @throws SettingsError where AUTH_SIGNING_KEY, or the file in its place, is no Ed25519 private key */
  static open(settings: Settings): BuiltInIssuer {
    const pem = settings.AUTH_SIGNING_KEY?.revealSecret().replaceAll('\\n', '\n') ?? readOrMakeKeyFile(settings.DATA_DIR);
    try {
      const key = createPrivateKey(pem);
      if (key.asymmetricKeyType === 'ed25519') return new BuiltInIssuer(key);
    } catch {
      // answered below
    }
    const where = settings.AUTH_SIGNING_KEY ? 'AUTH_SIGNING_KEY takes' : `${keyFile(settings.DATA_DIR)} must hold`;
    throw new SettingsError(`${where} an Ed25519 private key in PEM (PKCS #8)`);
  }

  /** A signed token for a user. */
  async issue({ user, email, name, admin, ttlSeconds }: TokenClaims): Promise<string> {
    return new SignJWT({ ...(email ? { email, email_verified: true } : {}), ...(name ? { name } : {}), ...(admin ? { admin: true } : {}) })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
      .setIssuer(BUILT_IN_ISSUER)
      .setAudience(BUILT_IN_AUDIENCE)
      .setSubject(user)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + ttlSeconds)
      .sign(this.privateKey);
  }
}
