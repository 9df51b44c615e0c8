import { compare as compareTexts, explain } from '@renovatebot/pep440';

/** A version of a Python package (PEP 440). */
export interface PythonVersion {
  readonly text: string;
  readonly epoch: number;
  readonly release: readonly number[];
  readonly isPre: boolean;
  readonly isPost: boolean;
  /** The normalized local label after `+`; empty if there is none. */
  readonly local: string;
}

const LENGTH_MAX = 100;

/** Parses a version; returns `undefined` if the text is not a version. */
export function parseVersion(text: string): PythonVersion | undefined {
  const trimmed = text.trim();
  const found = trimmed.length > LENGTH_MAX ? null : explain(trimmed);
  if (!found || found.release.some((number) => !Number.isSafeInteger(number))) return undefined;
  return {
    text: found.public + (found.local === null ? '' : `+${found.local}`),
    epoch: found.epoch,
    release: found.release,
    isPre: found.is_prerelease,
    isPost: found.is_postrelease,
    local: found.local ?? '',
  };
}

/** Orders versions by PEP 440. */
export const compareVersions = (a: PythonVersion, b: PythonVersion): number => compareTexts(a.text, b.text);

/** A version without its local label. */
export const publicOf = (version: PythonVersion): PythonVersion =>
  version.local === '' ? version : { ...version, text: version.text.slice(0, version.text.indexOf('+')), local: '' };

/** Returns the version that a post-release belongs to. */
export const withoutPost = (version: PythonVersion): PythonVersion => ({
  ...publicOf(version),
  text: publicOf(version).text.replace(/\.post\d+(?:\.dev\d+)?$/, ''),
  isPost: false,
});

/** The lowest pre-release of a version. */
export const firstPreOf = (version: PythonVersion): PythonVersion => ({
  ...version,
  text: `${publicOf(version).text}.dev0`,
  isPre: true,
});

const releaseText = (epoch: number, release: readonly number[]): string =>
  `${epoch === 0 ? '' : `${epoch}!`}${release.join('.')}`;

/** The final release with these numbers. */
export const finalOf = (epoch: number, release: readonly number[]): PythonVersion => ({
  text: releaseText(epoch, release),
  epoch,
  release,
  isPre: false,
  isPost: false,
  local: '',
});

/** True if the release numbers of a version, filled with zeros, begin with these. */
export function startsWith(
  version: PythonVersion,
  { epoch, release }: { readonly epoch: number; readonly release: readonly number[] },
): boolean {
  return version.epoch === epoch && release.every((number, at) => (version.release[at] ?? 0) === number);
}
