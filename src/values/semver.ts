import semver from 'semver';

/** Maximum length of a version, in characters. */
const VERSION_MAX = 100;

/** True for a full semantic version 2.0.0, such as `1.2.3-beta.1+build`. */
export function isSemVer(text: string): boolean {
  return text.length <= VERSION_MAX && semver.parse(text) !== null && /^\d/.test(text) && text.trim() === text;
}

/** True for a pre-release (`1.0.0-rc.1`). */
export function isPrerelease(version: string): boolean {
  const hyphen = version.indexOf('-');
  if (hyphen < 0) return false;
  // Build metadata may contain hyphens, too.
  const plus = version.indexOf('+');
  return plus < 0 || hyphen < plus;
}

const encodeNumber = (digits: string): string => String(digits.length).padStart(2, '0') + digits;

/**
 * Returns a sort key whose byte order is the precedence of semantic versions (2.0.0, section 11), for sorting and
 * paging in the database. Numbers are prefixed with their length. Numeric identifiers sort before others. A release
 * sorts after its pre-releases, because `~` is greater than `!`.
 */
export function precedenceKey(version: string): string {
  const [core = '', ...rest] = version.replace(/\+.*$/s, '').split('-');
  const numbers = core.split('.').map(encodeNumber).join('.');
  if (rest.length === 0) return `${numbers}~`;
  const identifiers = rest
    .join('-')
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? `0${encodeNumber(part)}` : `1${part}`));
  return `${numbers}!${identifiers.join('!')}`;
}

/**
 * Parses the version of a host application in the forms that managers send (`0.3.30`, `v0.3.30-20-g5c5457a4`).
 * @returns the release that the version is based on, or `undefined` if the text is not a version (`unknown`)
 */
export function parseHostVersion(text: string): string | undefined {
  const match = /^v?(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(?![\d.])/.exec(text.trim());
  if (!match) return undefined;
  return `${Number(match[1])}.${Number(match[2])}.${Number(match[3] ?? 0)}`;
}

type Comparison = { operator: string; version: string; parts: number; wildcard: boolean };

function parseComparison(text: string): Comparison | undefined {
  const match = /^(<=|>=|==|!=|~=|<|>|=)?\s*v?(\d{1,9}(?:\.\d{1,9}){0,2})(\.\*)?(?:[-+a-z].*)?$/i.exec(text.trim());
  if (!match) return undefined;
  const numbers = match[2]!.split('.').map(Number);
  const version = [numbers[0], numbers[1] ?? 0, numbers[2] ?? 0].join('.');
  return { operator: match[1] ?? '==', version, parts: numbers.length, wildcard: match[3] !== undefined };
}

function compatible(version: string, { version: base, parts }: Comparison): boolean {
  if (semver.lt(version, base)) return false;
  const next = parts >= 3 ? semver.inc(base, 'minor') : semver.inc(base, 'major');
  return next !== null && semver.lt(version, next);
}

function equal(version: string, { version: base, parts, wildcard }: Comparison): boolean {
  const begin = (text: string): string => text.split('.').slice(0, parts).join('.');
  return wildcard ? begin(version) === begin(base) : semver.eq(version, base);
}

/**
 * True if a range of supported versions (`>=0.3.0,<1.0`, `~=0.3.2`, `==0.3.*`) contains a version of the host. An empty
 * range contains all versions. Invalid parts of a range are ignored, so that a typo does not hide a node.
 */
export function rangeHolds(range: string, version: string): boolean {
  return range
    .split(',')
    .filter((part) => part.trim() !== '')
    .every((part) => {
      const comparison = parseComparison(part);
      if (!comparison) return true;
      switch (comparison.operator) {
        case '<':
          return semver.lt(version, comparison.version);
        case '<=':
          return semver.lte(version, comparison.version);
        case '>':
          return semver.gt(version, comparison.version);
        case '>=':
          return semver.gte(version, comparison.version);
        case '!=':
          return !equal(version, comparison);
        case '~=':
          return compatible(version, comparison);
        default:
          return equal(version, comparison);
      }
    });
}

const RANGE_MAX = 200;

/** True for a range of semantic versions, such as `^1.2`, `>=1 <2`, `1.x`. */
export function isVersionRange(text: string): boolean {
  return text.trim() !== '' && text.length <= RANGE_MAX && semver.validRange(text) !== null;
}

/** True for a range that contains all versions, such as `*`. */
export const isAnyVersion = (range: string): boolean => semver.validRange(range) === '*';

/** Returns the highest version in a range; a pre-release only if none of the releases is in the range. */
export function highestInRange(versions: readonly string[], range: string): string | undefined {
  return (
    semver.maxSatisfying(versions, range) ??
    semver.maxSatisfying(versions, range, { includePrerelease: true }) ??
    undefined
  );
}
