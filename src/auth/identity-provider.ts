import { hash } from 'node:crypto';
import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { AppError, unauthenticated } from '../errors/app-error.js';
import type { Identity } from '../services/user.service.js';
import type { Settings } from '../settings.js';
import { BUILT_IN_AUDIENCE, BUILT_IN_ISSUER, BuiltInIssuer } from './built-in-issuer.js';

// Asymmetric ones only: neither `none` nor HMAC can pass, whatever a token's header says.
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
const BUILT_IN_ALGORITHMS = ['EdDSA'];

/** Tells whom a bearer token speaks for. */
export interface IdentityProvider {
  /**
   * @throws UNAUTHENTICATED for a token that doesn't hold, SERVICE_UNAVAILABLE where the provider's keys can't be had
   */
  identify(token: string): Promise<Identity>;
}

/** How long a token that held is not looked into again, in ms, and how many such tokens are known. */
const KNOWN_MS = 60_000;
const KNOWN_MAX = 5000;

const said = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && !value.includes('\0') && value.isWellFormed()
    ? value.slice(0, 320)
    : null;

function toIdentity(payload: JWTPayload, adminByToken: boolean): Identity {
  const subject = said(payload.sub);
  // A subject that had to be cut could be somebody else's.
  if (subject === null || subject !== payload.sub) throw unauthenticated('The token names no subject.');
  return {
    issuer: payload.iss!,
    subject,
    name: said(payload['name']),
    email: said(payload['email']),
    emailVerified: payload['email_verified'] === true,
    adminByToken,
  };
}

async function verify(
  token: string,
  key: JWTVerifyGetKey | Parameters<typeof jwtVerify>[1],
  options: JWTVerifyOptions & { algorithms: string[] },
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, key as JWTVerifyGetKey, {
      ...options,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: 5,
    });
    return payload;
  } catch (error) {
    const unreachable =
      !(error instanceof errors.JOSEError) ||
      error instanceof errors.JWKSTimeout ||
      error instanceof errors.JWKSInvalid ||
      error.constructor === errors.JOSEError;
    if (unreachable)
      throw new AppError('SERVICE_UNAVAILABLE', 'The identity provider’s keys can’t be had now; try again later.', {
        retryAfter: 10,
        cause: error,
      });
    throw unauthenticated(
      error instanceof errors.JWTExpired ? 'The token has expired.' : 'The token is not valid here.',
    );
  }
}

/** Whom a token that holds speaks for, and until when, in seconds since 1970. */
interface Verified {
  readonly identity: Identity;
  readonly expires: number;
}

/**
 * Looks at each token once a minute: most callers come many times with the same one, and its signature is a tenth of
 * what a write costs. A key that its provider gives up is believed for longer than that anyway, for keys are fetched
 * every ten minutes.
 */
abstract class Remembering implements IdentityProvider {
  /** By the tokens' hashes. */
  readonly #known = new LRUCache<string, Verified>({ max: KNOWN_MAX, ttl: KNOWN_MS });

  async identify(token: string): Promise<Identity> {
    const key = hash('sha256', token, 'base64url');
    const known = this.#known.get(key);
    // Clocks may be put forward meanwhile.
    if (known && known.expires * 1000 > Date.now()) return known.identity;
    const verified = await this.verify(token);
    this.#known.set(key, verified);
    return verified.identity;
  }

  /** Looks into a token; throws what `identify` throws. */
  protected abstract verify(token: string): Promise<Verified>;
}

/** The keys of an OpenID Connect provider, found through its discovery document where no address is set. */
class OpenIdProvider extends Remembering {
  #keys: JWTVerifyGetKey | undefined;

  constructor(
    private readonly issuer: string,
    private readonly audience: string,
    private readonly jwksUrl: string | undefined,
  ) {
    super();
  }

  protected async verify(token: string): Promise<Verified> {
    const keys = (this.#keys ??= createRemoteJWKSet(new URL(await this.#findKeys()), { timeoutDuration: 5000 }));
    const payload = await verify(token, keys, { issuer: this.issuer, audience: this.audience, algorithms: ALGORITHMS });
    return { identity: toIdentity(payload, false), expires: payload.exp! };
  }

  async #findKeys(): Promise<string> {
    if (this.jwksUrl !== undefined) return this.jwksUrl;
    try {
      const response = await fetch(`${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
        signal: AbortSignal.timeout(5000),
      });
      const { jwks_uri: uri } = (await response.json()) as { jwks_uri?: unknown };
      if (typeof uri === 'string' && URL.canParse(uri)) return uri;
    } catch (cause) {
      throw new AppError('SERVICE_UNAVAILABLE', 'The identity provider can’t be reached now; try again later.', {
        retryAfter: 10,
        cause,
      });
    }
    throw new AppError('SERVICE_UNAVAILABLE', 'The identity provider names no keys.', { retryAfter: 10 });
  }
}

class BuiltInProvider extends Remembering {
  constructor(private readonly issuer: BuiltInIssuer) {
    super();
  }

  protected async verify(token: string): Promise<Verified> {
    const payload = await verify(token, this.issuer.publicKey, {
      issuer: BUILT_IN_ISSUER,
      audience: BUILT_IN_AUDIENCE,
      algorithms: BUILT_IN_ALGORITHMS,
    });
    return { identity: toIdentity(payload, payload['admin'] === true), expires: payload.exp! };
  }
}

/** The provider that the settings name, or the built-in issuer. */
export function identityProvider(settings: Settings): IdentityProvider {
  if (settings.AUTH_ISSUER === undefined) return new BuiltInProvider(BuiltInIssuer.open(settings));
  return new OpenIdProvider(settings.AUTH_ISSUER, settings.AUTH_AUDIENCE!, settings.AUTH_JWKS_URL);
}
