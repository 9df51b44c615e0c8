import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Message } from '../components/common';
import type { ModerationView } from '../routes';
import { signInUrl, useSession } from '../session';

type Loaded = ComponentType<{ readonly view: ModerationView }>;

/** The moderators' pages. Their code is loaded for admins only. */
export function ModerationPage({ view, url }: { readonly view: ModerationView; readonly url: string }) {
  const { isLoaded, user, signIn } = useSession();
  const [moderation, setModeration] = useState<{ readonly Component: Loaded }>();
  const isAdmin = user?.isAdmin === true;
  useEffect(() => {
    if (isAdmin)
      void import('../moderation/moderation').then(({ Moderation }) => setModeration({ Component: Moderation }));
  }, [isAdmin]);
  if (!isLoaded) return <Message title="Loading …" />;
  if (!user)
    return (
      <Message title="Moderators must sign in." isError>
        {signIn !== 'none' && <a href={signInUrl(url)}>Sign in</a>}
      </Message>
    );
  if (!isAdmin) return <Message title="Only admins can see this page." isError />;
  return moderation ? <moderation.Component view={view} /> : <Message title="Loading …" />;
}
