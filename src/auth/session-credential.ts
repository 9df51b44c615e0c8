const SCHEME = 'Session ';

/**
 * Returns the credential of a session in the form of an `Authorization` header. The registry creates it from the cookie
 * of a same-origin request, so that all later code treats a session like other credentials. Callers can't send it.
 */
export const sessionCredential = (secret: string): string => SCHEME + secret;

/** Returns the secret of a session credential; `undefined` for other credentials. */
export const secretOfSession = (authorization: string): string | undefined =>
  authorization.startsWith(SCHEME) ? authorization.slice(SCHEME.length) : undefined;
