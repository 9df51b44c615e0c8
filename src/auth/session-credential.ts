const SCHEME = 'Session ';

/**
 * Returns the credential of a session in the form of an `Authorization` header. The registry creates it from the cookie
 * of a same-origin request, so that all later code treats a session like other credentials. A credential of this form
 * in a request's own header is replaced by an invalid one.
 */
export const sessionCredential = (secret: string): string => SCHEME + secret;

/** Returns the secret of a session credential; `undefined` for other credentials. */
export const secretOfSession = (authorization: string): string | undefined =>
  authorization.startsWith(SCHEME) ? authorization.slice(SCHEME.length) : undefined;
