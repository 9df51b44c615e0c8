const SCHEME = 'Session ';

/**
 * The credential of a session, in the form of an `Authorization` header. Only the registry itself makes it, from the
 * cookie of a same-origin request, so that a session is like any other credential from then on.
 */
export const sessionCredential = (secret: string): string => SCHEME + secret;

/** The secret of the session in a credential; undefined if it is another kind of credential. */
export const secretOfSession = (authorization: string): string | undefined =>
  authorization.startsWith(SCHEME) ? authorization.slice(SCHEME.length) : undefined;
