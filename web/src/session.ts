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
  /** The user whose session has ended while the page was open. */
  readonly ended?: SessionUser | undefined;
}

/** Thrown instead of repeating a request for another user than the one who made it. */
export class OtherUserError extends Error {}

type Loaded = Session & { readonly csrfToken: string | null };

const UNREACHABLE = 'The registry can’t be reached.';

const UNKNOWN: Loaded = { isLoaded: false, user: null, signIn: 'none', csrfToken: null };

let current: Loaded = UNKNOWN;
let loading: Promise<Loaded> | undefined;
const listeners = new Set<(session: Session) => void>();

async function request(): Promise<Loaded> {
  // By POST, because browsers then send the `Origin` header.
  const response = await fetch('/session', { method: 'POST' });
  if (!response.ok) throw new Error(`/session responded with status ${response.status}.`);
  const session = (await response.json()) as Omit<Loaded, 'isLoaded'>;
  return show({ isLoaded: true, ended: session.user ? undefined : (current.user ?? current.ended), ...session });
}

function show(session: Loaded): Loaded {
  current = session;
  for (const listener of listeners) listener(session);
  return session;
}

/** Loads the session, once. @param isNew loads it again */
function load(isNew = false): Promise<Loaded> {
  if (isNew) loading = undefined;
  return (loading ??= request().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
}

/** Loads the session again: it may have ended, or be that of another user. */
export function reloadSession(): void {
  void load(true).catch(() => current.user ?? show({ ...UNKNOWN, isLoaded: true, problem: UNREACHABLE }));
}

/** Loads a signed-in user's session again whenever the page is shown again, because other tabs can change it. */
export function followSession(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && (current.user ?? current.ended)) reloadSession();
  });
}

/** Returns the session. It is not loaded yet on the server and in the first rendering in the browser. */
export function useSession(): Session {
  const [session, setSession] = useState<Session>(UNKNOWN);
  useEffect(() => {
    setSession(current);
    listeners.add(setSession);
    void load().catch(() => show({ ...UNKNOWN, isLoaded: true, problem: UNREACHABLE }));
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
  const send = (csrfToken: string | null): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (csrfToken !== null) headers.set('X-CSRF-Token', csrfToken);
    return fetch(input, { ...init, headers });
  };
  const before = await load();
  const response = await send(before.csrfToken);
  if (response.status !== 403) return response;
  const isOtherSession = (await response.clone().text()).includes('CSRF_TOKEN_MISSING');
  if (!isOtherSession) return response;
  // The token is outdated, because the user has signed in again in another tab.
  const now = await load(true);
  if (now.user?.id === (before.user ?? before.ended)?.id) return send(now.csrfToken);
  throw new OtherUserError(
    `Nothing was sent: ${now.user ? `you are now signed in as ${nameOf(now.user)}` : 'you are not signed in any more'}.`,
  );
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
  const { csrfToken } = await load();
  return csrfToken === null ? {} : { 'X-CSRF-Token': csrfToken };
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
