/** A node that may be chosen. Candidates are given in the order of preference, the best first. */
export interface CoverCandidate {
  /** The names that it may provide. */
  readonly names: readonly number[];
  /** Those of them that are reserved for it. */
  readonly preempts: readonly number[];
}

/** How a cover was found: it is provably the best one, or the best one that was found within the budget. */
export type CoverMethod = 'exact' | 'greedy';

/** The chosen candidates, by their positions in ascending order. */
export interface Cover {
  readonly chosen: readonly number[];
  readonly method: CoverMethod;
}

/** Components with more undecided candidates are covered greedily. */
export const EXACT_MAX = 30;
/** Steps of all searches of one cover, which bound its processor time whatever the clock says. */
const STEPS_MAX = 60_000;

/**
 * The quality of a choice: fewer candidates are better, then more names that go to the candidate they are reserved
 * for, then better positions.
 */
export type CoverCost = readonly number[];

/** The cost of a choice that covers all names. */
export function coverCost(candidates: readonly CoverCandidate[], chosen: readonly number[]): CoverCost {
  const preempted = new Set(chosen.flatMap((at) => candidates[at]!.preempts));
  return [chosen.length, -preempted.size, ...[...chosen].sort((a, b) => a - b)];
}

/** True if a cost is lower than another one. */
export function isLower(a: CoverCost, b: CoverCost): boolean {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return a[at]! < b[at]!;
  return false;
}

/** One search for a cover. */
class CoverSearch {
  readonly #chosen = new Set<number>();
  readonly #left: Set<number>;
  /** The candidates of each name that is left. */
  readonly #of = new Map<number, number[]>();
  #steps = 0;
  #method: CoverMethod = 'exact';

  constructor(
    private readonly candidates: readonly CoverCandidate[],
    fixed: readonly number[],
  ) {
    candidates.forEach(({ names }, at) => {
      for (const name of names) {
        const known = this.#of.get(name);
        if (known) known.push(at);
        else this.#of.set(name, [at]);
      }
    });
    this.#left = new Set(this.#of.keys());
    for (const at of fixed) this.#take(at);
  }

