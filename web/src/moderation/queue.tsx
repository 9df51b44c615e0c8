import { useState } from 'preact/hooks';
import { Day, Message, Waiting } from '../components/common';
import { Findings } from '../components/findings';
import { Pager, Problem, useWrites } from '../components/forms';
import { byteSize } from '../format';
import type { Decision, ModerationQueueKind, ModerationQueueQuery } from '../graph/graphql';
import { PageLink } from '../navigation';
import { managedUrl, moderationUrl, nodeUrl } from '../routes';
import { nameOf } from '../session';
import { usePage } from '../use-page';
import { CLOSE_REPORT, DECIDE, QUEUE } from './queries';

type Item = NonNullable<ModerationQueueQuery['moderationQueue']>['nodes'][number];

const KINDS: readonly (readonly [ModerationQueueKind, string])[] = [
  ['version', 'Held versions'],
  ['warning', 'Versions with warnings'],
  ['user', 'Users'],
  ['report', 'Reports'],
];

/** The name of an item for people. */
const labelOf = ({ version, user, report }: Item): string =>
  version
    ? `${version.node?.name || version.node?.id} ${version.version}`
    : user && !report
      ? nameOf(user)
      : `report of ${report?.nodeId}`;

/**
 * Held versions, users who wait for approval and open reports, oldest first, or versions with warnings. Several items
 * can be decided at once.
 */
export function Queue() {
  const [kind, setKind] = useState<ModerationQueueKind | ''>('');
  const [page, setPage] = useState(1);
  const { data, isLoading, error, reload } = usePage(QUEUE, { kinds: kind === '' ? null : [kind], page }, true);
  const queue = data?.moderationQueue;
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
            <option value="">All that waits</option>
            {KINDS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <span role="status" class="muted">
          {queue && `${queue.total} waiting`}
        </span>
      </div>
      {queue ? (
        <>
          <Problem text={error} />
          <Items items={queue.nodes} reload={reload} />
          <Pager page={queue.page} hasNextPage={queue.hasNextPage} go={setPage} />
        </>
      ) : (
        <Waiting isLoading={isLoading} problem={error ?? 'The queue can’t be read.'} retry={reload} />
      )}
    </>
  );
}

