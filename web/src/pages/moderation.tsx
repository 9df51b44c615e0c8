import { lazy } from '../components/lazy';
import { Loading, Message } from '../components/common';
import { Problem } from '../components/forms';
import { OtherUser } from '../components/user-menu';
import type { ModerationView } from '../routes';
import { reloadSession, signInUrl, useSession } from '../session';
import { SESSION_ENDED } from '../use-page';

const Moderation = lazy(async () => (await import('../moderation/moderation')).Moderation);

interface ModerationProps {
  readonly view: ModerationView;
  readonly subject: string;
  readonly url: string;
}

/** The moderators' pages. Their code is loaded for admins only. If the session ends, the page stays. */
export function ModerationPage({ view, subject, url }: ModerationProps) {
  const { isLoaded, user, signIn, problem, ended, other } = useSession();
  if (!isLoaded) return <Loading />;
  if (other) return <OtherUser user={other} />;
  if ((user ?? ended)?.isAdmin)
    return (
      <>
        {!user && <Problem text={problem ?? SESSION_ENDED} />}
        <Moderation view={view} subject={subject} />
      </>
    );
  if (user) return <Message title="Only admins can see this page." isError />;
  return (
    <Message title={problem ?? 'Moderators must sign in.'} isError>
      {signIn !== 'none' && <a href={signInUrl(url)}>Sign in</a>}
      {signIn === 'none' && problem && (
        <button type="button" onClick={reloadSession}>
          Try again
        </button>
      )}
    </Message>
  );
}
