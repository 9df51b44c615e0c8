import { useState } from 'preact/hooks';
import { Minute, Waiting } from '../components/common';
import { Pager } from '../components/forms';
import { usePage } from '../use-page';
import { statusName } from '../format';
import { AUDIT } from './queries';

const FIELDS = [
  ['action', 'Action, such as node.ban'],
  ['actor', 'Actor, such as user:<id>'],
  ['publisherId', 'Publisher'],
  ['subjectId', 'Subject'],
] as const;

type Filter = Record<(typeof FIELDS)[number][0], string>;

const NO_FILTER: Filter = { action: '', actor: '', publisherId: '', subjectId: '' };

/** The variables of the query: `null` for fields without a value. */
const toVariables = (filter: Filter) =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, value.trim() || null])) as {
    [Name in keyof Filter]: string | null;
  };

/** The audit log of the registry, with filters. */
export function Audit() {
  const [typed, setTyped] = useState(NO_FILTER);
  const [filter, setFilter] = useState(NO_FILTER);
  const [page, setPage] = useState(1);
  const { data, isLoading, error, reload } = usePage(AUDIT, { ...toVariables(filter), page }, true);
  const log = data?.auditLog;
  return (
    <>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          setFilter(typed);
          setPage(1);
        }}
      >
        {FIELDS.map(([name, label]) => (
          <label key={name} class="grow">
            {label}
            <input
              value={typed[name]}
              onInput={({ currentTarget }) => setTyped((before) => ({ ...before, [name]: currentTarget.value }))}
            />
          </label>
        ))}
        <button type="submit" class="primary">
          Search
        </button>
      </form>
      {!log && <Waiting isLoading={isLoading} problem={error ?? 'The audit log can’t be read.'} retry={reload} />}
      {log && (
        <>
          <p role="status">{log.total === 1 ? '1 entry' : `${log.total} entries`}</p>
          <ul class="rows">
            {log.nodes.map((entry) => (
              <li key={entry.id} class="block">
                <p>
                  <strong>{entry.action}</strong> {entry.subjectKind} <code>{entry.subjectId}</code>
                  {entry.toState && ` ${statusName(entry.fromState ?? '')} → ${statusName(entry.toState)}`}
                </p>
                <p class="muted">
                  <Minute time={entry.at} /> · by <code>{entry.actor}</code>
                  {entry.reason && <> · {entry.reason}</>}
                </p>
                {(entry.before ?? entry.after) && (
                  <details>
                    <summary>Changed fields</summary>
                    <pre tabIndex={0}>
                      <code>{JSON.stringify({ before: entry.before, after: entry.after }, null, 2)}</code>
                    </pre>
                  </details>
                )}
              </li>
            ))}
          </ul>
          <Pager page={log.page} hasNextPage={log.hasNextPage} go={setPage} />
        </>
      )}
    </>
  );
}
