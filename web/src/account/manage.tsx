import { useState } from 'preact/hooks';
import { Copyable, Day, Message } from '../components/common';
import type { ManagedPublisherQuery } from '../graph/graphql';
import { PageLink } from '../navigation';
import { managedUrl, publisherUrl } from '../routes';
import { usePage } from '../use-page';
import { Field, fieldsOf, ForUsers, Problem, useAction } from './parts';
import { Publish } from './publish';
import { CREATE_TOKEN, DELETE_TOKEN, INVITE, MANAGED } from './queries';
import { Versions } from './versions';

type Managed = NonNullable<ManagedPublisherQuery['publisher']>;
interface Part {
  readonly publisher: Managed;
  readonly reload: () => void;
}

/** What members of a publisher do: publish, and manage members, tokens and versions. */
export const ManagePage = ({ id }: { readonly id: string }) => (
  <ForUsers url={managedUrl(id)}>
    <Manage id={id} />
  </ForUsers>
);

function Manage({ id }: { readonly id: string }) {
  const { data, error, isLoading, reload } = usePage(MANAGED, { id });
  const [published, setPublished] = useState(0);
  const publisher = data?.publisher;
  if (!publisher)
    return isLoading ? <Message title="Loading …" /> : <Message title={error ?? 'It does not exist.'} isError />;
  if (!publisher.viewerCanEdit) return <Message title="You are not a member of this publisher." isError />;
  return (
    <>
      <h1>{publisher.name || publisher.id}</h1>
      <p>
        <PageLink to={publisherUrl(id)}>Public page</PageLink>
      </p>
      <Publish publisherId={id} onChecked={() => setPublished((count) => count + 1)} />
      <Versions publisherId={id} changes={published} />
      <Members publisher={publisher} reload={reload} />
      <Tokens publisher={publisher} reload={reload} />
      <Audit publisher={publisher} />
    </>
  );
}

function Members({ publisher, reload }: Part) {
  const { run, isRunning, problem } = useAction(INVITE, reload);
  const { id, members, invitations } = publisher;
  return (
    <section>
      <h2>Members</h2>
      <ul>
        {members.map(({ id: member, role, email, user }) => (
          <li key={member}>
            {user.name ?? email ?? user.id}, {role}
          </li>
        ))}
        {(invitations ?? []).map(({ id: invitation, email, userId, role, expiresAt }) => (
          <li key={invitation} class="muted">
            {email ?? userId}, invited as {role} until <Day time={expiresAt} />
          </li>
        ))}
      </ul>
      {/* Only owners may read invitations, and invite. */}
      {invitations && (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            const { email = '' } = fieldsOf(form);
            void run({ publisherId: id, input: { email } }).then((done) => done && form.reset());
          }}
        >
          <Field label="E-mail address" name="email" type="email" isRequired />
          <button disabled={isRunning}>Invite</button>
          <Problem of={problem} />
        </form>
      )}
    </section>
  );
}

function Tokens({ publisher, reload }: Part) {
  const create = useAction(CREATE_TOKEN, reload);
  const remove = useAction(DELETE_TOKEN, reload);
  const [secret, setSecret] = useState<string>();
  const { id: publisherId, tokens } = publisher;
  return (
    <section>
      <h2>Tokens</h2>
      <ul>
        {(tokens ?? []).map(({ id, name, lastFour, expiresAt, lastUsedAt }) => (
          <li key={id}>
            {name} (…{lastFour}),{' '}
            {expiresAt ? (
              <>
                expires <Day time={expiresAt} />
              </>
            ) : (
              'never expires'
            )}
            ,{' '}
            {lastUsedAt ? (
              <>
                last used <Day time={lastUsedAt} />
              </>
            ) : (
              'never used'
            )}{' '}
            <button
              type="button"
              aria-label={`Delete token ${name}`}
              onClick={() => void remove.run({ publisherId, tokenId: id })}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
      {secret !== undefined && (
        <div role="status">
          <Copyable label="New token, shown only now" text={secret} />
        </div>
      )}
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const { name = '', expires } = fieldsOf(form);
          const input = { name, expiresAt: expires ? `${expires}T00:00:00Z` : null };
          void create.run({ publisherId, input }).then((done) => {
            if (!done) return;
            setSecret(done.createPublisherToken.token ?? undefined);
            form.reset();
          });
        }}
      >
        <Field label="Name of the token" name="name" isRequired />
        <Field label="Expires" name="expires" type="date" />
        <button disabled={create.isRunning}>Create token</button>
        <Problem of={create.problem ?? remove.problem} />
      </form>
    </section>
  );
}

const Audit = ({ publisher: { auditLog } }: Pick<Part, 'publisher'>) => (
  <section>
    <h2>Audit log</h2>
    <ul>
      {(auditLog?.nodes ?? []).map(({ id, at, actor, action, subjectKind, subjectId, reason }) => (
        <li key={id}>
          <Day time={at} /> {actor}: {action}, {subjectKind} <code>{subjectId}</code>
          {reason && `, ${reason}`}
        </li>
      ))}
    </ul>
  </section>
);
