import { agree, conflictsIn, type OwnRequirement } from './agreement.js';

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

const STEPS_MAX = 4000;

/** Returns the packages that at least two nodes require, in any of their options. */
function sharedPackages(nodes: readonly (readonly VersionOption[])[]): Set<string> {
  const owners = new Map<string, number>();
  for (const options of nodes) {
    const own = new Set(options.flatMap(({ requirements }) => requirements.map((one) => one.requirement.package)));
    for (const name of own) owners.set(name, (owners.get(name) ?? 0) + 1);
  }
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

/**
 * Searches for the combination of options with the fewest packages in conflict. Of equally good ones, it finds the one
 * with earlier options of the nodes that are first in `order`.
 */
class OptionSearch {
  readonly #required = new Map<string, OwnRequirement[]>();
  readonly #current: number[] = [];
  #best: number[] = [];
  #fewest = Infinity;
  steps = 0;

  constructor(
    private readonly nodes: readonly (readonly VersionOption[])[],
    private readonly open: readonly (readonly number[])[],
    private readonly order: readonly number[],
    private readonly packages: ReadonlySet<string>,
  ) {}

  run(): VersionChoice {
    this.#descend(0, 0);
    const options = this.nodes.map(() => 0);
    this.order.forEach((node, at) => (options[node] = this.#best[at] ?? 0));
    return { options, isComplete: this.steps <= STEPS_MAX };
  }

  #descend(at: number, conflicts: number): void {
    if (conflicts >= this.#fewest || (this.steps > STEPS_MAX && this.#fewest < Infinity)) return;
    if (at === this.order.length) {
      this.#fewest = conflicts;
      this.#best = [...this.#current];
      return;
    }
    const node = this.order[at]!;
    for (const option of this.open[node]!) {
      this.steps++;
      const own = this.nodes[node]![option]!.requirements.filter((one) => this.packages.has(one.requirement.package));
      const before = this.#disagreeing(own);
      for (const one of own) this.#of(one).push(one);
      this.#current.push(option);
      this.#descend(at + 1, conflicts + this.#disagreeing(own) - before);
      this.#current.pop();
      for (const one of own) this.#of(one).pop();
    }
  }

  #of({ requirement }: OwnRequirement): OwnRequirement[] {
    let list = this.#required.get(requirement.package);
    if (!list) this.#required.set(requirement.package, (list = []));
    return list;
  }

  #disagreeing(own: readonly OwnRequirement[]): number {
    const names = new Set(own.map(({ requirement }) => requirement.package));
    return [...names].filter((name) => !agree(this.#required.get(name) ?? [])).length;
  }
}

/**
 * Returns the nodes to search: first those that require a package in conflict, then those that share a package with
 * them, and so on.
 */
function searchOrder(nodes: readonly (readonly VersionOption[])[], conflicting: ReadonlySet<string>): number[] {
  const packagesOf = nodes.map(
    (options) => new Set(options.flatMap(({ requirements }) => requirements.map((one) => one.requirement.package))),
  );
  const reached = new Set(conflicting);
  const order: number[] = [];
  for (let before = -1; before !== order.length;) {
    before = order.length;
    for (const [at, packages] of packagesOf.entries()) {
      if (order.includes(at) || ![...packages].some((name) => reached.has(name))) continue;
      order.push(at);
      // A node with one option can't change, so it affects no further nodes.
      if (nodes[at]!.length > 1) for (const name of packages) reached.add(name);
    }
  }
  return order;
}

/**
 * Chooses a version of each node so that as few packages as possible have conflicting requirements.
 * @param nodes for each node, its versions in order of preference
 */
export function chooseVersions(nodes: readonly (readonly VersionOption[])[]): VersionChoice {
  const preferred = nodes.map(() => 0);
  const conflicts = conflictsIn(nodes.flatMap((options) => options[0]?.requirements ?? []));
  if (conflicts.length === 0) return { options: preferred, isComplete: true };
  const packages = sharedPackages(nodes);
  const order = searchOrder(nodes, new Set(conflicts.map((conflict) => conflict.package)));
  const open = nodes.map((options) => distinctOptions(options, packages));
  return new OptionSearch(nodes, open, order, packages).run();
}
