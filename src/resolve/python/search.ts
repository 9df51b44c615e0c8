import { agree, type AvoidanceCheck, byPackage, neverConflict, type OwnRequirement } from './agreement.js';
import { ComparisonBudget } from './satisfiable.js';

/** A version that can be chosen for a node, with its requirements. */
export interface VersionOption {
  readonly requirements: readonly OwnRequirement[];
}

/** The chosen option of each node, by position. */
export interface VersionChoice {
  readonly options: readonly number[];
  readonly hasConflicts: boolean;
  /** False if the limit of steps was reached before all combinations were tried. */
  readonly isComplete: boolean;
}

/** The names of packages, as a set or the keys of a map. */
type PackageNames = Pick<ReadonlySet<string>, 'has' | 'keys'>;

/** Limit of the options that are tried. */
const STEPS_MAX = 4000;
/** Limit of the requirements of a package whose pairs are compared. */
const PAIRED_MAX = 32;
/** Limit of the nodes for which other versions are tried. */
const SEARCHED_NODES_MAX = 100;

/**
 * Returns the positions of the nodes for which other versions are tried to end the conflicts: all nodes if there are at
 * most SEARCHED_NODES_MAX. Otherwise those that require a package in conflict, the rarest specifiers first, because
 * fewer nodes must change then.
 * @param preferred the preferred option of each node
 * @param conflicting the packages in conflict
 */
