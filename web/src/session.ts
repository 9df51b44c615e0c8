import { useEffect, useState } from 'preact/hooks';

/** A signed-in user. */
export interface SessionUser {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly isAdmin: boolean;
  readonly isApproved: boolean;
}

/** Who uses the pages. */
export interface Session {
  /** False until the registry has said who it is. */
  readonly isLoaded: boolean;
  /** Null without a session. */
  readonly user: SessionUser | null;
  /** How users sign in: at the provider, by a one-time link that the operator prints, or not at all. */
  readonly signIn: 'provider' | 'link' | 'none';
  /** Why the user of the session can’t use it. */
  readonly problem?: string;
}

type Loaded = Session & { readonly csrfToken: string | null };

const UNKNOWN: Loaded = { isLoaded: false, user: null, signIn: 'none', csrfToken: null };

let current: Loaded = UNKNOWN;
let loading: Promise<Loaded> | undefined;
const listeners = new Set<(session: Session) => void>();

async function request(): Promise<Loaded> {
  // By POST, because browsers name the origin of the page then.
  const response = await fetch('/session', { method: 'POST' });
  if (!response.ok) throw new Error(`/session responded with status ${response.status}.`);
  current = { isLoaded: true, ...((await response.json()) as Omit<Loaded, 'isLoaded'>) };
  for (const listener of listeners) listener(current);
  return current;
}

/** Asks the registry who uses the page: once, unless `isNew`. */
function load(isNew = false): Promise<Loaded> {
  if (isNew) loading = undefined;
  return (loading ??= request().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
}

/** Who uses the pages. The server, and the first rendering in the browser, don’t know. */
export function useSession(): Session {
  const [session, setSession] = useState<Session>(UNKNOWN);
  useEffect(() => {
    setSession(current);
    listeners.add(setSession);
    // Without a connection the page stays that of anonymous callers.
    void load().catch(() => undefined);
    return () => void listeners.delete(setSession);
  }, []);
  return session;
}

/** URL that begins a sign-in and returns to a path. */
export const signInUrl = (path: string): string => `/session/login?return=${encodeURIComponent(path)}`;

/** A `fetch` in the name of the user: requests that the session needs a CSRF token for have it. */
export async function sessionFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const send = (csrfToken: string | null): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (csrfToken !== null) headers.set('X-CSRF-Token', csrfToken);
    return fetch(input, { ...init, headers });
  };
  const response = await send((await load()).csrfToken);
  if (response.status !== 403) return response;
  const isOtherSession = (await response.clone().text()).includes('CSRF_TOKEN_MISSING');
  // The user has signed in again in another window.
  return isOtherSession ? send((await load(true)).csrfToken) : response;
}

/** The header that requests of the session need, for requests that can’t be made by `sessionFetch`. */
export async function csrfHeaders(): Promise<Record<string, string>> {
  const { csrfToken } = await load();
  return csrfToken === null ? {} : { 'X-CSRF-Token': csrfToken };
}

/** Ends the session, and shows the catalogue. */
export async function signOut(): Promise<void> {
  await sessionFetch('/session/logout', { method: 'POST' });
  // A new page, so that nothing that the user has read stays.
  location.assign('/');
}
