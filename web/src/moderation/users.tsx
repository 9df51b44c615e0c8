import { useState } from 'preact/hooks';
import { Day, Loading } from '../components/common';
import { Pager, Problem, useWrites } from '../components/forms';
import type { ModeratedUsersQuery, UserStatus } from '../graph/graphql';
import { nameOf } from '../session';
import { usePage } from '../use-page';
import { APPROVE_USER, REINSTATE_USER, SUSPEND_USER, USERS, WITHDRAW_APPROVAL } from './queries';

type User = NonNullable<ModeratedUsersQuery['users']>['nodes'][number];

const STATUSES: readonly UserStatus[] = ['unapproved', 'approved', 'suspended', 'admin'];

/** Users of the registry: search, approval and suspension. */
export function Users() {
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<UserStatus | ''>('');
  const [page, setPage] = useState(1);
  const [reason, setReason] = useState('');
  const { data, isLoading, error, reload } = usePage(
    USERS,
    { search: search || null, status: status || null, page },
    true,
  );
  const { isBusy, problem, send } = useWrites();
  const act = async (done: Promise<unknown>): Promise<void> => {
    if (!(await done)) return;
    setReason('');
    reload();
  };
  const users = data?.users;
  return (
    <>
      <form class="row" onSubmit={(event) => event.preventDefault()}>
        <label class="grow">
          Name, e-mail address or id
          <input
            type="search"
            value={search}
            onInput={({ currentTarget }) => {
              setSearch(currentTarget.value);
              setPage(1);
            }}
          />
        </label>
        <label>
          Status
          <select
            value={status}
            onChange={({ currentTarget }) => {
              setStatus(currentTarget.value as UserStatus | '');
              setPage(1);
            }}
          >
            <option value="">All</option>
            {STATUSES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label class="grow">
          Reason for a suspension or withdrawal
          <input value={reason} maxLength={2000} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
        </label>
      </form>
      <Problem text={problem ?? error} />
      {!users && isLoading && <Loading />}
      {users && (
        <>
          <p role="status">{users.total === 1 ? '1 user' : `${users.total} users`}</p>
          <ul class="rows">
            {users.nodes.map((user) => (
              <li key={user.id}>
                <About user={user} />
                <div class="actions">
                  {user.isApproved ? (
                    <button
                      type="button"
                      disabled={isBusy}
                      onClick={() => {
                        if (confirm(`Withdraw the approval of ${nameOf(user)}?`))
                          void act(send(WITHDRAW_APPROVAL, { userId: user.id, reason: reason.trim() || null }));
                      }}
                    >
                      Withdraw approval
                    </button>
                  ) : (
                    <button
                      type="button"
                      disabled={isBusy}
                      onClick={() => void act(send(APPROVE_USER, { userId: user.id }))}
                    >
                      Approve
                    </button>
                  )}
                  {user.suspendedAt ? (
                    <button
                      type="button"
                      disabled={isBusy}
                      onClick={() => void act(send(REINSTATE_USER, { userId: user.id }))}
                    >
                      Reinstate
                    </button>
                  ) : (
                    <button
                      type="button"
                      disabled={isBusy || reason.trim() === ''}
                      title={reason.trim() === '' ? 'A suspension needs a reason' : undefined}
                      onClick={() => void act(send(SUSPEND_USER, { userId: user.id, reason: reason.trim() }))}
                    >
                      Suspend
                    </button>
                  )}
                </div>
              </li>
            ))}
          </ul>
          <Pager page={users.page} hasNextPage={users.hasNextPage} go={setPage} />
        </>
      )}
    </>
  );
}

const About = ({ user }: { readonly user: User }) => (
  <div>
    <h2>
      {nameOf(user)} {user.isAdmin && <span class="tag">admin</span>}
      {!user.isApproved && <span class="tag">not approved</span>}
      {user.suspendedAt && <span class="tag tag-warning">suspended</span>}
    </h2>
    <p class="muted">
      <code>{user.id}</code>
      {user.email && <> · {user.email}</>}
      {user.createdAt && (
        <>
          {' '}
          · since <Day time={user.createdAt} />
        </>
      )}
      {user.suspendedReason && <> · {user.suspendedReason}</>}
    </p>
  </div>
);
