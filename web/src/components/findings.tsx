import type { ShownFindingFragment } from '../graph/graphql';

const LEVELS = {
  hold: ['Hold', 'tag tag-error'],
  warn: ['Warning', 'tag tag-warning'],
  note: ['Note', 'tag'],
} as const;

/** Findings of the checks with their lines of code, followed by findings that a version no longer has. */
export function Findings({
  found,
  removed = [],
}: {
  /** Sorted by level, the most severe first. */
  readonly found: readonly ShownFindingFragment[];
  readonly removed?: readonly ShownFindingFragment[];
}) {
  if (found.length + removed.length === 0) return <p class="muted">The checks found nothing.</p>;
  return (
    <ul class="findings">
      {found.map((finding, index) => (
        <Finding key={index} finding={finding} mark={finding.approved ? 'approved before' : 'new'} />
      ))}
      {removed.map((finding, index) => (
        <Finding key={`removed ${index}`} finding={finding} mark="no longer found" />
      ))}
    </ul>
  );
}

function Finding({ finding, mark }: { readonly finding: ShownFindingFragment; readonly mark: string }) {
  const { level, rule, file, line, message, call, excerpt } = finding;
  const [name, style] = LEVELS[level];
  return (
    <li class={`finding finding-${level}`}>
      <p>
        <span class={mark === 'new' ? style : 'tag'}>{mark === 'new' ? name : `${name}, ${mark}`}</span> {message}
      </p>
      <p class="muted">
        {file && (
          <>
            <code>{line > 0 ? `${file}:${line}` : file}</code> ·{' '}
          </>
        )}
        {rule}
      </p>
      {excerpt ? (
        <Code text={excerpt.text} first={excerpt.line} marked={line} />
      ) : (
        call && <Code text={call} first={Math.max(line, 1)} marked={line} />
      )}
    </li>
  );
}

/** Numbered lines of code, of which one is marked. */
const Code = ({ text, first, marked }: { readonly text: string; readonly first: number; readonly marked: number }) => (
  <pre class="code" tabIndex={0}>
    {text.split('\n').map((line, index) => {
      const number = first + index;
      return (
        <code key={number} class={number === marked ? 'marked' : undefined} data-line={number}>
          {line}
          {'\n'}
        </code>
      );
    })}
  </pre>
);