export function nodesToSearch(preferred: readonly VersionOption[], conflicting: PackageNames): number[] {
  if (preferred.length <= SEARCHED_NODES_MAX) return [...preferred.keys()];
  const keysOf = ({ requirements }: VersionOption): string[] =>
    requirements.flatMap(({ requirement: { package: name, spec } }) =>
      conflicting.has(name) ? [`${name} ${spec}`] : [],
    );
  const nodes = preferred.map((option, at) => ({ at, keys: keysOf(option) })).filter(({ keys }) => keys.length > 0);
  const counts = new Map<string, number>();
  for (const key of nodes.flatMap(({ keys }) => keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return nodes
    .map(({ at, keys }) => ({ at, rarity: Math.min(...keys.map((key) => counts.get(key)!)) }))
    .sort((a, b) => a.rarity - b.rarity || a.at - b.at)
    .slice(0, SEARCHED_NODES_MAX)
    .map(({ at }) => at);
}

/** True if the requirements of each version of a node agree by themselves. */
const agreeByVersion = (all: readonly OwnRequirement[], budget: ComparisonBudget): boolean =>
  [...Map.groupBy(all, ({ node, version }) => `${node} ${version}`).values()].every((own) => agree(own, budget));

/** Returns the packages whose requirements can conflict if some options of the nodes are chosen. */
function contestedPackages(nodes: readonly (readonly VersionOption[])[], budget: ComparisonBudget): Set<string> {
  const all = nodes.flatMap((options) => options.flatMap(({ requirements }) => requirements));
  const contested = byPackage(all).filter(([, requirements]) => {
    if (neverConflict(requirements, budget)) return false;
    const isOfSeveral = requirements.some(({ node }) => node !== requirements[0]!.node);
    return isOfSeveral || !agreeByVersion(requirements, budget);
  });
  return new Set(contested.map(([name]) => name));
}

/** The requirements of an option that can conflict, by package. */
type Contested = ReadonlyMap<string, readonly OwnRequirement[]>;

const contestedOf = ({ requirements }: VersionOption, packages: ReadonlySet<string>): Contested =>
  new Map(byPackage(requirements.filter((one) => packages.has(one.requirement.package))));

/** Returns, of options with the same requirements, only the first. */
function distinctOptions(options: readonly Contested[]): number[] {
  const seen = new Set<string>();
  return [...options.keys()].filter((at) => {
    const specs = [...options[at]!].flatMap(([name, all]) =>
      all.map((one) => `${name} ${one.requirement.spec}`).sort(),
    );
    const key = specs.join('\n');
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

/** Weight of a package in conflict, compared with a pair of conflicting requirements. */
const PACKAGE_WEIGHT = 1e6;

/** The requirements of the chosen options, by package, with the packages in conflict. */
class Requirements {
  /** The requirements of each package by their specifier. */
  readonly #bySpec = new Map<string, Map<string, OwnRequirement>>();
  readonly #inConflict = new Set<string>();
  #pairs = 0;
  /** The results of comparing pairs of requirements. */
  readonly #agreeing = new Map<string, boolean>();

  constructor(private readonly budget: ComparisonBudget) {}

  /**
   * Zero without a conflict. Depends on the number of packages in conflict first, and then on the number of pairs of
   * conflicting requirements.
   */
  get cost(): number {
    return this.#inConflict.size * PACKAGE_WEIGHT + this.#pairs;
  }

  /** Adds requirements. @returns a function that removes them, to be called in the reverse order of the calls */
  add(all: Contested): () => void {
    const added: OwnRequirement[] = [];
    const conflicting: string[] = [];
    const pairsBefore = this.#pairs;
    for (const [name, requirements] of all) {
      let known = this.#bySpec.get(name);
      if (!known) this.#bySpec.set(name, (known = new Map()));
      const before = known.size;
      for (const one of requirements) {
        const { spec } = one.requirement;
        if (!known.has(spec)) {
          known.set(spec, one);
          added.push(one);
        }
      }
      this.budget.spend(requirements.length);
      // More requirements never end a conflict.
      if (known.size === before) continue;
      if (!this.#inConflict.has(name)) {
        if (agree([...known.values()], this.budget)) continue;
        this.#inConflict.add(name);
        conflicting.push(name);
      }
      this.#pairs += this.#conflictingPairs([...known.values()], before);
    }
    const pairs = this.#pairs - pairsBefore;
    return () => {
      for (const { requirement } of added) this.#bySpec.get(requirement.package)!.delete(requirement.spec);
      for (const name of conflicting) this.#inConflict.delete(name);
      this.#pairs -= pairs;
    };
  }

  /** Counts the pairs of conflicting requirements, among the first ones, whose second one is at `from` or later. */
  #conflictingPairs(all: readonly OwnRequirement[], from: number): number {
    let count = 0;
    for (let second = from; second < Math.min(all.length, PAIRED_MAX); second++)
      for (let first = 0; first < second; first++) if (!this.#agree(all[first]!, all[second]!)) count++;
    return count;
  }

  #agree(one: OwnRequirement, other: OwnRequirement): boolean {
    const key = `${one.requirement.package} ${one.requirement.spec} ${other.requirement.spec}`;
    this.budget.spend(1);
    let isAgreeing = this.#agreeing.get(key);
    if (isAgreeing === undefined) {
      isAgreeing = !this.budget.isLeft || agree([one, other], this.budget);
      this.#agreeing.set(key, isAgreeing);
    }
    return isAgreeing;
  }
}

/**
 * Searches for the combination of options with the lowest cost, which is the number of packages in conflict and of
 * pairs of conflicting requirements. Of equally good ones, it finds the one with earlier options of the nodes that are
 * first in `order`.
 */
class OptionSearch {
  readonly #chosen: Requirements;
  readonly #current: number[] = [];
  #best: readonly number[] = [];
  #lowest = Infinity;
  #steps = 0;
  #isComplete = true;

  /**
   * @param nodes the requirements of each option of each node
   * @param order positions of the nodes to choose options of; the others keep their first option
   */
  constructor(
    private readonly nodes: readonly (readonly Contested[])[],
    private readonly order: readonly number[],
    private readonly budget: ComparisonBudget,
  ) {
    this.#chosen = new Requirements(budget);
  }

  run(): VersionChoice {
    const isOpen = new Set(this.order);
    this.nodes.forEach(([first], node) => {
      if (!isOpen.has(node) && first) this.#chosen.add(first);
    });
    this.#descend(this.order.map((node) => distinctOptions(this.nodes[node]!)));
    const options = this.nodes.map(() => 0);
    this.order.forEach((node, at) => (options[node] = this.#best[at]!));
    return { options, hasConflicts: this.#lowest > 0, isComplete: this.#isComplete };
  }

  /** @param open the options of each node in `order` */
  #descend(open: readonly (readonly number[])[]): void {
    const at = this.#current.length;
    if (at === open.length) {
      if (this.#chosen.cost < this.#lowest) [this.#lowest, this.#best] = [this.#chosen.cost, [...this.#current]];
      return;
    }
    for (const option of open[at]!) {
      // Other options of this node end no conflict that the nodes before it have.
      if (this.#chosen.cost >= this.#lowest) return;
      if (this.#lowest < Infinity && (this.#steps++ >= STEPS_MAX || !this.budget.isLeft)) {
        this.#isComplete = false;
        return;
      }
      const remove = this.#chosen.add(this.nodes[this.order[at]!]![option]!);
      this.#current.push(option);
      if (this.#chosen.cost < this.#lowest) this.#descend(open);
      this.#current.pop();
      remove();
    }
  }
}

/**
 * Returns the nodes with several options that can contribute to a conflict: first those that require a package in
 * conflict, then those that share a contested package with them, and so on.
 */
function searchOrder(nodes: readonly (readonly Contested[])[], conflicting: PackageNames): number[] {
  let left = [...nodes.keys()]
    .filter((at) => nodes[at]!.length > 1)
    .map((at) => ({ at, packages: new Set(nodes[at]!.flatMap((option) => [...option.keys()])) }));
  const reached = new Set(conflicting.keys());
  const order: number[] = [];
  for (let before = -1; before !== order.length;) {
    before = order.length;
    left = left.filter(({ at, packages }) => {
      if (![...packages].some((name) => reached.has(name))) return true;
      order.push(at);
      for (const name of packages) reached.add(name);
      return false;
    });
  }
  return order;
}

/**
 * Returns a function that tells whether some options of the nodes that have given requirements agree on the package of
 * these.
 * @param optionsOf the options of a node, by its id
 */
export const avoidanceCheck =
  (optionsOf: ReadonlyMap<string, readonly VersionOption[]>): AvoidanceCheck =>
  (requirements, budget) => {
    const packages = new Set(requirements.map(({ requirement }) => requirement.package));
    const all = [...new Set(requirements.map(({ node }) => node))].map((node) => optionsOf.get(node)!);
    if (all.every(({ length }) => length === 1)) return false;
    const options = all.flat();
    budget.spend(options.length + options.reduce((sum, option) => sum + option.requirements.length, 0) / 10);
    if (!budget.isLeft) return undefined;
    const nodes = all.map((own) => own.map((option) => contestedOf(option, packages)));
    const { hasConflicts, isComplete } = new OptionSearch(nodes, [...nodes.keys()], budget).run();
    return hasConflicts && !isComplete ? undefined : !hasConflicts;
  };

/**
 * Chooses a version of each node so that as few packages as possible have conflicting requirements, and of these
 * requirements as few pairs as possible conflict.
 * @param nodes for each node, its versions in order of preference
 * @param conflicting the packages in conflict if the first version of each node is chosen
 */
export function chooseVersions(nodes: readonly (readonly VersionOption[])[], conflicting: PackageNames): VersionChoice {
  const budget = new ComparisonBudget();
  const packages = contestedPackages(nodes, budget);
  const contested = nodes.map((options) => options.map((option) => contestedOf(option, packages)));
  return new OptionSearch(contested, searchOrder(contested, conflicting), budget).run();
}
