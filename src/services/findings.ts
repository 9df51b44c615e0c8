import type { Finding } from '../analysis/archive.js';
import type { CheckLevels } from '../values/check-names.js';
import { FINDING_LEVELS, type FindingLevel } from '../values/finding-levels.js';

/** Number of findings per level. */
export type FindingCounts = Readonly<Record<FindingLevel, number>>;

/** The findings of a version in the form that is stored. */
export interface FindingList {
  /** Sorted by level, at most 200 and 64 KiB as JSON. The first ones have excerpts, of at most 32 KiB together. */
  readonly findings: readonly Finding[];
  /** Numbers of all findings, including those that are not listed. */
  readonly counts: FindingCounts;
}

const FINDINGS_MAX = 200;
const FINDINGS_BYTES = 64 * 1024;
const EXCERPTS_BYTES = 32 * 1024;

/**
 * Stands for findings that may be missing from the list. It has no `call`, so an approved version never has the same
 * finding: a moderator can't have approved findings that were not listed.
 */
const UNLISTED: Finding = {
  level: 'hold',
  rule: 'archive-safety',
  file: '',
  line: 0,
  message: 'may have more findings than are listed',
};

const severity = ({ level }: Finding): number => FINDING_LEVELS.indexOf(level);

const bytesOf = (part: object): number => Buffer.byteLength(JSON.stringify(part)) + 1;

/** Leaves out the excerpts that don't fit. */
function withFittingExcerpts(findings: readonly Finding[]): readonly Finding[] {
  let left = EXCERPTS_BYTES;
  return findings.map(({ excerpt, ...finding }) =>
    excerpt && (left -= bytesOf(excerpt)) >= 0 ? { ...finding, excerpt } : finding,
  );
}

/** Shortens the list to its limits. Adds UNLISTED if findings that hold the version may be missing. */
function fitting(findings: readonly Finding[]): readonly Finding[] {
  let left = FINDINGS_BYTES - bytesOf(UNLISTED);
  const listed = findings
    .slice(0, FINDINGS_MAX - 1)
    .filter(({ excerpt: _, ...finding }) => (left -= bytesOf(finding)) >= 0);
  // The analysis itself stops at FINDINGS_MAX, so a full list may be incomplete.
  const isCut = listed.length < findings.length || findings.length >= FINDINGS_MAX;
  return isCut && findings.some(({ level }) => level === 'hold') ? [UNLISTED, ...listed] : listed;
}

function countsOf(findings: readonly Finding[]): FindingCounts {
  const counts = { hold: 0, warn: 0, note: 0 };
  for (const { level } of findings) counts[level]++;
  return counts;
}

/**
 * Applies the levels that the registry sets for checks. For a trusted publisher, the level `hold` becomes `warn`.
 * @param levels the level for each check; `off` drops its findings
 */
export function applyLevels(found: readonly Finding[], levels: CheckLevels, isTrusted: boolean): FindingList {
  const levelled = found
    .flatMap((finding) => {
      const level = levels.get(finding.rule) ?? finding.level;
      return level === 'off' ? [] : [{ ...finding, level }];
    })
    .sort((a, b) => severity(a) - severity(b));
  const trusted = (list: readonly Finding[]): Finding[] =>
    list.map((finding) => (isTrusted && finding.level === 'hold' ? { ...finding, level: 'warn' } : finding));
  const listed = fitting(levelled);
  return {
    findings: withFittingExcerpts(trusted(listed)),
    counts: countsOf(trusted(listed.includes(UNLISTED) ? [UNLISTED, ...levelled] : levelled)),
  };
}

const keyOf = ({ rule, file, call }: Finding): string | undefined =>
  call === undefined ? undefined : JSON.stringify([rule, file, call]);

/**
 * Returns a function that is true for findings that a list contains: the same rule, file and text of the call, on any
 * line. A finding with a more severe level than in the list is not contained, because the same call is more dangerous
 * if it moves from a function to the top level of the module, where it runs at import.
 */
export function sameIn(list: readonly Finding[]): (finding: Finding) => boolean {
  const mostSevere = new Map<string, number>();
  for (const finding of list) {
    const key = keyOf(finding);
    if (key !== undefined) mostSevere.set(key, Math.min(mostSevere.get(key) ?? severity(finding), severity(finding)));
  }
  return (finding) => {
    const known = mostSevere.get(keyOf(finding) ?? '');
    return known !== undefined && known <= severity(finding);
  };
}
