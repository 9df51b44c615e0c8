import { agree, compareRequirements, type Conflict, type OwnRequirement } from './agreement.js';
import { ComparisonBudget } from './satisfiable.js';

/** A version that can be chosen for a node, with its requirements. */
export interface VersionOption {
  readonly requirements: readonly OwnRequirement[];
}

/** The chosen option of each node, by position. */
export interface VersionChoice {
  readonly options: readonly number[];
  /** False if the limit of steps was reached before all combinations were tried. */
  readonly isComplete: boolean;
}

/** Limit of the options that are tried. */
const STEPS_MAX = 4000;
/** Limit of the nodes for which other versions are tried. */
const SEARCHED_NODES_MAX = 100;

/**
 * Returns the positions of the nodes for which other versions are tried to end the conflicts: all nodes if there are at
 * most SEARCHED_NODES_MAX. Otherwise those that require a package in conflict, the rarest specifiers first, because
 * fewer nodes must change then.
 * @param preferred the preferred option of each node
 */
export function nodesToSearch(preferred: readonly VersionOption[], conflicts: readonly Conflict[]): number[] {
  if (preferred.length <= SEARCHED_NODES_MAX) return [...preferred.keys()];
  const conflicting = new Set(conflicts.map((conflict) => conflict.package));
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

/** The packages that a node requires in any of its options. */
const packagesOf = (options: readonly VersionOption[]): Set<string> =>
  new Set(options.flatMap(({ requirements }) => requirements.map((one) => one.requirement.package)));

/** Returns the packages that at least two nodes require, in any of their options. */
function sharedPackages(nodes: readonly (readonly VersionOption[])[]): Set<string> {
  const owners = new Map<string, number>();
  for (const options of nodes) for (const name of packagesOf(options)) owners.set(name, (owners.get(name) ?? 0) + 1);
  return new Set([...owners].filter(([, count]) => count > 1).map(([name]) => name));
}

/** Returns, of options with the same requirements of these packages, only the first. */
function distinctOptions(options: readonly VersionOption[], packages: ReadonlySet<string>): number[] {
  const seen = new Set<string>();
  return [...options.keys()].filter((at) => {
    const specs = options[at]!.requirements.map(({ requirement }) => requirement).filter((one) =>
      packages.has(one.package),
    );
    const key = specs
      .map((one) => `${one.package} ${one.spec}`)
      .sort()
      .join('\n');
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

/** The requirements of the chosen options, by package, with the packages in conflict. */
class Requirements {
  /** The requirements of each package by their specifier. */
  readonly #bySpec = new Map<string, Map<string, OwnRequirement>>();
  readonly #inConflict = new Set<string>();

  constructor(private readonly budget: ComparisonBudget) {}

  /** The number of packages whose requirements no version satisfies together. */
  get conflicts(): number {
    return this.#inConflict.size;
  }

  /** Adds requirements. @returns a function that removes them, to be called in the reverse order of the calls */
  add(all: readonly OwnRequirement[]): () => void {
    const added: OwnRequirement[] = [];
    const conflicting: string[] = [];
    for (const one of all) {
      const { package: name, spec } = one.requirement;
      let known = this.#bySpec.get(name);
      if (!known) this.#bySpec.set(name, (known = new Map()));
      if (known.has(spec)) continue;
      known.set(spec, one);
      added.push(one);
      // More requirements never end a conflict.
      if (this.#inConflict.has(name) || agree([...known.values()], this.budget)) continue;
      this.#inConflict.add(name);
      conflicting.push(name);
    }
    return () => {
      for (const { requirement } of added) this.#bySpec.get(requirement.package)!.delete(requirement.spec);
      for (const name of conflicting) this.#inConflict.delete(name);
    };
  }
}

/**
 * Searches for the combination of options with the fewest packages in conflict. Of equally good ones, it finds the one
 * with earlier options of the nodes that are first in `order`.
 */
class OptionSearch {
  readonly #budget = new ComparisonBudget();
  readonly #chosen = new Requirements(this.#budget);
  readonly #current: number[] = [];
  #best: readonly number[] = [];
  #fewest = Infinity;
  #steps = 0;
  #isComplete = true;

  /**
   * @param order positions of the nodes to choose options of; the others keep their first option
   * @param packages the packages that several nodes require
   */
  constructor(
    private readonly nodes: readonly (readonly VersionOption[])[],
    private readonly order: readonly number[],
    private readonly packages: ReadonlySet<string>,
  ) {}

  run(): VersionChoice {
    const isOpen = new Set(this.order);
    this.nodes.forEach((options, node) => {
      if (!isOpen.has(node) && options.length > 0) this.#chosen.add(this.#requirementsOf(node, 0));
    });
    this.#descend(this.order.map((node) => distinctOptions(this.nodes[node]!, this.packages)));
    const options = this.nodes.map(() => 0);
    this.order.forEach((node, at) => (options[node] = this.#best[at]!));
    return { options, isComplete: this.#isComplete };
  }

  #requirementsOf(node: number, option: number): OwnRequirement[] {
    return this.nodes[node]![option]!.requirements.filter((one) => this.packages.has(one.requirement.package));
  }

  /** @param open the options of each node in `order` */
  #descend(open: readonly (readonly number[])[]): void {
    const at = this.#current.length;
    if (at === open.length) {
      if (this.#chosen.conflicts < this.#fewest)
        [this.#fewest, this.#best] = [this.#chosen.conflicts, [...this.#current]];
      return;
    }
    for (const option of open[at]!) {
      // Other options of this node end no conflict that the nodes before it have.
      if (this.#chosen.conflicts >= this.#fewest) return;
      if (this.#fewest < Infinity && (this.#steps++ >= STEPS_MAX || !this.#budget.isLeft)) {
        this.#isComplete = false;
        return;
      }
      const remove = this.#chosen.add(this.#requirementsOf(this.order[at]!, option));
      this.#current.push(option);
      if (this.#chosen.conflicts < this.#fewest) this.#descend(open);
      this.#current.pop();
      remove();
    }
  }
}

/**
 * Returns the nodes with several options that can contribute to a conflict: first those that require a package in
 * conflict, then those that share a package with them, and so on.
 */
function searchOrder(nodes: readonly (readonly VersionOption[])[], conflicting: ReadonlySet<string>): number[] {
  let left = [...nodes.keys()]
    .filter((at) => nodes[at]!.length > 1)
    .map((at) => ({ at, packages: packagesOf(nodes[at]!) }));
  const reached = new Set(conflicting);
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
 * Chooses a version of each node so that as few packages as possible have conflicting requirements.
 * @param nodes for each node, its versions in order of preference
 */
export function chooseVersions(nodes: readonly (readonly VersionOption[])[]): VersionChoice {
  const { conflicts } = compareRequirements(nodes.flatMap((options) => options[0]?.requirements ?? []));
  if (conflicts.length === 0) return { options: nodes.map(() => 0), isComplete: true };
  const order = searchOrder(nodes, new Set(conflicts.map((conflict) => conflict.package)));
  return new OptionSearch(nodes, order, sharedPackages(nodes)).run();
}
