import { useState } from 'preact/hooks';
import { PageLink } from '../navigation';
import { nameOf, type SessionUser, signInUrl, signOut, useSession } from '../session';
import { Message } from './common';

/** A message in place of content of a user, if another one has signed in in another tab. */
export const OtherUser = ({ user }: { readonly user: SessionUser }) => (
  <Message title={`You are now signed in as ${nameOf(user)}.`} isError>
    <button type="button" onClick={() => location.reload()}>
      Load the page again
    </button>
  </Message>
);

/** A link to sign in, or the user with a button to sign out. Empty until the session is loaded. */
export function UserMenu({ url }: { readonly url: string }) {
  const { isLoaded, user, signIn, other } = useSession();
  const [hasFailed, setHasFailed] = useState(false);
  if (!isLoaded) return <span class="user" />;
  if (other) return <span class="user">{nameOf(other)}</span>;
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
