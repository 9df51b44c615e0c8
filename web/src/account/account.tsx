import { Day, Message } from '../components/common';
import { PageLink } from '../navigation';
import { managedUrl } from '../routes';
import { usePage } from '../use-page';
import { Field, fieldsOf, ForUsers, Problem, useAction } from './parts';
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
  const { data, error, isLoading, reload } = usePage(ACCOUNT, {});
  if (!data?.me) return isLoading ? <Message title="Loading …" /> : <Message title={error ?? 'Nothing.'} isError />;
  const publishers = data.me.publishers ?? [];
  return (
    <>
      {publishers.length === 0 ? (
        <p>You belong to no publisher yet.</p>
      ) : (
        <ul>
          {publishers.map(({ id, name }) => (
            <li key={id}>
              <PageLink to={managedUrl(id)}>{name || id}</PageLink> <code>{id}</code>
            </li>
          ))}
        </ul>
      )}
      {(data.invitations ?? []).map((invitation) => (
        <Invitation key={invitation.id} invitation={invitation} onDone={reload} />
      ))}
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
  const accept = useAction(ACCEPT, onDone);
  const decline = useAction(DECLINE, onDone);
  const { id, role, expiresAt, publisher } = invitation;
  return (
    <section class="message">
      <p>
        You are invited to {publisher?.name || publisher?.id} as {role}, until <Day time={expiresAt} />.
      </p>
      <button type="button" onClick={() => void accept.run({ id })}>
        Accept
      </button>{' '}
      <button type="button" onClick={() => void decline.run({ id })}>
        Decline
      </button>
      <Problem of={accept.problem ?? decline.problem} />
    </section>
  );
}

function NewPublisher({ onDone }: { readonly onDone: () => void }) {
  const { run, isRunning, problem } = useAction(CREATE_PUBLISHER, onDone);
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const { id = '', name = '' } = fieldsOf(form);
        void run({ input: { id, name } }).then((done) => done && form.reset());
      }}
    >
      <h2>New publisher</h2>
      <Field label="Id" name="id" isRequired />
      <Field label="Name" name="name" isRequired />
      <button disabled={isRunning}>Create publisher</button>
      <Problem of={problem} />
    </form>
  );
}
