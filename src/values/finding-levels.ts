/**
 * The levels of findings, the most severe first. `hold` flags the version until an admin approves it; `warn` and `note`
 * are only shown.
 */
export const FINDING_LEVELS = ['hold', 'warn', 'note'] as const;

/** The level of a finding. */
export type FindingLevel = (typeof FINDING_LEVELS)[number];

/** True if a level is graver than another one. */
export const isGraver = (one: FindingLevel, other: FindingLevel): boolean =>
  FINDING_LEVELS.indexOf(one) < FINDING_LEVELS.indexOf(other);
