import type { VersionFindingsQuery } from '../graph/graphql';

type Checked = NonNullable<VersionFindingsQuery['nodeVersion']>;

/** A status for people, such as Active. */
export const statusName = (status: string): string => status.replace(/^NodeVersionStatus/, '');

/** The findings of the check of a version, with the lines of code. */
export const Findings = ({ findings }: { readonly findings: Checked['findings'] }) => (
  <ul>
    {(findings ?? []).map(({ level, rule, file, line, message, call }) => (
      <li key={`${rule} ${file} ${line} ${call}`}>
        <strong>{level}</strong> {message}
        <br />
        <code>{`${file}:${line}`}</code> {call && <code>{call}</code>}
      </li>
    ))}
  </ul>
);
