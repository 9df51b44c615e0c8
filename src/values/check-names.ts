import type { FindingLevel } from './finding-levels.js';

/** The static checks of archives whose level the setting CHECK_LEVELS can change. */
export const OPTIONAL_CHECK_NAMES = [
  'obfuscation',
  'install-at-run-time',
  'dynamic-code',
  'shell',
  'network-at-import',
  'network',
  'native-code',
  'unsafe-loading',
  'sensitive-files',
  'data-theft',
  'install-script',
  'requirements',
  'javascript',
  'compiled-code',
] as const;

/**
 * All static checks of archives. `archive-safety` checks that an archive can be unpacked safely; it can't be turned
 * off.
 */
export const CHECK_NAMES = ['archive-safety', ...OPTIONAL_CHECK_NAMES] as const;

/** The name of a static check. */
export type CheckName = (typeof CHECK_NAMES)[number];

/** The level that a setting gives to all findings of a check, or `off` to turn the check off. */
export type CheckLevel = FindingLevel | 'off';

/**
 * The levels from the setting CHECK_LEVELS. Checks that are not in the map set the level of each finding themselves.
 */
export type CheckLevels = ReadonlyMap<CheckName, CheckLevel>;
