import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  type Configuration,
  discovery,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Database } from '../db/database.js';
import { AppError, unauthenticated } from '../errors/app-error.js';
import type { Identity } from '../services/user.service.js';
import type { Settings } from '../settings.js';
import { identityOf, type SignInLinks } from './identity-provider.js';
import { hashOf, makeSecret } from './sessions.js';

/** How users of the web pages sign in: at the provider, by a one-time link, or not at all. */
export type SignInMethod = 'provider' | 'link' | 'none';

/** The user of a completed sign-in, and the path to which the browser returns. */
export interface Completed {
  readonly identity: Identity;
  readonly returnPath: string;
}

interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly code_verifier: string;
  readonly return_path: string;
}

/** Seconds in which users must complete a sign-in at the provider. */
export const SIGN_IN_SECONDS = 600;
const PROVIDER_TIMEOUT_SECONDS = 10;

const refused = (cause: unknown): AppError =>
  new AppError('UNAUTHENTICATED', 'The identity provider did not confirm the sign-in.', { cause });

const unreachable = (cause: unknown): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The identity provider can’t be reached at the moment. Try again later.', {
    retryAfter: 10,
    cause,
  });

/** True for connection errors, timeouts and unreadable responses, which do not mean that the user was refused. */
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof Error) ||
  error instanceof TypeError ||
  (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT');

/**
 * Signs users of the web pages in: by the authorization code flow with PKCE at the OpenID provider of the settings, or
 * by a one-time link of the built-in issuer.
 */
export class SignIns {
  #provider: Promise<Configuration> | undefined;

  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly links: SignInLinks | undefined,
  ) {}

  /** Returns how users sign in. */
  get method(): SignInMethod {
    if (this.links) return 'link';
    return this.settings.AUTH_CLIENT_ID === undefined ? 'none' : 'provider';
  }

  /**
   * Begins a sign-in at the provider.
   * @returns the URL to redirect the browser to, and the secret with which this browser completes the sign-in
   * @throws SERVICE_UNAVAILABLE if the provider can't be reached
   */
  async begin(returnPath: string): Promise<{ readonly url: string; readonly secret: string }> {
    const provider = await this.#configuration();
    const secret = makeSecret();
    const begun = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    await this.database.transaction(
      async ({ query }) =>
        void (await query(
          `insert into sign_ins (hash, state, nonce, code_verifier, return_path, expires_at)
           values ($1, $2, $3, $4, $5, now() + make_interval(secs => ${SIGN_IN_SECONDS}))`,
          [hashOf(secret), begun.state, begun.nonce, begun.verifier, returnPath],
        )),
    );
    const url = buildAuthorizationUrl(provider, {
      redirect_uri: `${this.settings.PUBLIC_URL.replace(/\/$/, '')}/session/callback`,
      scope: 'openid profile email',
      code_challenge: await calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
      state: begun.state,
      nonce: begun.nonce,
    });
    return { url: url.href, secret };
  }

  /**
   * Completes a sign-in with the response of the provider. Each sign-in can be completed once.
   * @param secret the secret that `begin` returned for this browser
   * @param url path and query string to which the provider redirected the browser
   * @throws UNAUTHENTICATED, SERVICE_UNAVAILABLE if the provider can't be reached
   */
  async complete(secret: string, url: string): Promise<Completed> {
    const [begun] = await this.database.transaction(({ query }) =>
      query<Begun & { is_current: boolean }>(
        'delete from sign_ins where hash = $1 returning state, nonce, code_verifier, return_path, expires_at > now() as is_current',
        [hashOf(secret)],
      ),
    );
    if (!begun?.is_current) throw unauthenticated('The sign-in took too long, or was completed already.');
    const provider = await this.#configuration();
    try {
      return { identity: await this.#identify(provider, begun, url), returnPath: begun.return_path };
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw isUnreachable(error) ? unreachable(error) : refused(error);
    }
  }

  /**
   * Redeems a one-time link.
   * @param token the token in the link
   * @throws UNAUTHENTICATED if the link is not valid, or was already used
   */
  async redeem(token: string): Promise<Identity> {
    if (!this.links) throw unauthenticated('This registry has no sign-in links.');
    const { identity, expires } = await this.links.identify(token);
    const used = await this.database.transaction(({ query }) =>
      query(
        `insert into used_sign_in_links (hash, expires_at) values ($1, to_timestamp($2::float8) + interval '1 minute')
         on conflict do nothing returning hash`,
        [hashOf(token), expires],
      ),
    );
    if (used.length === 0) throw unauthenticated('The link was used already.');
    return identity;
  }

  async #identify(provider: Configuration, begun: Begun, url: string): Promise<Identity> {
    const tokens = await authorizationCodeGrant(provider, new URL(url, this.settings.PUBLIC_URL), {
      pkceCodeVerifier: begun.code_verifier,
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    const isDetailed = claims['name'] !== undefined || claims['email'] !== undefined;
    const details =
      isDetailed || provider.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await fetchUserInfo(provider, tokens.access_token, claims.sub);
    return identityOf({ ...details, ...claims, iss: this.settings.AUTH_ISSUER! } as Parameters<typeof identityOf>[0]);
  }

  /** Returns the provider's endpoints, from its discovery document. Cached, unless reading the document fails. */
  #configuration(): Promise<Configuration> {
    const { AUTH_ISSUER, AUTH_CLIENT_ID, AUTH_CLIENT_SECRET } = this.settings;
    if (AUTH_ISSUER === undefined || AUTH_CLIENT_ID === undefined)
      throw unauthenticated('Users can’t sign in to the pages of this registry.');
    const authentication = AUTH_CLIENT_SECRET ? ClientSecretBasic(AUTH_CLIENT_SECRET.revealSecret()) : None();
    return (this.#provider ??= discovery(new URL(AUTH_ISSUER), AUTH_CLIENT_ID, undefined, authentication, {
      timeout: PROVIDER_TIMEOUT_SECONDS,
      // Unencrypted HTTP is only used if the operator configures an http address.
      execute: AUTH_ISSUER.startsWith('http:') ? [allowInsecureRequests] : [],
    }).catch((error: unknown) => {
      this.#provider = undefined;
      throw unreachable(error);
    }));
  }
}
