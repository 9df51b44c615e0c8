import { useMutation } from '@urql/preact';
import { useState } from 'preact/hooks';
import { REPORT_NODE, REVIEW_NODE } from '../queries';
import { signInUrl, useSession } from '../session';
import { problemOf } from '../use-page';
import { Problem } from './forms';

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
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void review({ nodeId: id, star });
      }}
    >
      <fieldset class="stars">
        <legend>Your review</legend>
        {STARS.map((value) => (
          <label key={value}>
            <input type="radio" name="star" required checked={star === value} onChange={() => setStar(value)} /> {value}
          </label>
        ))}
        <button type="submit" disabled={fetching}>
          Rate
        </button>
        <span role="status">
          {typeof data?.reviewNode.rating === 'number' && `Rated ${data.reviewNode.rating.toFixed(1)} of 5 now.`}
        </span>
      </fieldset>
      <Problem text={problemOf(error)} />
    </form>
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
        <Problem text={problemOf(error)} />
      </form>
    </details>
  );
}
