import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import type { Logger } from 'pino';
import type { Completed } from '../auth/sign-ins.js';
import { AppError, unauthenticated } from '../errors/app-error.js';
import type { ErrorCode } from '../errors/catalogue.js';
import type { UserRecord } from '../services/user.service.js';
import type { Scope } from '../request/scope.js';
import { sendError, toAppError } from '../rest/errors.js';
import { refusalFor } from '../rest/failures.js';
import { PRIVATE_NO_STORE, setRateLimitHeaders } from '../rest/handle.js';
import { csrfTokenOf, type SessionCookies } from './session-cookies.js';
import type { Services } from './services.js';

/** The dependencies of the session routes. */
export interface SessionParts {
  readonly services: Services;
  readonly cookies: SessionCookies;
  readonly scopeOf: (request: Request) => Scope;
  readonly logOf: (request: Request) => Logger;
}

/** Units of work that a sign-in costs, because it writes to the database and may call the identity provider. */
const SIGN_IN_WORK = 10;
const RETURN_PATH_MAX = 2000;

/** The path of the sign-in page, which also explains a failed sign-in. */
const SIGN_IN_PAGE = '/sign-in';

/** The `problem` parameter of the sign-in page for each error code. */
const PROBLEMS: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'refused',
  ACCOUNT_SUSPENDED: 'suspended',
  SERVICE_UNAVAILABLE: 'unavailable',
};

/** The text if it is a path of this host, to return to after the sign-in; otherwise `/`. */
const returnPathOf = (text: unknown): string =>
  typeof text === 'string' && text.length <= RETURN_PATH_MAX && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)
    ? text
    : '/';

/** The state of the session of a request. `user` and `csrfToken` are `null` without a valid session. */
export interface SessionState {
  readonly user: UserRecord | null;
  readonly csrfToken: string | null;
  /** How users sign in: at the provider, by a one-time link, or not at all. */
  readonly signIn: 'provider' | 'link' | 'none';
  /** The reason why the user can’t use the session, for a suspended account. */
  readonly problem?: string;
}

/**
 * The routes of sign-in and sign-out for the web pages. They are for browsers: a failed sign-in redirects to a page
 * that explains the reason.
 */
export function sessionRouter(parts: SessionParts): Router {
  const router = express.Router();
  router.use('/session', (request, response, next) => {
    response.set('Cache-Control', PRIVATE_NO_STORE);
    next(refusalFor(request));
  });
  router.get('/session/login', beginSignIn(parts));
  router.get('/session/callback', completeSignIn(parts));
  router.post('/session/logout', signOut(parts));
  // POST is offered because browsers send `Origin` with it even to hosts without HTTPS.
  router.route('/session').get(showSession(parts)).post(showSession(parts));
  router.use('/session', sessionErrors(parts));
  return router;
}

async function charge(request: Request, response: Response, { allowance }: Scope): Promise<void> {
  try {
    await allowance.work(SIGN_IN_WORK);
  } finally {
    setRateLimitHeaders(response, allowance);
  }
}

/** Redirects the browser to the identity provider, or starts a session for a one-time link. */
function beginSignIn({ services, cookies, scopeOf }: SessionParts): RequestHandler {
  return async (request, response) => {
    const scope = scopeOf(request);
    await charge(request, response, scope);
    const { token } = request.query;
    const returnPath = returnPathOf(request.query['return']);
    const { signIns } = services;
    if (typeof token === 'string')
      await startSession(scope, response, { services, cookies }, async () => ({
        identity: await signIns.redeem(token),
        returnPath,
      }));
    else if (signIns.method === 'provider') {
      const { url, secret } = await signIns.begin(returnPath);
      response.append('Set-Cookie', cookies.signIn.set(secret)).redirect(303, url);
    } else response.redirect(303, `${SIGN_IN_PAGE}?return=${encodeURIComponent(returnPath)}`);
  };
}

/** Starts the session of a user whom the identity provider redirects back. */
function completeSignIn({ services, cookies, scopeOf }: SessionParts): RequestHandler {
  return async (request, response) => {
    const scope = scopeOf(request);
    await charge(request, response, scope);
    const secret = cookies.signIn.of(request);
    response.append('Set-Cookie', cookies.signIn.deletion);
    await startSession(scope, response, { services, cookies }, () => {
      if (!secret) throw unauthenticated('The sign-in was not begun in this browser.');
      return services.signIns.complete(secret, request.originalUrl);
    });
  };
}

/** Starts a session, and redirects to the page that the user came from. */
async function startSession(
  scope: Scope,
  response: Response,
  { services, cookies }: Pick<SessionParts, 'services' | 'cookies'>,
  complete: () => Promise<Completed>,
): Promise<void> {
  try {
    const { identity, returnPath } = await complete();
    const secret = await services.sessions.begin(identity);
    response.append('Set-Cookie', cookies.session.set(secret)).redirect(303, returnPath);
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAUTHENTICATED') scope.allowance.chargeFailedSignIn();
    throw error;
  }
}

function signOut({ services, cookies }: SessionParts): RequestHandler {
  return async (request, response) => {
    const secret = cookies.isSameOrigin(request) ? cookies.session.of(request) : undefined;
    if (!secret) throw unauthenticated('There is no session to end.');
    await services.sessions.end(secret);
    response.append('Set-Cookie', cookies.session.deletion).status(204).end();
  };
}

function showSession({ services, cookies, scopeOf }: SessionParts): RequestHandler {
  return async (request, response) => {
    const { method: signIn } = services.signIns;
    const secret = cookies.isSameOrigin(request) ? cookies.session.of(request) : undefined;
    const none: SessionState = { user: null, csrfToken: null, signIn };
    if (!secret) {
      response.json(none);
      return;
    }
    try {
      const user = services.users.self(await scopeOf(request).viewer());
      response.json({ user, csrfToken: csrfTokenOf(secret), signIn } satisfies SessionState);
    } catch (error) {
      if (!(error instanceof AppError) || !['UNAUTHENTICATED', 'ACCOUNT_SUSPENDED'].includes(error.code)) throw error;
      const isSuspended = error.code === 'ACCOUNT_SUSPENDED';
      if (!isSuspended) response.append('Set-Cookie', cookies.session.deletion);
      response.json(isSuspended ? { ...none, problem: error.message } : none);
    }
  };
}

/** Redirects browsers from a failed sign-in to the page that explains it. Other errors are sent as responses. */
function sessionErrors({ logOf }: SessionParts): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => {
    const error = toAppError(thrown, logOf(request));
    if (error.status < 500 && error.cause !== undefined) logOf(request).warn({ err: error.cause }, error.message);
    const problem = PROBLEMS[error.code];
    if (request.method === 'GET' && request.path !== '/' && problem !== undefined)
      response.redirect(303, `${SIGN_IN_PAGE}?problem=${problem}`);
    else sendError(response, error, undefined);
  };
}
