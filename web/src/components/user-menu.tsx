import { useState } from 'preact/hooks';
import { PageLink } from '../navigation';
import { nameOf, signInUrl, signOut, useSession } from '../session';

/** A link to sign in, or the user with a button to sign out. Empty until the session is loaded. */
export function UserMenu({ url }: { readonly url: string }) {
  const { isLoaded, user, signIn } = useSession();
  const [hasFailed, setHasFailed] = useState(false);
  if (!isLoaded) return <span class="user" />;
  if (!user) return <span class="user">{signIn !== 'none' && <a href={signInUrl(url)}>Sign in</a>}</span>;
  return (
    <span class="user">
      <PageLink to="/account">{nameOf(user)}</PageLink>
      {user.isAdmin && <PageLink to="/moderation">Moderation</PageLink>}
      <button type="button" class="plain" onClick={() => void signOut().catch(() => setHasFailed(true))}>
        Sign out
      </button>
      {hasFailed && (
        <span class="problem" role="alert">
          You are still signed in: the registry can’t be reached.
        </span>
      )}
    </span>
  );
}