  run(): Cover {
    this.#takeForced();
    while (this.#dropInferior()) this.#takeForced();
    const preempted = new Set([...this.#chosen].flatMap((at) => this.candidates[at]!.preempts));
    for (const component of this.#components(preempted)) {
      const found = component.length <= EXACT_MAX ? this.#exact(component, preempted) : this.#greedily(component);
      for (const at of found) this.#take(at);
    }
    return { chosen: [...this.#chosen].sort((a, b) => a - b), method: this.#method };
  }

  #take(at: number): void {
    this.#chosen.add(at);
    for (const name of this.candidates[at]!.names) this.#left.delete(name);
  }

  /** Takes the candidates of names that have only one. */
  #takeForced(): void {
    for (const name of [...this.#left]) {
      const [only, ...others] = this.#of.get(name)!;
      if (others.length === 0 && this.#left.has(name)) this.#take(only!);
    }
  }

  /** Candidates that cover a name that is left, in their order. */
  #undecided(): number[] {
    return [...new Set([...this.#left].flatMap((name) => this.#of.get(name)!))].sort((a, b) => a - b);
  }

  /**
   * Drops candidates that a better one replaces in every cover: it provides the same names at least, and the same
   * names are reserved for it.
   * @returns true if any was dropped
   */
  #dropInferior(): boolean {
    const undecided = this.#undecided();
    const dropped = new Set<number>();
    const covers = new Map(
      undecided.map((at) => [at, new Set(this.candidates[at]!.names.filter((name) => this.#left.has(name)))]),
    );
    for (const at of undecided) {
      const names = covers.get(at)!;
      const [rarest] = [...names].sort((a, b) => this.#of.get(a)!.length - this.#of.get(b)!.length);
      for (const better of this.#of.get(rarest!)!) {
        if (better >= at) break;
        if (dropped.has(better) || (this.#steps += names.size) > STEPS_MAX) continue;
        const offered = covers.get(better)!;
        const { preempts } = this.candidates[better]!;
        if (
          [...names].every((name) => offered.has(name)) &&
          this.candidates[at]!.preempts.every((n) => preempts.includes(n))
        ) {
          dropped.add(at);
          break;
        }
      }
    }
    for (const [name, all] of this.#of) {
      if (this.#left.has(name) && all.some((at) => dropped.has(at)))
        this.#of.set(
          name,
          all.filter((at) => !dropped.has(at)),
        );
    }
    return dropped.size > 0;
  }

  /** Groups of undecided candidates that share names, directly or through others. */
  #components(preempted: ReadonlySet<number>): number[][] {
    const parent = new Map<number, number>();
    const find = (at: number): number => {
      let root = at;
      while (parent.get(root) !== root) root = parent.get(root)!;
      for (let next = at; next !== root;) [next] = [parent.get(next)!, parent.set(next, root)];
      return root;
    };
    const firstOf = new Map<number, number>();
    const undecided = this.#undecided();
    for (const at of undecided) {
      parent.set(at, at);
      const { names, preempts } = this.candidates[at]!;
      const tied = [
        ...names.filter((name) => this.#left.has(name)),
        ...preempts.filter((name) => !preempted.has(name)),
      ];
      for (const name of tied) {
        const first = firstOf.get(name);
        if (first === undefined) firstOf.set(name, at);
        else parent.set(find(at), find(first));
      }
    }
    const groups = new Map<number, number[]>();
    for (const at of undecided) groups.set(find(at), [...(groups.get(find(at)) ?? []), at]);
    return [...groups.values()];
  }

  /** The best cover of a component by branch and bound, with sets of candidates as bits of a number. */
  #exact(component: readonly number[], preempted: ReadonlySet<number>): number[] {
    const bitOf = new Map(component.map((at, bit) => [at, 1 << bit]));
    const names = new Set(component.flatMap((at) => this.candidates[at]!.names.filter((name) => this.#left.has(name))));
    const masks = new Set(
      [...names].map((name) => this.#of.get(name)!.reduce((mask, at) => mask | (bitOf.get(at) ?? 0), 0)),
    );
    const reserved = new Map<number, number>();
    for (const at of component)
      for (const name of this.candidates[at]!.preempts)
        if (!preempted.has(name)) reserved.set(name, (reserved.get(name) ?? 0) | bitOf.get(at)!);
    const search = new BranchAndBound([...masks], [...reserved.values()], STEPS_MAX - this.#steps);
    const start = this.#greedily(component).reduce((mask, at) => mask | bitOf.get(at)!, 0);
    const found = search.run(start);
    this.#steps += search.steps;
    this.#method = search.isComplete && this.#method === 'exact' ? 'exact' : 'greedy';
    return component.filter((at) => found & bitOf.get(at)!);
  }

  /** Takes the candidate with the most names again and again, then removes those that others make redundant. */
  #greedily(component: readonly number[]): number[] {
    if (component.length > EXACT_MAX) this.#method = 'greedy';
    const left = new Set(component.flatMap((at) => this.candidates[at]!.names.filter((name) => this.#left.has(name))));
    const counts = new Int32Array(this.candidates.length);
    for (const at of component) counts[at] = this.candidates[at]!.names.filter((name) => left.has(name)).length;
    const taken: number[] = [];
    while (left.size > 0) {
      let [best, most] = [-1, 0];
      // The component is in order, so the first of equal ones is the best.
      for (const at of component) if (counts[at]! > most) [best, most] = [at, counts[at]!];
      taken.push(best);
      for (const name of this.candidates[best]!.names) {
        if (!left.delete(name)) continue;
        for (const at of this.#of.get(name)!) counts[at]!--;
      }
    }
    return this.#improved(component, taken);
  }

  /** Removes redundant candidates, and exchanges single ones for better ones that cover the same. */
  #improved(component: readonly number[], taken: readonly number[]): number[] {
    const times = new Map<number, number>();
    const count = (at: number, by: number): void => {
      for (const name of this.candidates[at]!.names)
        if (this.#left.has(name)) times.set(name, (times.get(name) ?? 0) + by);
    };
    for (const at of taken) count(at, 1);
    const onlyBy = (at: number): number[] =>
      this.candidates[at]!.names.filter((name) => this.#left.has(name) && times.get(name) === 1);
    const kept = new Set(taken);
    for (const at of [...taken].sort((a, b) => b - a)) {
      const own = onlyBy(at);
      if (own.length > 0 && (this.#steps += own.length) > STEPS_MAX) continue;
      const substitutes = own.length === 0 ? [] : this.#of.get(own[0]!)!;
      const better = substitutes.find(
        (other) => other < at && !kept.has(other) && own.every((name) => this.candidates[other]!.names.includes(name)),
      );
      if (own.length > 0 && better === undefined) continue;
      kept.delete(at);
      count(at, -1);
      if (better === undefined) continue;
      kept.add(better);
      count(better, 1);
    }
    return component.filter((at) => kept.has(at));
  }
}

const bitsOf = (mask: number): number[] => {
  const bits: number[] = [];
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits.push(31 - Math.clz32(rest & -rest));
  return bits;
};

/** Searches the best set of at most 30 candidates that has one of each mask. */
class BranchAndBound {
  steps = 0;
  isComplete = true;
  #best = 0;
  #bestCost: CoverCost = [Infinity];

  /**
   * @param masks for each name, its candidates
   * @param reserved for each reserved name, the candidates that it is reserved for
   */
  constructor(
    private readonly masks: readonly number[],
    private readonly reserved: readonly number[],
    private readonly most: number,
  ) {}

  /** @param start a set to begin with */
  run(start: number): number {
    this.#consider(start);
    this.#branch(0, 0, 0);
    return this.#best;
  }

  /** @param excluded candidates that earlier branches have tried for the same name */
  #branch(chosen: number, size: number, excluded: number): void {
    if (++this.steps > this.most) {
      this.isComplete = false;
      return;
    }
    let [used, bound, narrowest, fewest] = [0, 0, 0, Infinity];
    for (const mask of this.masks) {
      if (mask & chosen) continue;
      const open = mask & ~excluded;
      const count = bitsOf(open).length;
      if (count === 0) return;
      if (count < fewest) [narrowest, fewest] = [open, count];
      // Names without a candidate in common need one candidate each.
      if (!(open & used)) [used, bound] = [used | open, bound + 1];
    }
    if (fewest === Infinity) {
      this.#consider(chosen);
      return;
    }
    if (size + bound > this.#bestCost[0]!) return;
    let tried = excluded;
    for (const bit of bitsOf(narrowest)) {
      this.#branch(chosen | (1 << bit), size + 1, tried);
      tried |= 1 << bit;
    }
  }

  #consider(chosen: number): void {
    const bits = bitsOf(chosen);
    const cost = [bits.length, -this.reserved.filter((mask) => mask & chosen).length, ...bits];
    if (!isLower(cost, this.#bestCost)) return;
    this.#best = chosen;
    this.#bestCost = cost;
  }
}

/**
 * Finds the best set of candidates that provides every name that any of them provides (see `coverCost`). Exact for
 * components of up to EXACT_MAX undecided candidates, within a fixed number of steps.
 * @param fixed candidates that are chosen in any case
 */
export function smallestCover(candidates: readonly CoverCandidate[], fixed: readonly number[] = []): Cover {
  return new CoverSearch(candidates, fixed).run();
}
