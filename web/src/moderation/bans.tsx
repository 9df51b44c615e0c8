import { useState } from 'preact/hooks';
import { Message, Waiting } from '../components/common';
import { Field, Form, Problem, useWrites } from '../components/forms';
import type { ModeratedStatesQuery } from '../graph/graphql';
import { useNavigation } from '../navigation';
import { moderationUrl } from '../routes';
import { usePage } from '../use-page';
import { BAN_NODE, BAN_PUBLISHER, STATES, UNBAN_NODE, UNBAN_PUBLISHER } from './queries';

/** Finds a node or publisher by id, bans it and lifts its ban. */
export function Bans({ subject }: { readonly subject: string }) {
  const { go } = useNavigation();
  return (
    <>
      <Form
        send={async ({ id = '' }) => {
          go(moderationUrl('bans', id));
          return false;
        }}
      >
        <Field label="Id of a node or a publisher" name="id" value={subject} />
        <button type="submit" class="primary">
          Find
        </button>
      </Form>
      {subject !== '' && <Found key={subject} id={subject} />}
    </>
  );
}

function Found({ id }: { readonly id: string }) {
  const [reason, setReason] = useState('');
  const { data, isLoading, error, reload } = usePage(STATES, { id }, true);
  const { isBusy, problem, send } = useWrites();
  if (!data) return <Waiting isLoading={isLoading} problem={error ?? 'Not found.'} retry={reload} />;
  const { node, publisher } = data;
  if (!node && !publisher) return <Message title="No node or publisher has this id." isError />;
  const variables = { id, reason: reason.trim() || null };
  const change = async (done: Promise<unknown>): Promise<void> => {
    if (!(await done)) return;
    setReason('');
    reload();
  };
  return (
    <>
      <label class="block">
        Reason
        <input value={reason} maxLength={2000} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
      </label>
      <Problem text={problem} />
      {node && (
        <State
          title={`Node ${node.name || node.id}`}
          status={node.status}
          detail={node.statusDetail}
          isBusy={isBusy}
          ban={() => void change(send(BAN_NODE, variables))}
          unban={() => void change(send(UNBAN_NODE, variables))}
        />
      )}
      {publisher && (
        <State
          title={`Publisher ${publisher.name || publisher.id}`}
          status={publisher.status}
          isBusy={isBusy}
          ban={() => void change(send(BAN_PUBLISHER, variables))}
          unban={() => void change(send(UNBAN_PUBLISHER, variables))}
        />
      )}
    </>
  );
}

interface StateProps {
  readonly title: string;
  readonly status:
    NonNullable<ModeratedStatesQuery['node']>['status'] | NonNullable<ModeratedStatesQuery['publisher']>['status'];
  readonly detail?: string | null | undefined;
  readonly isBusy: boolean;
  readonly ban: () => void;
  readonly unban: () => void;
}

function State({ title, status, detail, isBusy, ban, unban }: StateProps) {
  const isBanned = /banned/i.test(status);
  return (
    <section>
      <h2>
        {title} <span class={isBanned ? 'tag tag-warning' : 'tag'}>{isBanned ? 'banned' : 'not banned'}</span>
      </h2>
      {detail && <p class="muted">{detail}</p>}
      <button type="button" disabled={isBusy} onClick={isBanned ? unban : ban}>
        {isBanned ? 'Lift the ban' : 'Ban'}
      </button>
    </section>
  );
}
