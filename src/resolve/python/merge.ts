import { byPackage, type OwnRequirement } from './agreement.js';
import type { Clause } from './specifier.js';
import { compareVersions } from './version.js';

const isLower = ({ operator }: Clause): boolean => operator === '>=' || operator === '>';
const isUpper = ({ operator }: Clause): boolean => operator === '<=' || operator === '<';

/** Returns, of several bounds in one direction, the one that implies the others. */
function tightest(bounds: readonly Clause[], direction: 1 | -1): Clause[] {
  const [first, ...others] = bounds;
  if (!first) return [];
  return [
    others.reduce((best, one) => {
      const order = compareVersions(one.version, best.version) * direction;
      // Of two bounds with the same version, the one without "=" is tighter.
      return order > 0 || (order === 0 && one.operator.length < best.operator.length) ? one : best;
    }, first),
  ];
}

/** Removes repeated clauses. */
const distinct = (clauses: readonly Clause[]): Clause[] => [
  ...new Map(clauses.map((clause) => [clause.text, clause])).values(),
];

/** Removes clauses that others imply. */
function simplified(clauses: readonly Clause[]): readonly Clause[] {
  if (clauses.length < 2) return clauses;
  const others = clauses.filter((clause) => !isLower(clause) && !isUpper(clause));
  // Bounds that are pre-releases or post-releases are kept, because they follow other rules: "<2.0" excludes the
  // pre-releases of 2.0, "<2.0rc1" does not exclude earlier ones.
  const plain = clauses.filter(({ version }) => !version.isPre && !version.isPost);
  const special = clauses.filter((clause) => !others.includes(clause) && !plain.includes(clause));
  const found = [...tightest(plain.filter(isLower), 1), ...special, ...tightest(plain.filter(isUpper), -1), ...others];
  return distinct(found);
}

/** A requirement of one package that combines those of all nodes. */
export interface MergedRequirement {
  readonly package: string;
  /** The requirement in the syntax of PEP 508, with extras. */
  readonly requirement: string;
  /** The requirement without extras, because constraints files can't contain extras. */
  readonly constraint: string;
}

/**
 * Merges the requirements of each package, except those in conflict.
 * @param inConflict packages whose requirements no version satisfies together
 */
export function merged(all: readonly OwnRequirement[], inConflict: ReadonlySet<string>): MergedRequirement[] {
  return byPackage(all)
    .filter(([name]) => !inConflict.has(name))
    .map(([name, requirements]) => {
      const clauses = simplified(distinct(requirements.flatMap(({ requirement }) => requirement.clauses)));
      const extras = [...new Set(requirements.flatMap(({ requirement }) => requirement.extras))].sort();
      const versions = clauses.map(({ text }) => text).join(',');
      return {
        package: name,
        requirement: `${name}${extras.length > 0 ? `[${extras.join(',')}]` : ''}${versions}`,
        constraint: name + versions,
      };
    });
}
