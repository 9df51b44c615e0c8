import { Day, Waiting } from '../components/common';
import { Field, Form, Problem, Rows, useWrites, type Writes } from '../components/forms';
import type { ManagedMembersQuery, MemberRole } from '../graph/graphql';
import { useNavigation } from '../navigation';
import { useSession } from '../session';
import { usePage } from '../use-page';
import { INVITE, MEMBERS, REMOVE_MEMBER, SET_ROLE, WITHDRAW_INVITATION } from './queries';

type Publisher = NonNullable<ManagedMembersQuery['publisher']>;
type Member = Publisher['members'][number];

const ROLES: readonly MemberRole[] = ['member', 'owner'];

/** The members of a publisher. Owners invite others, change roles and remove members; members may leave. */
export function Members({ publisherId }: { readonly publisherId: string }) {
  const { data, error, isLoading, reload } = usePage(MEMBERS, { id: publisherId }, true);
  const writes = useWrites();
  const publisher = data?.publisher;
  if (!publisher)
    return <Waiting isLoading={isLoading} problem={error ?? 'The members can’t be read.'} retry={reload} />;
  const { members, invitations } = publisher;
  // Only owners may read invitations.
  const isOwner = Boolean(invitations);
  return (
    <>
      <section>
        <h2>Members</h2>
        <Problem text={writes.problem} />
        <Rows
          items={members}
          empty="Nobody is a member."
          row={(member) => <Row key={member.id} {...{ publisherId, member, isOwner, writes, reload }} />}
        />
      </section>
      {invitations && (
        <section>
          <h2>Invitations</h2>
          <Rows
            items={invitations}
            empty="No invitation waits for an answer."
            row={({ id, email, userId, role, expiresAt }) => (
              <li key={id}>
                <p>
                  {email ?? userId} <span class="tag">{role}</span>
                  <br />
                  <span class="muted">
                    can be accepted until <Day time={expiresAt} />
                  </span>
                </p>
                <button
                  type="button"
                  disabled={writes.isBusy}
                  aria-label={`Withdraw the invitation of ${email ?? userId}`}
                  onClick={() =>
                    void writes.send(WITHDRAW_INVITATION, { publisherId, id }).then((done) => done && reload())
                  }
                >
                  Withdraw
                </button>
              </li>
            )}
          />
          <Invite publisherId={publisherId} onDone={reload} />
        </section>
      )}
    </>
  );
}

interface RowProps {
  readonly publisherId: string;
  readonly member: Member;
  readonly isOwner: boolean;
  readonly writes: Writes;
  readonly reload: () => void;
}

function Row({ publisherId, member, isOwner, writes: { isBusy, send }, reload }: RowProps) {
  const { user: self } = useSession();
  const { go } = useNavigation();
  const { role, email, user } = member;
  const name = user.name ?? email ?? user.id;
  const isSelf = user.id === self?.id;
  const setRole = async (select: HTMLSelectElement): Promise<void> => {
    const input = { userId: user.id, role: select.value as MemberRole };
    if (await send(SET_ROLE, { publisherId, input })) reload();
    else select.value = role;
  };
  const remove = async (): Promise<void> => {
    const question = isSelf
      ? 'Leave this publisher? The tokens that you created stop working.'
      : `Remove ${name}? The tokens that they created stop working.`;
    if (!confirm(question) || !(await send(REMOVE_MEMBER, { publisherId, input: { userId: user.id } }))) return;
    if (isSelf) go('/account');
    else reload();
  };
  return (
    <li>
      <p>
        {name} {isSelf && <span class="muted">(you)</span>} {!isOwner && <span class="tag">{role}</span>}
        {email && email !== name && (
          <>
            <br />
            <span class="muted">{email}</span>
          </>
        )}
      </p>
      <div class="actions">
        {isOwner && (
          <select
            key={role}
            aria-label={`Role of ${name}`}
            disabled={isBusy}
            onChange={({ currentTarget }) => void setRole(currentTarget)}
          >
            {ROLES.map((one) => (
              <option key={one} selected={one === role}>
                {one}
              </option>
            ))}
          </select>
        )}
        {(isOwner || isSelf) && (
          <button
            type="button"
            disabled={isBusy}
            aria-label={isSelf ? 'Leave the publisher' : `Remove ${name}`}
            onClick={() => void remove()}
          >
            {isSelf ? 'Leave' : 'Remove'}
          </button>
        )}
      </div>
    </li>
  );
}

function Invite({ publisherId, onDone }: { readonly publisherId: string; readonly onDone: () => void }) {
  const { isBusy, problem, send } = useWrites();
  return (
    <>
      <Form
        send={async ({ email = '', role }) => {
          const done = await send(INVITE, { publisherId, input: { email, role: role as MemberRole } });
          if (done) onDone();
          return done !== undefined;
        }}
      >
        <Field label="E-mail address" name="email" type="email" isRequired />
        <label>
          Role
          <select name="role">
            {ROLES.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </label>
        <button class="primary" disabled={isBusy}>
          Invite
        </button>
      </Form>
      <Problem text={problem} />
    </>
  );
}
