import { CLAUSES_MAX, ComparisonBudget, isSatisfiable } from './satisfiable.js';
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
  /** A small set of requirements that conflict: the smallest one if it has two. */
  readonly requirements: readonly OwnRequirement[];
}

/** All triples are tried among at most this many requirements. */
const TRIPLES_MAX = 12;

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

/** The distinct requirements of a package: those that are compared, and those above the limit of clauses. */
function compared(all: readonly OwnRequirement[]): Readonly<Record<'compared' | 'ignored', OwnRequirement[]>> {
  const found: Record<'compared' | 'ignored', OwnRequirement[]> = { compared: [], ignored: [] };
  let clauses = 0;
  for (const one of distinct(all)) {
    clauses += one.requirement.clauses.length;
    found[clauses <= CLAUSES_MAX ? 'compared' : 'ignored'].push(one);
  }
  return found;
}

/** True if some version of the package can satisfy these requirements. Clauses above CLAUSES_MAX are ignored. */
export function agree(all: readonly OwnRequirement[], budget: ComparisonBudget): boolean {
  const different = compared(all).compared;
  return different.length < 2 || isSatisfiable(clausesOf(different), budget);
}

/** True if not even a part of these requirements of a package can conflict. */
export function neverConflict(all: readonly OwnRequirement[], budget: ComparisonBudget): boolean {
  return compared(all).ignored.length === 0 && agree(all, budget);
}

/**
 * Finds a small set of conflicting requirements. Tries all pairs, because most conflicts are between two requirements,
 * and all triples of a few requirements. Otherwise, removes requirements from the whole set as long as it stays in
 * conflict. Stops when the budget is spent.
 */
function smallestConflict(different: readonly OwnRequirement[], budget: ComparisonBudget): readonly OwnRequirement[] {
  const isConflict = (...all: OwnRequirement[]): boolean => budget.isLeft && !isSatisfiable(clausesOf(all), budget);
  for (const [index, one] of different.entries())
    for (const other of different.slice(index + 1)) if (isConflict(one, other)) return [one, other];
  const few = different.length <= TRIPLES_MAX ? different : [];
  for (const [a, one] of few.entries())
    for (const [b, other] of few.slice(a + 1).entries())
      for (const third of few.slice(a + b + 2)) if (isConflict(one, other, third)) return [one, other, third];
  let left = different;
  for (const one of different) {
    const without = left.filter((other) => other !== one);
    if (isConflict(...without)) left = without;
  }
  return left;
}

/** The result of comparing requirements. */
export interface Comparison {
  /** The packages whose requirements no version satisfies together, with their distinct requirements. */
  readonly conflicting: ReadonlyMap<string, readonly OwnRequirement[]>;
  /** Requirements that were not compared, because of a limit. */
  readonly notCompared: readonly OwnRequirement[];
}

/** Compares the requirements of each package. */
export function compareRequirements(all: readonly OwnRequirement[]): Comparison {
  const budget = new ComparisonBudget();
  const conflicting = new Map<string, readonly OwnRequirement[]>();
  const notCompared: OwnRequirement[] = [];
  for (const [name, requirements] of byPackage(all)) {
    if (requirements.length < 2) continue;
    const { compared: different, ignored } = compared(requirements);
    if (ignored.length > 0) notCompared.push(...ignored);
    if (different.length < 2) continue;
    if (!budget.isLeft) notCompared.push(...different);
    else if (!isSatisfiable(clausesOf(different), budget)) conflicting.set(name, different);
  }
  return { conflicting, notCompared };
}

/**
 * Returns a small set of conflicting requirements for each package in conflict. A single requirement that no version
 * satisfies is not reported, because it is not a conflict between nodes.
 */
export function smallestConflicts({ conflicting }: Comparison): Conflict[] {
  const budget = new ComparisonBudget();
  return [...conflicting]
    .map(([name, different]) => ({ package: name, requirements: smallestConflict(different, budget) }))
    .filter(({ requirements }) => requirements.length > 1);
}
