import { useState } from 'preact/hooks';
import { Copyable, Day, Waiting } from '../components/common';
import { Field, Form, Problem, Rows, useWrites } from '../components/forms';
import type { ManagedTokensQuery } from '../graph/graphql';
import { usePage } from '../use-page';
import { CREATE_TOKEN, DELETE_TOKEN, TOKENS } from './queries';

type Token = NonNullable<NonNullable<ManagedTokensQuery['publisher']>['tokens']>[number];

/** The personal access tokens of a publisher, for its tools. */
export function Tokens({ publisherId }: { readonly publisherId: string }) {
  const { data, error, isLoading, reload } = usePage(TOKENS, { id: publisherId }, true);
  const { isBusy, problem, send } = useWrites();
  const [secret, setSecret] = useState<string>();
  const tokens = data?.publisher?.tokens;
  if (!tokens) return <Waiting isLoading={isLoading} problem={error ?? 'The tokens can’t be read.'} retry={reload} />;
  const create = async ({ name = '', expires }: Record<string, string>): Promise<boolean> => {
    const input = { name, expiresAt: expires ? `${expires}T00:00:00Z` : null };
    const done = await send(CREATE_TOKEN, { publisherId, input });
    if (!done) return false;
    setSecret(done.createPublisherToken.token ?? undefined);
    reload();
    return true;
  };
  const remove = async ({ id, name }: Token): Promise<void> => {
    if (!confirm(`Delete the token ${name}? Tools that use it stop working.`)) return;
    if (!(await send(DELETE_TOKEN, { publisherId, tokenId: id }))) return;
    setSecret(undefined);
    reload();
  };
  return (
    <section>
      <h2>Tokens</h2>
      <p class="muted">Tools publish with a token: they send it as a bearer token.</p>
      <Rows
        items={tokens}
        empty="No tokens yet."
        row={(token) => (
          <li key={token.id}>
            <About token={token} />
            <button
              type="button"
              disabled={isBusy}
              aria-label={`Delete token ${token.name}`}
              onClick={() => void remove(token)}
            >
              Delete
            </button>
          </li>
        )}
      />
      {secret !== undefined && (
        <div class="message" role="status">
          <Copyable label="New token. It is shown only now: copy it." text={secret} />
        </div>
      )}
      <Form send={create}>
        <Field label="Name of the token" name="name" hint="ci" isRequired />
        <Field label="Expires (optional)" name="expires" type="date" />
        <button class="primary" disabled={isBusy}>
          Create token
        </button>
      </Form>
      <Problem text={problem} />
    </section>
  );
}

const About = ({ token: { name, lastFour, createdBy, expiresAt, lastUsedAt } }: { readonly token: Token }) => (
  <p>
    {name} <code class="muted">…{lastFour}</code>
    <br />
    <span class="muted">
      {createdBy && <>by {createdBy.name ?? createdBy.id} · </>}
      {expiresAt ? (
        <>
          expires <Day time={expiresAt} />
        </>
      ) : (
        'never expires'
      )}
      {' · '}
      {lastUsedAt ? (
        <>
          last used <Day time={lastUsedAt} />
        </>
      ) : (
        'never used'
      )}
    </span>
  </p>
);
