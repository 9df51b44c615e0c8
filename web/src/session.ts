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
}

type Loaded = Session & { readonly csrfToken: string | null };

const UNKNOWN: Loaded = { isLoaded: false, user: null, signIn: 'none', csrfToken: null };

let current: Loaded = UNKNOWN;
let loading: Promise<Loaded> | undefined;
const listeners = new Set<(session: Session) => void>();

async function request(): Promise<Loaded> {
  // By POST, because browsers then send the `Origin` header.
  const response = await fetch('/session', { method: 'POST' });
  if (!response.ok) throw new Error(`/session responded with status ${response.status}.`);
  current = { isLoaded: true, ...((await response.json()) as Omit<Loaded, 'isLoaded'>) };
  for (const listener of listeners) listener(current);
  return current;
}

/** Loads the session, once. @param isNew loads it again */
function load(isNew = false): Promise<Loaded> {
  if (isNew) loading = undefined;
  return (loading ??= request().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
}

/** Returns the session. It is not loaded yet on the server and in the first rendering in the browser. */
export function useSession(): Session {
  const [session, setSession] = useState<Session>(UNKNOWN);
  useEffect(() => {
    setSession(current);
    listeners.add(setSession);
    // If this fails, the page stays as anonymous callers see it.
    void load().catch(() => undefined);
    return () => void listeners.delete(setSession);
  }, []);
  return session;
}

/** Returns the URL that begins a sign-in. @param path the page to return to */
export const signInUrl = (path: string): string => `/session/login?return=${encodeURIComponent(path)}`;

/** A `fetch` that adds the CSRF token of the session. */
export async function sessionFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const send = (csrfToken: string | null): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (csrfToken !== null) headers.set('X-CSRF-Token', csrfToken);
    return fetch(input, { ...init, headers });
  };
  const response = await send((await load()).csrfToken);
  if (response.status !== 403) return response;
  const isOtherSession = (await response.clone().text()).includes('CSRF_TOKEN_MISSING');
  // The token is outdated, because the user has signed in again in another window.
  return isOtherSession ? send((await load(true)).csrfToken) : response;
}

/** Returns the header with the CSRF token, for requests that can’t be sent by `sessionFetch`. */
export async function csrfHeaders(): Promise<Record<string, string>> {
  const { csrfToken } = await load();
  return csrfToken === null ? {} : { 'X-CSRF-Token': csrfToken };
}

/** Ends the session and loads the catalogue page. */
export async function signOut(): Promise<void> {
  await sessionFetch('/session/logout', { method: 'POST' });
  // Loads a new document, so that no data of the user stays in memory.
  location.assign('/');
}