/** The items of a page, with the form that decides those that are chosen. */
function Items({ items, reload }: { readonly items: readonly Item[]; readonly reload: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState('');
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const [outcome, setOutcome] = useState('');
  const { isBusy, problem, send } = useWrites();

  const toggle = (id: string): void =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  // Items that were chosen on another page are not decided.
  const meant = items.filter(({ id, kind }) => chosen.has(id) && kind !== 'report');
  const decide = async (decision: Decision): Promise<void> => {
    setOutcome('');
    setRefusals([]);
    if (decision === 'reject' && reason.trim() === '') return setRefusals(['Write the reason of the rejection first.']);
    const input = {
      decision,
      items: meant.flatMap(({ id, kind }) => (kind === 'report' ? [] : [{ id, kind }])),
      reason: reason.trim() || null,
    };
    const done = await send(DECIDE, { input });
    if (!done) return;
    const refused = done.decideModerationQueue.filter(({ message }) => message);
    setRefusals(
      refused.map(({ subjectId, message }) => {
        const item = meant.find(({ id }) => id === subjectId);
        return `${item ? labelOf(item) : subjectId}: ${message}`;
      }),
    );
    const decided = new Set(meant.map(({ id }) => id).filter((id) => !refused.some((one) => one.subjectId === id)));
    if (decided.size > 0) setOutcome(`${decision === 'approve' ? 'Approved' : 'Rejected'} ${decided.size}.`);
    if (refused.length === 0) setReason('');
    setChosen((before) => new Set([...before].filter((id) => !decided.has(id))));
    reload();
  };
  return (
    <>
      <form class="row decision panel" onSubmit={(event) => event.preventDefault()}>
        <label class="grow">
          Reason, which the publisher can read
          <input value={reason} maxLength={2000} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
        </label>
        <button
          type="button"
          class="primary"
          disabled={isBusy || meant.length === 0}
          onClick={() => void decide('approve')}
        >
          Approve {meant.length}
        </button>
        <button type="button" disabled={isBusy || meant.length === 0} onClick={() => void decide('reject')}>
          Reject {meant.length}
        </button>
        <div class="whole">
          <Problem text={problem} />
          {refusals.map((text) => (
            <Problem key={text} text={text} />
          ))}
          <span role="status">{isBusy ? 'Sending …' : outcome}</span>
        </div>
      </form>
      {items.length === 0 && <Message title="Nothing waits for a decision." />}
      <ul class="queue">
        {items.map((item) => (
          <li key={item.id} class="panel">
            {item.kind === 'report' ? (
              <Report item={item} reload={reload} />
            ) : (
              <Decidable item={item} isChosen={chosen.has(item.id)} toggle={() => toggle(item.id)} />
            )}
          </li>
        ))}
      </ul>
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
  return (
    <>
      <h2>
        <label>
          <input type="checkbox" checked={isChosen} onChange={toggle} /> {labelOf(item)}
        </label>
      </h2>
      {version ? (
        <WaitingVersion item={item} version={version} />
      ) : (
        <p class="muted">
          Waits for approval since <Day time={since} />
          {user?.email && <> · {user.email}</>} · <code>{user?.id}</code>
        </p>
      )}
    </>
  );
}

/** The beginning of the reason that the checks write, which lists the findings below it. */
const LISTS_FINDINGS = 'Findings that hold this version';

function WaitingVersion({
  item: { kind, publisher, since, trusted, approvedVersion, findings, removedFindings },
  version,
}: {
  readonly item: Item;
  readonly version: NonNullable<Item['version']>;
}) {
  return (
    <>
      <p class="muted">
        {kind === 'warning' ? 'Active, uploaded on' : 'Held since'} <Day time={since} />
        {publisher && (
          <>
            {' '}
            · by <PageLink to={managedUrl(publisher.id)}>{publisher.name || publisher.id}</PageLink>
            {trusted && ' (trusted)'}
          </>
        )}
        {version.node && (
          <>
            {' '}
            · <PageLink to={nodeUrl(version.node.id)}>{version.node.id}</PageLink> ·{' '}
            <PageLink to={moderationUrl('bans', version.node.id)}>Ban …</PageLink>
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
      {version.statusReason && !version.statusReason.startsWith(LISTS_FINDINGS) && (
        <p class="said">{version.statusReason}</p>
      )}
      {version.changelog !== '' && (
        <details>
          <summary>Changelog</summary>
          <p class="said">{version.changelog}</p>
        </details>
      )}
      <Findings found={findings ?? []} removed={removedFindings ?? []} />
    </>
  );
}

interface ReportProps {
  readonly item: Item;
  readonly reload: () => void;
}

function Report({ item: { id, report, user, since }, reload }: ReportProps) {
  const [note, setNote] = useState('');
  const { isBusy, problem, send } = useWrites();
  if (!report) return null;
  const close = async (status: 'resolved' | 'dismissed'): Promise<void> => {
    if (await send(CLOSE_REPORT, { reportId: id, input: { status, note: note.trim() || null } })) reload();
  };
  return (
    <>
      <h2>
        Report of <PageLink to={nodeUrl(report.nodeId)}>{report.nodeId}</PageLink>
      </h2>
      <p class="muted">
        <Day time={since} /> · by {user?.name ?? user?.id} ·{' '}
        <PageLink to={moderationUrl('bans', report.nodeId)}>Ban …</PageLink>
      </p>
      <p class="said">{report.text}</p>
      <form class="row" onSubmit={(event) => event.preventDefault()}>
        <label class="grow">
          Note for moderators
          <input value={note} maxLength={2000} onInput={({ currentTarget }) => setNote(currentTarget.value)} />
        </label>
        <button type="button" disabled={isBusy} onClick={() => void close('resolved')}>
          Resolve
        </button>
        <button type="button" disabled={isBusy} onClick={() => void close('dismissed')}>
          Dismiss
        </button>
      </form>
      <Problem text={problem} />
    </>
  );
}
