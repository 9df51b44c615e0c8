import type { ModeratedFindingFragment } from '../graph/graphql';

const LEVELS = ['hold', 'warn', 'note'] as const;
const NAMES = { hold: 'Hold', warn: 'Warning', note: 'Note' } as const;

/** Findings of a version by level, with the code that they refer to, and those that it no longer has. */
export function Findings({
  found,
  removed,
}: {
  readonly found: readonly ModeratedFindingFragment[];
  readonly removed: readonly ModeratedFindingFragment[];
}) {
  if (found.length + removed.length === 0) return <p class="muted">The checks found nothing.</p>;
  return (
    <ul class="findings">
      {LEVELS.flatMap((level) =>
        found
          .filter((finding) => finding.level === level)
          .map((finding, index) => <Finding key={`${level} ${index}`} finding={finding} mark={markOf(finding)} />),
      )}
      {removed.map((finding, index) => (
        <Finding key={`removed ${index}`} finding={finding} mark="no longer found" />
      ))}
    </ul>
  );
}

const markOf = ({ approved }: ModeratedFindingFragment): string => (approved ? 'approved before' : 'new');

function Finding({ finding, mark }: { readonly finding: ModeratedFindingFragment; readonly mark: string }) {
  const { level, rule, file, line, message, call } = finding;
  return (
    <li class={`finding finding-${level}`}>
      <p>
        <span class={level === 'hold' ? 'tag tag-warning' : 'tag'}>{NAMES[level]}</span> <code>{rule}</code>{' '}
        <span class="tag">{mark}</span> {message}
      </p>
      {file && (
        <p class="muted">
          <code>
            {file}
            {line > 0 && `:${line}`}
          </code>
        </p>
      )}
      {call && (
        <pre tabIndex={0}>
          <code>{call}</code>
        </pre>
      )}
    </li>
  );
}
