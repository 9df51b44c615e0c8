import { useEffect, useState } from 'preact/hooks';

/** A signed-in user. */
export interface SessionUser {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly isAdmin: boolean;
  readonly isApproved: boolean;
}

/** The session of the browser. */
export interface Session {
  /** False until the session is loaded. */
  readonly isLoaded: boolean;
  /** Null without a session. */
  readonly user: SessionUser | null;
  /** How users sign in: at the provider, by a one-time link that the operator prints, or not at all. */
  readonly signIn: 'provider' | 'link' | 'none';
  /** The reason if the session can’t be used, such as a suspension. */
  readonly problem?: string;
  /** The user of the page, if the session has ended while the page was open. */
  readonly ended?: SessionUser | undefined;
  /** Another user who has signed in in another tab. Nothing is sent for them until the page is loaded again. */
  readonly other?: SessionUser | undefined;
}

/** Thrown instead of sending a request for another user than the one of the page. */
export class OtherUserError extends Error {
  constructor(other: SessionUser) {
    super(`Nothing was sent: you are now signed in as ${nameOf(other)}. Load the page again.`);
  }
}

type Loaded = Session & { readonly csrfToken: string | null };

const UNREACHABLE = 'The registry can’t be reached.';

const UNKNOWN: Loaded = { isLoaded: false, user: null, signIn: 'none', csrfToken: null };

let current: Loaded = UNKNOWN;
/** The first user who was signed in while the page was open. */
let owner: SessionUser | undefined;
let loading: Promise<Loaded> | undefined;
const listeners = new Set<(session: Session) => void>();

async function request(): Promise<Loaded> {
  // By POST, because browsers then send the `Origin` header.
  const response = await fetch('/session', { method: 'POST' });
  if (!response.ok) throw new Error(`/session responded with status ${response.status}.`);
  const { user, ...session } = (await response.json()) as Omit<Loaded, 'isLoaded'>;
  if (user && (!owner || owner.id === user.id)) owner = user;
  const isOther = user !== null && user.id !== owner?.id;
  return show({
    ...session,
    isLoaded: true,
    user: isOther ? null : user,
    other: isOther ? user : undefined,
    ended: user ? undefined : owner,
  });
}

function show(session: Loaded): Loaded {
  current = session;
  for (const listener of listeners) listener(session);
  return session;
}

/** Loads the session, once. @param isNew loads it again */
function load(isNew = false): Promise<Loaded> {
  if (isNew) loading = undefined;
  if (loading) return loading;
  const started = request().catch((error: unknown) => {
    if (loading === started) loading = undefined;
    throw error;
  });
  return (loading = started);
}

/** After a failure, a session that was loaded before stays, so that the page keeps its content. */
function showFailure(): void {
  if (!current.isLoaded || current.problem !== undefined) show({ ...current, isLoaded: true, problem: UNREACHABLE });
}

/** Loads the session again: it may have ended, or be that of another user. */
export const reloadSession = (): void => void load(true).catch(showFailure);

/** Loads a signed-in user's session again whenever the page is shown again, because other tabs can change it. */
export function followSession(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && owner) reloadSession();
  });
}

/** Returns the session. It is not loaded yet on the server and in the first rendering in the browser. */
export function useSession(): Session {
  const [session, setSession] = useState<Session>(UNKNOWN);
  useEffect(() => {
    setSession(current);
    listeners.add(setSession);
    void load().catch(showFailure);
    return () => void listeners.delete(setSession);
  }, []);
  return session;
}

/** Returns the URL that begins a sign-in. @param path the page to return to */
export const signInUrl = (path: string): string => `/session/login?return=${encodeURIComponent(path)}`;

/**
 * A `fetch` that adds the CSRF token of the session.
 * @throws OtherUserError if the user has signed in as somebody else in another tab
 */
export async function sessionFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const send = (token: string | null): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (token !== null) headers.set('X-CSRF-Token', token);
    return fetch(input, { ...init, headers });
  };
  const response = await send(await csrfToken());
  if (response.status !== 403) return response;
  const isOtherSession = (await response.clone().text()).includes('CSRF_TOKEN_MISSING');
  // The token is outdated, because the user has signed in again in another tab.
  return isOtherSession ? send(await csrfToken(true)) : response;
}

/** The CSRF token of the session. @throws OtherUserError */
async function csrfToken(isNew = false): Promise<string | null> {
  const { csrfToken: token, other } = await load(isNew);
  if (other) throw new OtherUserError(other);
  return token;
}

/** The name of a user for other people. */
export const nameOf = ({ id, name, email }: Named): string => name ?? email ?? id;

interface Named {
  readonly id: string;
  readonly name?: string | null;
  readonly email?: string | null;
}

/** Returns the header with the CSRF token, for requests that can’t be sent by `sessionFetch`. */
export async function csrfHeaders(): Promise<Record<string, string>> {
  const token = await csrfToken();
  return token === null ? {} : { 'X-CSRF-Token': token };
}

/**
 * Ends the session and loads the catalogue page.
 * @throws Error if the session did not end
 */
export async function signOut(): Promise<void> {
  const response = await sessionFetch('/session/logout', { method: 'POST' });
  if (!response.ok) throw new Error(`/session/logout responded with status ${response.status}.`);
  // Loads a new document, so that no data of the user stays in memory.
  location.assign('/');
}
