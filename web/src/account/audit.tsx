import { useState } from 'preact/hooks';
import { Minute, Waiting } from '../components/common';
import { Pager } from '../components/forms';
import { usePage } from '../use-page';
import { AUDIT } from './queries';

/** The audit log of a publisher and the objects that belong to it. */
export function Audit({ publisherId }: { readonly publisherId: string }) {
  const [page, setPage] = useState(1);
  const { data, error, isLoading, reload } = usePage(AUDIT, { id: publisherId, page }, true);
  const log = data?.publisher?.auditLog;
  if (!log) return <Waiting isLoading={isLoading} problem={error ?? 'The audit log can’t be read.'} retry={reload} />;
  return (
    <section>
      <h2>Audit log</h2>
      <p class="muted" role="status">
        {log.total === 1 ? '1 entry' : `${log.total} entries`}
      </p>
      <ul class="rows">
        {log.nodes.map(({ id, at, action, actor, subjectKind, subjectId, reason }) => (
          <li key={id}>
            <p>
              <strong>{action}</strong> {subjectKind} <code>{subjectId}</code>
              <br />
              <span class="muted">
                <Minute time={at} /> · {actor}
                {reason && <> · {reason}</>}
              </span>
            </p>
          </li>
        ))}
      </ul>
      <Pager page={log.page} hasNextPage={log.hasNextPage} go={setPage} />
    </section>
  );
}
