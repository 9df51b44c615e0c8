/** The static checks of archives, as CHECKS_OFF names them. */
export const CHECK_NAMES = [
  'obfuscation',
  'install-at-run-time',
  'dynamic-code',
  'shell',
  'network-at-import',
] as const;

/** The name of a static check. */
export type CheckName = (typeof CHECK_NAMES)[number];
