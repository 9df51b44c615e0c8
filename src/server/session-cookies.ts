import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { secretOfSession, sessionCredential } from '../auth/session-credential.js';
import { AppError } from '../errors/app-error.js';
import { refuse } from '../rest/failures.js';
import type { Settings } from '../settings.js';

/** The header with the CSRF token of the session. */
export const CSRF_HEADER = 'x-csrf-token';

/** Methods that change nothing. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The CSRF token of a session. Pages read it at /session; other sites can't. */
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

/** A cookie of this host only, which scripts can't read. */
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

/** Turns the cookie of a session into the credential of a request, for requests of the registry's own pages only. */
export class SessionCookies {
  readonly session: SecretCookie;
  /** Binds a sign-in that has begun to the browser that began it. */
  readonly signIn: SecretCookie;
  readonly #origin: string;

  /**
   * @param isPublic true for requests that are answered as to anonymous callers, so that the fast path answers them to
   * users with a session, too
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
   * Gives a same-origin request with the cookie of a session the credential of that session, unless it has another one.
   * Every other request stays without it, so that pages of other origins only see the public API. Requests with other
   * methods than GET are refused without the CSRF token.
   */
  admit(request: IncomingMessage): void {
    const { headers, method = 'GET' } = request;
    // Callers can't send this kind of credential themselves.
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
   * True if a page of the registry itself sent the request. Browsers that send no `Sec-Fetch-Site` (as to hosts without
   * HTTPS) send `Origin` with every request but GET.
   */
  isSameOrigin({ headers }: IncomingMessage): boolean {
    const site = headers['sec-fetch-site'];
    return site === undefined ? headers.origin === this.#origin : site === 'same-origin';
  }
}
