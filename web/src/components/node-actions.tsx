import { useMutation } from '@urql/preact';
import { useState } from 'preact/hooks';
import { REPORT_NODE, REVIEW_NODE } from '../queries';
import { signInUrl, useSession } from '../session';

const STARS = [1, 2, 3, 4, 5];
const REPORT_MAX = 2000;

/** Forms to review and report a node, for signed-in users. Shows nothing if the registry has no sign-in. */
export function NodeActions({ id, url }: { readonly id: string; readonly url: string }) {
  const { isLoaded, user, signIn } = useSession();
  if (!isLoaded || (!user && signIn === 'none')) return null;
  return (
    <section>
      <h2>Review and report</h2>
      {user ? (
        <>
          <Review id={id} />
          <Report id={id} />
        </>
      ) : (
        <p>
          <a href={signInUrl(url)}>Sign in</a> to review this node or to report it.
        </p>
      )}
    </section>
  );
}

function Review({ id }: { readonly id: string }) {
  const [{ data, error, fetching }, review] = useMutation(REVIEW_NODE);
  const [star, setStar] = useState(0);
  const send = (chosen: number): void => {
    setStar(chosen);
    void review({ nodeId: id, star: chosen });
  };
  return (
    <fieldset class="stars" disabled={fetching}>
      <legend>Your review</legend>
      {STARS.map((value) => (
        <label key={value}>
          <input type="radio" name="star" checked={star === value} onChange={() => send(value)} /> {value}
        </label>
      ))}
      <span role="status">
        {error?.graphQLErrors[0]?.message}
        {typeof data?.reviewNode.rating === 'number' && `Rated ${data.reviewNode.rating.toFixed(1)} of 5 now.`}
      </span>
    </fieldset>
  );
}

function Report({ id }: { readonly id: string }) {
  const [{ data, error, fetching }, report] = useMutation(REPORT_NODE);
  const [text, setText] = useState('');
  if (data) return <p role="status">The moderators have your report.</p>;
  return (
    <details>
      <summary>Report this node</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void report({ nodeId: id, text });
        }}
      >
        <label class="block">
          What is wrong with it?
          <textarea
            required
            maxLength={REPORT_MAX}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={fetching}>
          Send
        </button>
        {error && <p role="alert">{error.graphQLErrors[0]?.message ?? 'The registry can’t be reached.'}</p>}
      </form>
    </details>
  );
}
