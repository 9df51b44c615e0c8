const OS_PREFIX = 'Operating System :: ';
const ACCELERATOR_PREFIX = 'Environment :: ';
const SEPARATOR = ' :: ';

/** The classifier of nodes that run on every operating system. */
export const OS_INDEPENDENT = 'OS Independent';

function strip(text: string, prefix: string): string {
  const trimmed = text
    .split('::')
    .map((part) => part.trim())
    .join(SEPARATOR);
  return trimmed.startsWith(prefix) ? trimmed.slice(prefix.length) : trimmed;
}

/** An operating-system classifier without its leading `Operating System :: `; both forms are accepted. */
export function operatingSystem(text: string): string {
  return strip(text, OS_PREFIX);
}

/** An accelerator classifier without its leading `Environment :: `; both forms are accepted. */
export function accelerator(text: string): string {
  return strip(text, ACCELERATOR_PREFIX);
}

/** A classifier and everything above it in its `::` hierarchy: `POSIX :: Linux` → `POSIX :: Linux`, `POSIX`. */
export function classifierLine(classifier: string): string[] {
  const parts = classifier.split(SEPARATOR);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join(SEPARATOR));
}

/** The operating system of each platform that managers send. Other platforms don't filter. */
const SYSTEMS: Readonly<Record<string, string>> = {
  'desktop-win': 'Microsoft :: Windows',
  'git-windows': 'Microsoft :: Windows',
  'desktop-mac': 'MacOS',
  'git-mac': 'MacOS',
  'git-linux': 'POSIX :: Linux',
};

/** The platforms that managers send. */
export const FORM_FACTORS = Object.keys(SYSTEMS);

/** The operating-system classifier of a requesting platform, or undefined if it does not filter. */
export function systemOfFormFactor(formFactor: string): string | undefined {
  return Object.hasOwn(SYSTEMS, formFactor) ? SYSTEMS[formFactor] : undefined;
}
