import { Loading, Message } from '../components/common';
import { PageLink } from '../navigation';
import { signInUrl, useSession } from '../session';

const PROBLEMS: Readonly<Record<string, string>> = {
  refused: 'You are not signed in: the sign-in was refused, took too long, or was used already.',
  suspended: 'Your account is suspended.',
  unavailable: 'The identity provider can’t be reached at the moment.',
};

/** Explains how to sign in, and why a sign-in failed. */
export function SignInPage({ problem, returnTo }: { readonly problem: string; readonly returnTo: string }) {
  const { isLoaded, user, signIn, problem: failure } = useSession();
  return (
    <>
      <h1>Sign in</h1>
      {Object.hasOwn(PROBLEMS, problem) && <Message title={PROBLEMS[problem]!} isError />}
      {!isLoaded && <Loading />}
      {failure !== undefined && <Message title={failure} isError />}
      {user ? (
        <p>
          You are signed in as {user.name ?? user.email ?? user.id}. <PageLink to={returnTo}>Continue</PageLink>
        </p>
      ) : (
        isLoaded && failure === undefined && <How signIn={signIn} returnTo={returnTo} />
      )}
    </>
  );
}

function How({ signIn, returnTo }: { readonly signIn: 'provider' | 'link' | 'none'; readonly returnTo: string }) {
  switch (signIn) {
    case 'provider':
      return (
        <p>
          <a href={signInUrl(returnTo)}>Sign in at the identity provider</a>
        </p>
      );
    case 'link':
      return (
        <p>
          Ask the operator of this registry for a link. <code>registry token --login --user NAME</code> prints one,
          which can be used once within ten minutes.
        </p>
      );
    default:
      return <p>Nobody can sign in to the pages of this registry. The operator has to set AUTH_CLIENT_ID.</p>;
  }
}
