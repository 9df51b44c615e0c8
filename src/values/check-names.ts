import type { FindingLevel } from './finding-levels.js';

/** The static checks of archives whose level a registry can set, as CHECK_LEVELS names them. */
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

/** All static checks of archives. That an archive is safe to unpack, and could be checked, is always checked. */
export const CHECK_NAMES = ['archive-safety', ...OPTIONAL_CHECK_NAMES] as const;

/** The name of a static check. */
export type CheckName = (typeof CHECK_NAMES)[number];

/** The level that a registry gives to all findings of a check, or `off` to leave the check out. */
export type CheckLevel = FindingLevel | 'off';

/** The levels that a registry sets. Other checks give each finding its own level. */
export type CheckLevels = ReadonlyMap<CheckName, CheckLevel>;
