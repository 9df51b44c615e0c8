import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { secretOfSession, sessionCredential } from '../auth/session-credential.js';
import { AppError } from '../errors/app-error.js';
import { refuse } from '../rest/failures.js';
import type { Settings } from '../settings.js';

/** The request header for the CSRF token of the session. */
const CSRF_HEADER = 'x-csrf-token';

/** Methods that change nothing. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The CSRF token of a session. The registry's pages read it at /session, which other sites can't read. */
export const csrfTokenOf = (secret: string): string => hash('sha256', `csrf\0${secret}`, 'base64url');

function isCsrfToken(secret: string, sent: unknown): boolean {
  const expected = Buffer.from(csrfTokenOf(secret));
  const given = Buffer.from(typeof sent === 'string' ? sent : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The value of a cookie. */
function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  for (const part of headers.cookie?.split(';') ?? []) {
    const [key = '', value = ''] = part.split('=', 2);
    if (key.trim() === name) return value.trim();
  }
  return undefined;
}

/** A cookie with a secret. Browsers send it to this host only, and scripts can't read it. */
export class SecretCookie {
  readonly #name: string;
  readonly #attributes: string;

  constructor(
    name: string,
    isSecure: boolean,
    private readonly seconds: number,
  ) {
    this.#name = isSecure ? `__Host-${name}` : name;
    this.#attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** The secret in the cookie of a request. */
  of(request: IncomingMessage): string | undefined {
    return cookieOf(request, this.#name);
  }

  /** The `Set-Cookie` header that stores a secret. */
  set(secret: string): string {
    return `${this.#name}=${secret}; Max-Age=${this.seconds}${this.#attributes}`;
  }

  /** The `Set-Cookie` header that deletes the cookie. */
  get deletion(): string {
    return `${this.#name}=; Max-Age=0${this.#attributes}`;
  }
}

/** Converts the session cookie into the credential of a request, for requests of the registry's pages only. */
export class SessionCookies {
  readonly session: SecretCookie;
  /** Binds a sign-in to the browser that started it. */
  readonly signIn: SecretCookie;
  readonly #origin: string;

  /**
   * @param isPublic returns true for requests whose response does not depend on the session. The session
   * cookie of such a request is ignored, so that the fast path can answer it.
   */
  constructor(
    { PUBLIC_URL, SESSION_HOURS }: Settings,
    signInSeconds: number,
    private readonly isPublic: (request: IncomingMessage) => boolean,
  ) {
    const isSecure = PUBLIC_URL.startsWith('https:');
    this.session = new SecretCookie('registry-session', isSecure, SESSION_HOURS * 3600);
    this.signIn = new SecretCookie('registry-sign-in', isSecure, signInSeconds);
    this.#origin = new URL(PUBLIC_URL).origin;
  }

  /**
   * Sets the `Authorization` header of a same-origin request that has a session cookie and no other credential.
   * Cross-origin requests get no credential, so that pages of other origins see only the public API. Requests with a
   * session and an unsafe method, except POST /session, are refused without the CSRF token.
   */
  admit(request: IncomingMessage): void {
    const { headers, method = 'GET' } = request;
    // A session credential in the header is invalid, because callers can use a session only by its cookie.
    if (headers.authorization !== undefined) {
      if (secretOfSession(headers.authorization) !== undefined) headers.authorization = 'Bearer';
      return;
    }
    const secret = headers.cookie === undefined ? undefined : this.session.of(request);
    if (!secret || !this.isSameOrigin(request) || this.isPublic(request)) return;
    headers.authorization = sessionCredential(secret);
    if (!SAFE.has(method) && request.url !== '/session' && !isCsrfToken(secret, headers[CSRF_HEADER]))
      refuse(
        request,
        new AppError(
          'CSRF_TOKEN_MISSING',
          'Requests of a session need its CSRF token in the header X-CSRF-Token. GET /session returns it.',
        ),
      );
  }

  /**
   * True if a page of the registry sent the request. If a browser does not send `Sec-Fetch-Site`, for example to a host
   * without HTTPS, it sends `Origin` with every request except GET and HEAD.
   */
  isSameOrigin({ headers }: IncomingMessage): boolean {
    const site = headers['sec-fetch-site'];
    return site === undefined ? headers.origin === this.#origin : site === 'same-origin';
  }
}
