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
  /** A small set of requirements that conflict: the smallest one if it has one or two. */
  readonly requirements: readonly OwnRequirement[];
  /** True if other versions of the nodes that have these requirements agree on the package. */
  readonly isAvoidable: boolean | undefined;
}

/**
 * True if some versions of the nodes that have these requirements of one package agree on it. Charges the budget;
 * returns `undefined` if it is spent before all combinations are tried.
 */
export type AvoidanceCheck = (requirements: readonly OwnRequirement[], budget: ComparisonBudget) => boolean | undefined;

/** Limit of the work of finding conflicts that no versions avoid, in units of the budget. */
const AVOIDANCE_UNITS = 6000;

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
  return isSatisfiable(clausesOf(compared(all).compared), budget);
}

/** True if not even a part of these requirements of a package can conflict. */
export function neverConflict(all: readonly OwnRequirement[], budget: ComparisonBudget): boolean {
  return compared(all).ignored.length === 0 && agree(all, budget);
}

/** Finds a small set of conflicting requirements of each package. */
class SmallestConflicts {
  readonly #budget = new ComparisonBudget();
  /** Once a conflict of a package is found, finding one that no versions avoid is limited by this. */
  readonly #avoidance = new ComparisonBudget(AVOIDANCE_UNITS);

  constructor(private readonly canAvoid: AvoidanceCheck) {}

  /**
   * Finds a small set of conflicting requirements of a package: a single one that no version satisfies, a pair, because
   * most conflicts are between two requirements, or a triple of a few requirements. Otherwise, removes requirements
   * from the whole set as long as it stays in conflict. Stops when the budget is spent.
   */
  of(name: string, all: readonly OwnRequirement[]): Conflict {
    const single = this.#single(name, all);
    const found = single && single.isAvoidable !== true ? single : (this.#pair(name, all) ?? single);
    if (found) return found;
    const requirements = smallestOfMany(distinct(all), this.#budget);
    return { package: name, requirements, isAvoidable: this.canAvoid(requirements, this.#avoidance) };
  }

  /** Returns a requirement that no version satisfies: if there is any, one that its node has in each version. */
  #single(name: string, all: readonly OwnRequirement[]): Conflict | undefined {
    let found: Conflict | undefined;
    for (const one of all) {
      if (isSatisfiable(one.requirement.clauses, this.#budget)) continue;
      const isAvoidable = this.canAvoid([one], this.#avoidance);
      if (!found || isAvoidable === false) found = { package: name, requirements: [one], isAvoidable };
      if (isAvoidable !== true) break;
    }
    return found;
  }

  /**
   * Returns two requirements that conflict: if there are any, of two nodes without versions that agree, because only
   * those explain why the search for versions failed.
   */
  #pair(name: string, all: readonly OwnRequirement[]): Conflict | undefined {
    const groups = [...Map.groupBy(all, ({ requirement }) => requirement.spec).values()];
    let found: Conflict | undefined;
    for (const [index, ones] of groups.entries())
      for (const others of groups.slice(index + 1)) {
        const budget = found ? this.#avoidance : this.#budget;
        if (!budget.isLeft) return found;
        if (isSatisfiable(clausesOf([ones[0]!, others[0]!]), budget)) continue;
        for (const one of ones)
          for (const other of others) {
            const requirements = [one, other];
            const isAvoidable = this.canAvoid(requirements, this.#avoidance);
            const pair = { package: name, requirements, isAvoidable };
            if (isAvoidable === false) return pair;
            found ??= pair;
            if (isAvoidable === undefined) return found;
          }
      }
    return found;
  }
}

/** Returns a small set of conflicting requirements, of which no two conflict. */
function smallestOfMany(different: readonly OwnRequirement[], budget: ComparisonBudget): readonly OwnRequirement[] {
  const isConflict = (...all: OwnRequirement[]): boolean => budget.isLeft && !isSatisfiable(clausesOf(all), budget);
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
  /** The packages whose requirements no version satisfies together, with the requirements that were compared. */
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
    const { compared: different, ignored } = compared(requirements);
    if (ignored.length > 0) notCompared.push(...ignored);
    if (different.length === 0) continue;
    if (!budget.isLeft) notCompared.push(...different);
    else if (!isSatisfiable(clausesOf(different), budget)) {
      const specs = new Set(different.map(({ requirement }) => requirement.spec));
      conflicting.set(
        name,
        requirements.filter(({ requirement }) => specs.has(requirement.spec)),
      );
    }
  }
  return { conflicting, notCompared };
}

/** Returns a small set of conflicting requirements for each package in conflict. */
export function smallestConflicts({ conflicting }: Comparison, canAvoid: AvoidanceCheck): Conflict[] {
  const smallest = new SmallestConflicts(canAvoid);
  return [...conflicting].map(([name, all]) => smallest.of(name, all));
}
