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

/** Returns an operating-system classifier without the prefix `Operating System :: `, which the argument may have. */
export function operatingSystem(text: string): string {
  return strip(text, OS_PREFIX);
}

/** Returns an accelerator classifier without the prefix `Environment :: `, which the argument may have. */
export function accelerator(text: string): string {
  return strip(text, ACCELERATOR_PREFIX);
}

/** Returns a classifier and its ancestors in the `::` hierarchy: `POSIX :: Linux` → `POSIX :: Linux`, `POSIX`. */
export function classifierLine(classifier: string): string[] {
  const parts = classifier.split(SEPARATOR);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join(SEPARATOR));
}

/** Describes the lists that support a classifier. All texts are in lower case. */
export interface ClassifierRule {
  /** The classifier, its ancestors, and the classifier for all systems if it is an operating system. */
  readonly names: readonly string[];
  /** Every descendant begins with this. */
  readonly descendants: string;
}

/**
 * Returns which lists support a classifier, given without prefix: those without any classifier, and those that contain
 * it, or one of its ancestors or descendants.
 * @param independent a classifier that supports all others
 */
export function classifierRule(asked: string, independent?: string): ClassifierRule {
  const names = independent === undefined ? classifierLine(asked) : [...classifierLine(asked), independent];
  return { names: names.map((name) => name.toLowerCase()), descendants: `${asked.toLowerCase()}${SEPARATOR}` };
}

/** Tests a list of classifiers in lower case. */
export const supportsClassifier = (lowered: readonly string[], { names, descendants }: ClassifierRule): boolean =>
  lowered.length === 0 || lowered.some((name) => names.includes(name) || name.startsWith(descendants));

/** The operating system of each platform that managers send as `form_factor`. Other values filter nothing. */
const SYSTEMS: Readonly<Record<string, string>> = {
  'desktop-win': 'Microsoft :: Windows',
  'git-windows': 'Microsoft :: Windows',
  'desktop-mac': 'MacOS',
  'git-mac': 'MacOS',
  'git-linux': 'POSIX :: Linux',
};

/**
 * Classifiers that many nodes name and many callers filter by, without prefixes. Lists with other classifiers are not
 * cached, because callers can invent any number of them.
 */
const COMMON: ReadonlySet<string> = new Set(
  [
    ...Object.values(SYSTEMS),
    ...['GPU :: NVIDIA CUDA', 'GPU :: AMD ROCm', 'GPU :: Intel Arc', 'GPU :: Apple Metal', 'NPU :: Huawei Ascend'],
    ...[OS_INDEPENDENT, 'CPU'],
  ].flatMap(classifierLine),
);

/** True if lists with a classifier, given without prefix, are worth caching. */
export const isCommonClassifier = (classifier: string): boolean => COMMON.has(classifier);

/** The platforms that managers send as `form_factor`. */
export const FORM_FACTORS = Object.keys(SYSTEMS);

/**
 * Returns the operating-system classifier of a platform, or `undefined` for an unknown platform, which filters nothing.
 */
export function systemOfFormFactor(formFactor: string): string | undefined {
  return Object.hasOwn(SYSTEMS, formFactor) ? SYSTEMS[formFactor] : undefined;
}
