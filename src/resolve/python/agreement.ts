import { CLAUSES_MAX, isSatisfiable } from './satisfiable.js';
import type { Requirement } from './requirement.js';
import type { Clause } from './specifier.js';

/** A Python requirement of a version of a node. */
export interface OwnRequirement {
  readonly node: string;
  readonly version: string | undefined;
  readonly requirement: Requirement;
}

/** Requirements of one package that no version satisfies together. */
export interface Conflict {
  readonly package: string;
  /** A small set of requirements that conflict: the smallest one if it has two or three. */
  readonly requirements: readonly OwnRequirement[];
}

const clausesOf = (all: readonly OwnRequirement[]): Clause[] => all.flatMap(({ requirement }) => requirement.clauses);

/** Groups requirements by package, in alphabetical order. */
export function byPackage(all: readonly OwnRequirement[]): [string, OwnRequirement[]][] {
  const packages = Map.groupBy(all, ({ requirement }) => requirement.package);
  return [...packages].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the first requirement with each distinct specifier. */
function distinct(all: readonly OwnRequirement[]): OwnRequirement[] {
  const found = new Map<string, OwnRequirement>();
  for (const one of all) {
    const { clauses, spec } = one.requirement;
    if (clauses.length > 0 && !found.has(spec)) found.set(spec, one);
  }
  return [...found.values()];
}

/** Returns the distinct requirements of a package, as far as they have at most CLAUSES_MAX clauses together. */
function compared(all: readonly OwnRequirement[]): OwnRequirement[] {
  const different = distinct(all);
  let clauses = 0;
  return different.filter(({ requirement }) => (clauses += requirement.clauses.length) <= CLAUSES_MAX);
}

/** True if some version of the package can satisfy these requirements. Clauses above CLAUSES_MAX are ignored. */
export function agree(all: readonly OwnRequirement[]): boolean {
  const different = compared(all);
  return different.length < 2 || isSatisfiable(clausesOf(different));
}

/**
 * Finds a small set of conflicting requirements. Tries all pairs and triples, because most conflicts are between two
 * requirements. Otherwise, removes requirements from the whole set as long as it stays in conflict.
 */
function smallestConflict(all: readonly OwnRequirement[]): OwnRequirement[] {
  const different = compared(all);
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
 * Returns the conflicts among requirements, by package. A single requirement that no version satisfies is not reported,
 * because it is not a conflict between nodes.
 */
export function conflictsIn(all: readonly OwnRequirement[]): Conflict[] {
  return byPackage(all)
    .filter(([, requirements]) => !agree(requirements))
    .map(([name, requirements]) => ({ package: name, requirements: smallestConflict(requirements) }))
    .filter(({ requirements }) => requirements.length > 1);
}
