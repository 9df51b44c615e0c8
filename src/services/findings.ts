import type { Finding } from '../analysis/archive.js';
import type { CheckLevels } from '../values/check-names.js';
import { FINDING_LEVELS, type FindingLevel } from '../values/finding-levels.js';

/** Number of findings per level. */
export type FindingCounts = Readonly<Record<FindingLevel, number>>;

/** The findings of a version in the form that is stored. */
export interface FindingList {
  /** The gravest first, at most 200 and 64 KiB as JSON. The first ones have excerpts, 32 KiB of them. */
  readonly findings: readonly Finding[];
  /** Numbers of all findings, also of those that are not listed. */
  readonly counts: FindingCounts;
}

export const FINDINGS_MAX = 200;
export const FINDINGS_BYTES = 64 * 1024;
const EXCERPTS_BYTES = 32 * 1024;

/** It has no text of a call, so it is always new: nobody has seen what is not listed. */
const UNLISTED: Finding = {
  level: 'hold',
  rule: 'archive-safety',
  file: '',
  line: 0,
  message: 'may have more findings than are listed',
};

const gravity = ({ level }: Finding): number => FINDING_LEVELS.indexOf(level);

const bytesOf = (part: object): number => Buffer.byteLength(JSON.stringify(part)) + 1;

/** Leaves out the excerpts that don't fit. */
function withFittingExcerpts(findings: readonly Finding[]): readonly Finding[] {
  let left = EXCERPTS_BYTES;
  return findings.map(({ excerpt, ...finding }) =>
    excerpt && (left -= bytesOf(excerpt)) >= 0 ? { ...finding, excerpt } : finding,
  );
}

/** The findings that fit, and an additional one if others that would hold the version may be missing. */
function fitting(findings: readonly Finding[]): readonly Finding[] {
  let left = FINDINGS_BYTES - bytesOf(UNLISTED);
  const listed = findings
    .slice(0, FINDINGS_MAX - 1)
    .filter(({ excerpt: _, ...finding }) => (left -= bytesOf(finding)) >= 0);
  // The analysis lists no more than this number either, so others may be missing.
  const isCut = listed.length < findings.length || findings.length >= FINDINGS_MAX;
  return isCut && findings.some(({ level }) => level === 'hold') ? [UNLISTED, ...listed] : listed;
}

function countsOf(findings: readonly Finding[]): FindingCounts {
  const counts = { hold: 0, warn: 0, note: 0 };
  for (const { level } of findings) counts[level]++;
  return counts;
}

/**
 * Applies the levels of a registry, and the trust in a publisher, whose findings hold no version.
 * @param levels the level of each finding of a check; a check that is off has none
 */
export function judged(found: readonly Finding[], levels: CheckLevels, isTrusted: boolean): FindingList {
  const levelled = found
    .flatMap((finding) => {
      const level = levels.get(finding.rule) ?? finding.level;
      return level === 'off' ? [] : [{ ...finding, level }];
    })
    .sort((a, b) => gravity(a) - gravity(b));
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
 * Returns a function that tells whether a list has the same finding: the same rule and text in the same file, at any
 * line. A finding of a graver level is another one, because a call that moves from a function to the module's outermost
 * level keeps its text.
 */
export function sameIn(list: readonly Finding[]): (finding: Finding) => boolean {
  const gravest = new Map<string, number>();
  for (const finding of list) {
    const key = keyOf(finding);
    if (key !== undefined) gravest.set(key, Math.min(gravest.get(key) ?? gravity(finding), gravity(finding)));
  }
  return (finding) => {
    const known = gravest.get(keyOf(finding) ?? '');
    return known !== undefined && known <= gravity(finding);
  };
}
