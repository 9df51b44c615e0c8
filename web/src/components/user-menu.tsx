import { PageLink } from '../navigation';
import { signInUrl, signOut, useSession } from '../session';

/** A link to sign in, or the user with a button to sign out. Empty until the session is loaded. */
export function UserMenu({ url }: { readonly url: string }) {
  const { isLoaded, user, signIn } = useSession();
  if (!isLoaded) return <span class="user" />;
  if (!user) return <span class="user">{signIn !== 'none' && <a href={signInUrl(url)}>Sign in</a>}</span>;
  return (
    <span class="user">
      <PageLink to="/account">{user.name ?? user.email ?? user.id}</PageLink>
      {user.isAdmin && <PageLink to="/moderation">Moderation</PageLink>}
      <button type="button" class="plain" onClick={() => void signOut()}>
        Sign out
      </button>
    </span>
  );
}
