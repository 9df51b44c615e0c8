import type { ComponentChildren } from 'preact';
import { Message } from '../components/common';
import { signInUrl, useSession } from '../session';

/** Content for signed-in users. Other callers get a link to sign in. */
export function ForUsers({ url, children }: { readonly url: string; readonly children: ComponentChildren }) {
  const { isLoaded, user, problem } = useSession();
  if (!isLoaded) return <Message title="Loading …" />;
  if (user) return <>{children}</>;
  return (
    <Message title={problem ?? 'This page is for signed-in users.'} isError={problem !== undefined}>
      <a href={signInUrl(url)}>Sign in</a>
    </Message>
  );
}
