import type { ComponentChildren } from 'preact';
import { Loading, Message } from '../components/common';
import { Problem } from '../components/forms';
import { OtherUser } from '../components/user-menu';
import { reloadSession, signInUrl, useSession } from '../session';
import { SESSION_ENDED } from '../use-page';

/** Content for signed-in users. Other callers get a link to sign in. If the session ends, the content stays. */
export function ForUsers({ url, children }: { readonly url: string; readonly children: ComponentChildren }) {
  const { isLoaded, user, problem, signIn, ended, other } = useSession();
  if (!isLoaded) return <Loading />;
  if (other) return <OtherUser user={other} />;
  if (user ?? ended)
    return (
      <>
        {!user && <Problem text={problem ?? SESSION_ENDED} />}
        {children}
      </>
    );
  return (
    <Message title={problem ?? 'This page is for signed-in users.'} isError={problem !== undefined}>
      {signIn === 'none' && problem ? (
        <button type="button" onClick={reloadSession}>
          Try again
        </button>
      ) : (
        <a href={signInUrl(url)}>Sign in</a>
      )}
    </Message>
  );
}
