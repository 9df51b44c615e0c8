import { CLAUSES_MAX, isSatisfiable } from './satisfiable.js';
import type { Requirement } from './requirement.js';
import type { Clause } from './specifier.js';

/** A requirement that a version of a node has in the given environment. */
export interface OwnRequirement {
  readonly node: string;
  readonly version: string | undefined;
  readonly requirement: Requirement;
}

/** Requirements of one package that no version satisfies together. */
export interface Conflict {
  readonly package: string;
  /** The smallest set of them. */
  readonly requirements: readonly OwnRequirement[];
}

const clausesOf = (all: readonly OwnRequirement[]): Clause[] => all.flatMap(({ requirement }) => requirement.clauses);

/** Requirements by package, in alphabetical order. */
export function byPackage(all: readonly OwnRequirement[]): [string, OwnRequirement[]][] {
  const packages = new Map<string, OwnRequirement[]>();
  for (const one of all) {
    const known = packages.get(one.requirement.package);
    if (known) known.push(one);
    else packages.set(one.requirement.package, [one]);
  }
  return [...packages].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The first requirement of each different specifier. */
function distinct(all: readonly OwnRequirement[]): OwnRequirement[] {
  const found = new Map<string, OwnRequirement>();
  for (const one of all) {
    const { clauses, spec } = one.requirement;
    if (clauses.length > 0 && !found.has(spec)) found.set(spec, one);
  }
  return [...found.values()];
}

/** The clauses of a package that differ. More than CLAUSES_MAX are not judged. */
function judged(all: readonly OwnRequirement[]): OwnRequirement[] {
  const different = distinct(all);
  let clauses = 0;
  return different.filter(({ requirement }) => (clauses += requirement.clauses.length) <= CLAUSES_MAX);
}

/** True if some version of the package satisfies these requirements. Those that are not judged don’t count. */
export function agree(all: readonly OwnRequirement[]): boolean {
  const different = judged(all);
  return different.length < 2 || isSatisfiable(clausesOf(different));
}

/** Most conflicts are between two requirements; larger sets are shrunk instead of searched. */
function smallestConflict(all: readonly OwnRequirement[]): OwnRequirement[] {
  const different = judged(all);
  for (const [index, one] of different.entries())
    for (const other of different.slice(index + 1)) if (!isSatisfiable(clausesOf([one, other]))) return [one, other];
  for (const [a, one] of different.entries())
    for (const [b, other] of different.slice(a + 1).entries())
      for (const third of different.slice(a + b + 2))
        if (!isSatisfiable(clausesOf([one, other, third]))) return [one, other, third];
  let left = different;
  for (const one of different) {
    const without = left.filter((other) => other !== one);
    if (!isSatisfiable(clausesOf(without))) left = without;
  }
  return left;
}

/**
 * The conflicts among requirements, by package. A requirement that no version satisfies on its own is no conflict of
 * nodes with each other.
 */
export function conflictsIn(all: readonly OwnRequirement[]): Conflict[] {
  return byPackage(all)
    .filter(([, requirements]) => !agree(requirements))
    .map(([name, requirements]) => ({ package: name, requirements: smallestConflict(requirements) }))
    .filter(({ requirements }) => requirements.length > 1);
}
