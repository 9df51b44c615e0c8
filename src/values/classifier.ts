const OS_PREFIX = 'Operating System :: ';
const ACCELERATOR_PREFIX = 'Environment :: ';
const SEPARATOR = ' :: ';

/** What a node says that runs on every system. */
export const OS_INDEPENDENT = 'OS Independent';

function strip(text: string, prefix: string): string {
  const trimmed = text
    .split('::')
    .map((part) => part.trim())
    .join(SEPARATOR);
  return trimmed.startsWith(prefix) ? trimmed.slice(prefix.length) : trimmed;
}

/** An operating-system classifier without its leading `Operating System :: `; both forms are taken. */
export function operatingSystem(text: string): string {
  return strip(text, OS_PREFIX);
}

/** An accelerator classifier without its leading `Environment :: `; both forms are taken. */
export function accelerator(text: string): string {
  return strip(text, ACCELERATOR_PREFIX);
}

/** A classifier and everything above it in its `::` hierarchy: `POSIX :: Linux` → `POSIX :: Linux`, `POSIX`. */
export function classifierLine(classifier: string): string[] {
  const parts = classifier.split(SEPARATOR);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join(SEPARATOR));
}

/** The systems that each platform a manager may name stands for; anything else narrows nothing. */
const FORM_FACTORS: Record<string, string> = {
  'desktop-win': 'Microsoft :: Windows',
  'git-windows': 'Microsoft :: Windows',
  'desktop-mac': 'MacOS',
  'git-mac': 'MacOS',
  'git-linux': 'POSIX :: Linux',
};

/** The operating-system classifier of a requesting platform, or undefined where it narrows nothing. */
export function systemOfFormFactor(formFactor: string): string | undefined {
  return Object.hasOwn(FORM_FACTORS, formFactor) ? FORM_FACTORS[formFactor] : undefined;
}
