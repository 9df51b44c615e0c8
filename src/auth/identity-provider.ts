import { hash } from 'node:crypto';
import {
  createRemoteJWKSet,
  decodeJwt,
  errors,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { AppError, unauthenticated } from '../errors/app-error.js';
import type { AdminTokenIssuer } from '../services/admin-token.service.js';
import type { Identity } from '../services/user.service.js';
import type { Settings } from '../settings.js';
import {
  ADMIN_TOKEN_ISSUER,
  BUILT_IN_AUDIENCE,
  BUILT_IN_ISSUER,
  BuiltInIssuer,
  SIGN_IN_AUDIENCE,
} from './built-in-issuer.js';

/** Only asymmetric algorithms, so that a token whose header names `none` or HMAC is refused. */
export const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
const BUILT_IN_ALGORITHMS = ['EdDSA'];

/** Verifies bearer tokens and returns the identity in them. */
export interface IdentityProvider {
  /**
   * @throws UNAUTHENTICATED if the token is not valid, SERVICE_UNAVAILABLE if the provider's keys can't be fetched
   */
  identify(token: string): Promise<Identity>;
}

/** Lifetime in ms and capacity of the cache of verified tokens. */
const CACHED_MS = 60_000;
const CACHED_MAX = 5000;

const NOT_VALID = 'The token is not valid for this registry.';

const claimText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && !value.includes('\0') && value.isWellFormed()
    ? value.slice(0, 320)
    : null;

function toIdentity(payload: JWTPayload, adminByToken: boolean): Identity {
  const subject = claimText(payload.sub);
  // A subject that `claimText` shortened could be the subject of another user.
  if (subject === null || subject !== payload.sub) throw unauthenticated('The token has no valid subject ("sub").');
  return {
    issuer: payload.iss!,
    subject,
    name: claimText(payload['name']),
    email: claimText(payload['email']),
    emailVerified: payload['email_verified'] === true,
    adminByToken,
    isGenerated: false,
  };
}

/** Converts the claims of a provider's ID token to an identity. */
export const identityOf = (claims: JWTPayload): Identity => toIdentity(claims, false);

const issuerOf = (token: string): string | undefined => {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
};

/** The requirements of a token, and the message of the error if another key signed it. */
type Expected = JWTVerifyOptions & { readonly algorithms: string[]; readonly otherKey?: string };

async function verify(
  token: string,
  key: JWTVerifyGetKey | Parameters<typeof jwtVerify>[1],
  { otherKey = NOT_VALID, ...options }: Expected,
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
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        'The identity provider’s keys can’t be fetched at the moment. Try again later.',
        {
          retryAfter: 10,
          cause: error,
        },
      );
    if (error instanceof errors.JWTExpired) throw unauthenticated('The token has expired.');
    throw unauthenticated(error instanceof errors.JWSSignatureVerificationFailed ? otherKey : NOT_VALID);
  }
}

/** The identity in a valid token, and its expiry in seconds since 1970. */
export interface Verified {
  readonly identity: Identity;
  readonly expires: number;
}

/**
 * Caches verified tokens for a minute, because most callers send the same token many times, and verifying its signature
 * takes a tenth of the time of a write. A revoked key stays valid little longer because of this: keys are only fetched
 * every ten minutes.
 */
abstract class CachingProvider implements IdentityProvider {
  /** By the hash of the token. */
  readonly #verified = new LRUCache<string, Verified>({ max: CACHED_MAX, ttl: CACHED_MS });

  async identify(token: string): Promise<Identity> {
    const key = hash('sha256', token, 'base64url');
    const known = this.#verified.get(key);
    // Checked here, because the cache uses a monotonic clock, which is not affected if the system clock is set forward.
    if (known && known.expires * 1000 > Date.now()) return known.identity;
    const verified = await this.verify(token);
    this.#verified.set(key, verified);
    return verified.identity;
  }

  /** Verifies a token. Throws the same errors as `identify`. */
  protected abstract verify(token: string): Promise<Verified>;
}

/**
 * Returns the URL of a provider's keys: the given one, or else the one in the provider's discovery document.
 * @throws SERVICE_UNAVAILABLE if the document can't be read, or has no such URL
 */
export async function keysUrl(issuer: string, jwksUrl: string | undefined): Promise<string> {
  if (jwksUrl !== undefined) return jwksUrl;
  try {
    const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(5000),
    });
    const { jwks_uri: uri } = (await response.json()) as { jwks_uri?: unknown };
    if (typeof uri === 'string' && URL.canParse(uri)) return uri;
  } catch (cause) {
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      'The identity provider can’t be reached at the moment. Try again later.',
      { retryAfter: 10, cause },
    );
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'The identity provider’s discovery document has no "jwks_uri".', {
    retryAfter: 10,
  });
}

