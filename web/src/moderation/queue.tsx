import { useState } from 'preact/hooks';
import { Day, Message, Waiting } from '../components/common';
import { Findings } from '../components/findings';
import { Pager, Problem, useWrites } from '../components/forms';
import { byteSize } from '../format';
import type { Decision, ModerationQueueKind, ModerationQueueQuery } from '../graph/graphql';
import { PageLink } from '../navigation';
import { nodeUrl, publisherUrl } from '../routes';
import { usePage } from '../use-page';
import { CLOSE_REPORT, DECIDE, QUEUE } from './queries';

type Item = NonNullable<ModerationQueueQuery['moderationQueue']>['nodes'][number];

const KINDS: readonly (readonly [ModerationQueueKind, string])[] = [
  ['version', 'Held versions'],
  ['user', 'Users'],
  ['report', 'Reports'],
];

/** Held versions, users who wait for approval and open reports, oldest first. Several items can be decided at once. */
export function Queue() {
  const [kind, setKind] = useState<ModerationQueueKind | ''>('');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState('');
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const { data, isLoading, error, reload } = usePage(QUEUE, { kinds: kind === '' ? null : [kind], page }, true);
  const { isBusy, problem, send } = useWrites();
  const queue = data?.moderationQueue;
  if (!queue) return <Waiting isLoading={isLoading} problem={error ?? 'No queue.'} />;

  const toggle = (id: string): void =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  // Items that were chosen on another page, or before `kind` changed, are not decided.
  const items = queue.nodes.flatMap(({ id, kind: its }) =>
    chosen.has(id) && its !== 'report' ? [{ id, kind: its }] : [],
  );
  const decide = async (decision: Decision): Promise<void> => {
    const done = await send(DECIDE, { input: { decision, items, reason: reason || null } });
    if (!done) return;
    setRefusals(
      done.decideModerationQueue.flatMap(({ subjectId, message }) => (message ? [`${subjectId}: ${message}`] : [])),
    );
    setChosen((before) => new Set([...before].filter((id) => !items.some((item) => item.id === id))));
    setReason('');
    reload();
  };
  const close = async (reportId: string, status: 'resolved' | 'dismissed'): Promise<void> => {
    if (await send(CLOSE_REPORT, { reportId, input: { status, note: reason || null } })) reload();
  };
  return (
    <>
      <div class="bar">
        <label>
          Show{' '}
          <select
            value={kind}
            onChange={({ currentTarget }) => {
              setKind(currentTarget.value as ModerationQueueKind | '');
              setPage(1);
            }}
          >
            <option value="">Everything</option>
            {KINDS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <span role="status" class="muted">
          {queue.total} waiting
        </span>
      </div>
      <form class="row decision panel" onSubmit={(event) => event.preventDefault()}>
        <label class="grow">
          Reason, which the publisher can read
          <input value={reason} maxLength={2000} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
        </label>
        <button
          type="button"
          class="primary"
          disabled={isBusy || items.length === 0}
          onClick={() => void decide('approve')}
        >
          Approve {items.length}
        </button>
        <button type="button" disabled={isBusy || items.length === 0} onClick={() => void decide('reject')}>
          Reject {items.length}
        </button>
      </form>
      <Problem text={problem} />
      {refusals.map((text) => (
        <Problem key={text} text={text} />
      ))}
      {queue.nodes.length === 0 && <Message title="Nothing waits for a decision." />}
      <ul class="queue">
        {queue.nodes.map((item) => (
          <li key={item.id} class="panel">
            {item.kind === 'report' ? (
              <Report item={item} isBusy={isBusy} close={close} />
            ) : (
              <Decidable item={item} isChosen={chosen.has(item.id)} toggle={() => toggle(item.id)} />
            )}
          </li>
        ))}
      </ul>
      <Pager page={queue.page} hasNextPage={queue.hasNextPage} go={setPage} />
    </>
  );
}

interface DecidableProps {
  readonly item: Item;
  readonly isChosen: boolean;
  readonly toggle: () => void;
}

function Decidable({ item, isChosen, toggle }: DecidableProps) {
  const { version, user, since } = item;
  const label = version
    ? `${version.node?.name || version.node?.id} ${version.version}`
    : (user?.name ?? user?.email ?? user?.id);
  return (
    <>
      <h2>
        <label>
          <input type="checkbox" checked={isChosen} onChange={toggle} /> {label}
        </label>
      </h2>
      {version ? (
        <HeldVersion item={item} version={version} />
      ) : (
        <p class="muted">
          Waits for approval since <Day time={since} />
          {user?.email && <> · {user.email}</>} · <code>{user?.id}</code>
        </p>
      )}
    </>
  );
}

function HeldVersion({
  item: { publisher, since, trusted, approvedVersion, findings, removedFindings },
  version,
}: {
  readonly item: Item;
  readonly version: NonNullable<Item['version']>;
}) {
  return (
    <>
      <p class="muted">
        Held since <Day time={since} />
        {publisher && (
          <>
            {' '}
            · by <PageLink to={publisherUrl(publisher.id)}>{publisher.name || publisher.id}</PageLink>
            {trusted && ' (trusted)'}
          </>
        )}
        {version.node && (
          <>
            {' '}
            · <PageLink to={nodeUrl(version.node.id)}>{version.node.id}</PageLink>
          </>
        )}
        {version.downloadUrl && (
          <>
            {' '}
            · <a href={version.downloadUrl}>Archive</a>
          </>
        )}
        {typeof version.archiveSize === 'number' && <> ({byteSize(version.archiveSize)})</>}
      </p>
      <p class="muted">
        {approvedVersion ? `Compared with the approved version ${approvedVersion}.` : 'No version was approved before.'}
      </p>
      <Findings found={findings ?? []} removed={removedFindings ?? []} />
    </>
  );
}

interface ReportProps {
  readonly item: Item;
  readonly isBusy: boolean;
  readonly close: (reportId: string, status: 'resolved' | 'dismissed') => Promise<void>;
}

function Report({ item: { id, report, user, since }, isBusy, close }: ReportProps) {
  if (!report) return null;
  return (
    <>
      <h2>
        Report of <PageLink to={nodeUrl(report.nodeId)}>{report.nodeId}</PageLink>
      </h2>
      <p class="muted">
        <Day time={since} /> · by {user?.name ?? user?.id}
      </p>
      <p class="said">{report.text}</p>
      <p class="actions">
        <button type="button" disabled={isBusy} onClick={() => void close(id, 'resolved')}>
          Resolve
        </button>
        <button type="button" disabled={isBusy} onClick={() => void close(id, 'dismissed')}>
          Dismiss
        </button>
      </p>
    </>
  );
}
