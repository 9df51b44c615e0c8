import { BoundedCache } from '../../values/bounded-cache.js';
import { type Clause, satisfies } from './specifier.js';
import { finalOf, parseVersion, type PythonVersion } from './version.js';

/** A release number that is higher than those of real versions. */
const HIGH = 999_999_999;
/** Limit of the clauses of one package that are compared. */
export const CLAUSES_MAX = 32;

/**
 * Limits the work of comparing requirements. A unit is the comparison of a clause with the boundaries of another one,
 * which takes about 1 µs. Cached results cost the same, so that a plan does not depend on what is cached.
 */
export class ComparisonBudget {
  #left: number;

  /** @param units about 1 µs each */
  constructor(units = 20_000) {
    this.#left = units;
  }

  /** True until the limit is reached. */
  get isLeft(): boolean {
    return this.#left > 0;
  }

  spend(units: number): void {
    this.#left -= units;
  }
}

const results = new BoundedCache<string, { readonly version: string | undefined }>({
  maxBytes: 4 * 1024 * 1024,
  sizeOf: (_result, key) => key.length * 2 + 150,
});

const suffixed = (version: PythonVersion, suffix: string): PythonVersion | undefined =>
  parseVersion(finalOf(version.epoch, version.release).text + suffix);

/** Returns a final release that is just below the given one; `undefined` for 0 without an epoch. */
function justBelow({ epoch, release }: PythonVersion): PythonVersion | undefined {
  let length = release.length;
  while (length > 0 && release[length - 1] === 0) length--;
  if (length === 0) return epoch > 0 ? finalOf(epoch - 1, [HIGH]) : undefined;
  return finalOf(epoch, [...release.slice(0, length - 1), release[length - 1]! - 1, HIGH]);
}

/** Returns the versions with the next pre-release, post-release or development number. */
function nextSuffixes(text: string): (PythonVersion | undefined)[] {
  const publicText = text.split('+')[0]!;
  const raised = publicText.replace(/(a|b|rc|post|dev)(\d+)$/, (_all, label: string, number: string) =>
    Number(number) < HIGH ? `${label}${Number(number) + 1}` : `${label}${number}`,
  );
  const behind = publicText.includes('.dev') ? [] : [`${publicText}.dev0`];
  return [raised, ...behind].filter((one) => one !== publicText).map(parseVersion);
}

/**
 * Returns versions at and next to every boundary of the clauses. The versions that satisfy all clauses form intervals
 * that begin and end at boundaries, so each interval contains one of the returned versions.
 */
function boundaryVersions(clauses: readonly Clause[]): PythonVersion[] {
  const longest = Math.max(...clauses.map(({ version }) => version.release.length));
  const points = new Map<string, PythonVersion>();
  const add = (...versions: (PythonVersion | undefined)[]): void => {
    for (const version of versions) if (version) points.set(version.text, version);
  };
  for (const { version, operator, isPrefix } of clauses) {
    const { epoch, release } = version;
    const padded = [...release, ...Array<number>(longest - release.length).fill(0)];
    const prefix = operator === '~=' ? release.slice(0, -1) : release;
    const next = finalOf(epoch, [...prefix.slice(0, -1), prefix.at(-1)! + 1]);
    const final = finalOf(epoch, release);
    add(version, final, justBelow(version), finalOf(epoch, [...padded, HIGH - 1]), ...nextSuffixes(version.text));
    add(
      suffixed(version, '.dev0'),
      suffixed(version, 'a0'),
      suffixed(version, '.post0'),
      suffixed(version, `.post${HIGH}`),
    );
    if (isPrefix || operator === '~=') add(next, justBelow(next), suffixed(next, '.dev0'), suffixed(next, 'a0'));
    add(finalOf(epoch, [...release.slice(0, -1), release.at(-1)! + 1]), finalOf(epoch, [HIGH]));
  }
  return [...points.values()];
}

const isUpper = ({ operator }: Clause): boolean => !['>=', '>', '!='].includes(operator);

function findVersion(clauses: readonly Clause[]): string | undefined {
  const exact = clauses.find(({ operator, isPrefix }) => operator === '==' && !isPrefix);
  // With an exact clause, only its version, and versions that differ from it in the local label, can satisfy all.
  const points = exact
    ? clauses.filter(({ operator, isPrefix }) => operator === '==' && !isPrefix).map(({ version }) => version)
    : boundaryVersions(clauses);
  return points.find((version) => clauses.every((clause) => satisfies(version, clause)))?.text;
}

/**
 * True if some version could satisfy all clauses. A pre-release counts as a version, because an installer uses one if
 * no release satisfies the clauses.
 * @param clauses at most CLAUSES_MAX
 * @param budget is charged for the work, also if it is not left
 */
export function isSatisfiable(clauses: readonly Clause[], budget: ComparisonBudget): boolean {
  // Without an upper bound, a sufficiently high version satisfies all clauses.
  if (!clauses.some(isUpper)) return true;
  budget.spend(clauses.length ** 2);
  const key = [...new Set(clauses.map(({ text }) => text))].sort().join();
  let result = results.get(key);
  if (!result) results.set(key, (result = { version: findVersion(clauses) }));
  return result.version !== undefined;
}
