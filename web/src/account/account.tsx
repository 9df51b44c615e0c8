import { Day, Waiting } from '../components/common';
import { Field, Form, Problem, Rows, useWrites } from '../components/forms';
import { PageLink } from '../navigation';
import { managedUrl } from '../routes';
import { usePage } from '../use-page';
import { ForUsers } from './for-users';
import { ACCEPT, ACCOUNT, CREATE_PUBLISHER, DECLINE } from './queries';

/** The publishers and invitations of the user. */
export const AccountPage = () => (
  <>
    <h1>Your publishers</h1>
    <ForUsers url="/account">
      <Account />
    </ForUsers>
  </>
);

function Account() {
  const { data, error, isLoading, reload } = usePage(ACCOUNT, {}, true);
  if (!data?.me)
    return <Waiting isLoading={isLoading} problem={error ?? 'Your account can’t be read.'} retry={reload} />;
  return (
    <>
      {(data.invitations ?? []).map((invitation) => (
        <Invitation key={invitation.id} invitation={invitation} onDone={reload} />
      ))}
      <Rows
        items={data.me.publishers ?? []}
        empty="You belong to no publisher yet. Create one, or ask an owner to invite you."
        row={({ id, name }) => (
          <li key={id}>
            <p>
              <PageLink to={managedUrl(id)}>{name || id}</PageLink>
              <br />
              <code class="muted">{id}</code>
            </p>
          </li>
        )}
      />
      <NewPublisher onDone={reload} />
    </>
  );
}

interface Invited {
  readonly id: string;
  readonly role: string;
  readonly expiresAt: string;
  readonly publisher?: { readonly id: string; readonly name: string } | null;
}

function Invitation({ invitation, onDone }: { readonly invitation: Invited; readonly onDone: () => void }) {
  const { isBusy, problem, send } = useWrites();
  const { id, role, expiresAt, publisher } = invitation;
  const answer = async (done: Promise<unknown>): Promise<void> => {
    if (await done) onDone();
  };
  return (
    <section class="message">
      <p>
        You are invited to {publisher?.name || publisher?.id} as {role}, until <Day time={expiresAt} />.
      </p>
      <p class="actions">
        <button type="button" class="primary" disabled={isBusy} onClick={() => void answer(send(ACCEPT, { id }))}>
          Accept
        </button>
        <button type="button" disabled={isBusy} onClick={() => void answer(send(DECLINE, { id }))}>
          Decline
        </button>
      </p>
      <Problem text={problem} />
    </section>
  );
}

function NewPublisher({ onDone }: { readonly onDone: () => void }) {
  const { isBusy, problem, send } = useWrites();
  return (
    <section class="panel">
      <h2>New publisher</h2>
      <p class="muted">Nodes belong to a publisher: a person, a team or a company. Its id can’t be changed.</p>
      <Form
        send={async ({ id = '', name = '' }) => {
          const done = await send(CREATE_PUBLISHER, { input: { id, name } });
          if (done) onDone();
          return done !== undefined;
        }}
      >
        <Field label="Id" name="id" hint="pixel-forge" isRequired />
        <Field label="Name" name="name" hint="Pixel Forge" isRequired />
        <button class="primary" disabled={isBusy}>
          Create publisher
        </button>
      </Form>
      <Problem text={problem} />
    </section>
  );
}