/** Verifies tokens of an OpenID Connect provider. Finds its keys by discovery unless a JWKS URL is set. */
class OpenIdProvider extends CachingProvider {
  #keys: JWTVerifyGetKey | undefined;

  constructor(
    private readonly issuer: string,
    private readonly audience: string,
    private readonly jwksUrl: string | undefined,
  ) {
    super();
  }

  protected async verify(token: string): Promise<Verified> {
    const keys = (this.#keys ??= createRemoteJWKSet(new URL(await keysUrl(this.issuer, this.jwksUrl)), {
      timeoutDuration: 5000,
    }));
    const payload = await verify(token, keys, { issuer: this.issuer, audience: this.audience, algorithms: ALGORITHMS });
    return { identity: toIdentity(payload, false), expires: payload.exp! };
  }
}

class BuiltInProvider extends CachingProvider {
  constructor(private readonly issuer: BuiltInIssuer) {
    super();
  }

  protected async verify(token: string): Promise<Verified> {
    const payload = await verify(token, this.issuer.publicKey, {
      issuer: BUILT_IN_ISSUER,
      audience: BUILT_IN_AUDIENCE,
      algorithms: BUILT_IN_ALGORITHMS,
      otherKey:
        'The token was signed with the key of another registry. Run `registry token` with the DATA_DIR, or the AUTH_SIGNING_KEY, of this one.',
    });
    return { identity: toIdentity(payload, payload['admin'] === true), expires: payload.exp! };
  }
}

/** Verifies the tokens that admins generate, and passes all other tokens to another provider. */
class AdminTokenProvider extends CachingProvider {
  constructor(
    private readonly issuer: () => BuiltInIssuer,
    private readonly others: IdentityProvider,
  ) {
    super();
  }

  override identify(token: string): Promise<Identity> {
    return issuerOf(token) === ADMIN_TOKEN_ISSUER ? super.identify(token) : this.others.identify(token);
  }

  protected async verify(token: string): Promise<Verified> {
    const payload = await verify(token, this.issuer().publicKey, {
      issuer: ADMIN_TOKEN_ISSUER,
      audience: BUILT_IN_AUDIENCE,
      algorithms: BUILT_IN_ALGORITHMS,
    });
    const identity = toIdentity({ ...payload, iss: payload['user_issuer'] as string }, payload['admin'] === true);
    return { identity: { ...identity, isGenerated: true }, expires: payload.exp! };
  }
}

/** Verifies the tokens of one-time sign-in links. */
export interface SignInLinks {
  /** @throws UNAUTHENTICATED if the token is not valid */
  identify(token: string): Promise<Verified>;
}

const signInLinks = (issuer: BuiltInIssuer): SignInLinks => ({
  identify: async (token) => {
    const payload = await verify(token, issuer.publicKey, {
      issuer: BUILT_IN_ISSUER,
      audience: SIGN_IN_AUDIENCE,
      algorithms: BUILT_IN_ALGORITHMS,
    });
    return { identity: toIdentity(payload, payload['admin'] === true), expires: payload.exp! };
  },
});

/** The verifiers and issuers of tokens. */
export interface Identities {
  readonly identityProvider: IdentityProvider;
  readonly adminTokens: AdminTokenIssuer;
  /** `undefined` if users sign in at an external provider. */
  readonly signInLinks: SignInLinks | undefined;
}

/**
 * Returns the verifiers and issuers that the settings select. Without an external provider, the built-in issuer signs
 * all tokens. With one, it signs only admins' tokens, so its key is opened when it is first needed.
 */
export function openIdentities(settings: Settings): Identities {
  const { AUTH_ISSUER, AUTH_AUDIENCE, AUTH_JWKS_URL } = settings;
  let opened: BuiltInIssuer | undefined;
  const builtIn = (): BuiltInIssuer => (opened ??= BuiltInIssuer.open(settings));
  const provider =
    AUTH_ISSUER === undefined
      ? new BuiltInProvider(builtIn())
      : new OpenIdProvider(AUTH_ISSUER, AUTH_AUDIENCE!, AUTH_JWKS_URL);
  return {
    identityProvider: new AdminTokenProvider(builtIn, provider),
    adminTokens: { issue: (user, ttlSeconds) => builtIn().issueAdminToken(user, ttlSeconds) },
    signInLinks: AUTH_ISSUER === undefined ? signInLinks(builtIn()) : undefined,
  };
}
