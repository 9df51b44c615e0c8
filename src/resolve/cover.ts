/**
 * A node that can be chosen. Candidates are sorted by preference, the best first, and identified by their position,
 * which is `at` in this file. Each core-node name is represented by a number.
 */
export interface CoverCandidate {
  /** The names that the node can be chosen for, in ascending order. */
  readonly names: readonly number[];
  /** The subset of `names` that is reserved for the node. */
  readonly preempts: readonly number[];
}

/** `exact`: the cover is provably the best. `greedy`: it is the best that was found within the limits. */
export type CoverMethod = 'exact' | 'greedy';

/** The chosen candidates, by their positions in ascending order. */
export interface Cover {
  readonly chosen: readonly number[];
  readonly method: CoverMethod;
}

/** The exact search handles components of at most this many candidates, because it stores a set as bits of a number. */
export const EXACT_MAX = 30;
/**
 * Limit of steps for one cover, of about 30 ns each. It bounds the processor time; unlike a timeout, it gives the same
 * result each time.
 */
const STEPS_MAX = 300_000;
/** Number of masks that branch and bound examines in one step. */
const MASKS_PER_STEP = 8;

/**
 * The cost of a choice, compared element by element: the number of candidates, then the negative number of names whose
 * reserving candidate is chosen, then the positions in ascending order.
 */
export type CoverCost = readonly number[];

/** Computes the cost of a choice that covers all names. */
export function coverCost(candidates: readonly CoverCandidate[], chosen: readonly number[]): CoverCost {
  const preempted = new Set(chosen.flatMap((at) => candidates[at]!.preempts));
  return [chosen.length, -preempted.size, ...[...chosen].sort((a, b) => a - b)];
}

/** True if a cost is lower than another one. */
export function isLower(a: CoverCost, b: CoverCost): boolean {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return a[at]! < b[at]!;
  return false;
}

/** True if all numbers of a list are in another one. Both are in ascending order. */
function isSubset(few: readonly number[], many: readonly number[]): boolean {
  let low = 0;
  for (const number of few) {
    // Finds the number by binary search behind the one before.
    let high = many.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (many[middle]! < number) low = middle + 1;
      else high = middle;
    }
    if (many[low++] !== number) return false;
  }
  return true;
}

/** One search for a cover of all names. It can be run once. */
class CoverSearch {
  readonly #chosen = new Set<number>();
  readonly #uncovered: Set<number>;
  /** For each name, its candidates that were not dropped. */
  readonly #candidatesOf: number[][] = [];
  #steps = 0;
  #method: CoverMethod = 'exact';

  constructor(
    private readonly candidates: readonly CoverCandidate[],
    fixed: readonly number[],
  ) {
    candidates.forEach(({ names }, at) => {
      for (const name of names) (this.#candidatesOf[name] ??= []).push(at);
    });
    this.#uncovered = new Set(candidates.flatMap(({ names }) => names));
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
    for (const name of this.candidates[at]!.names) this.#uncovered.delete(name);
  }

  /** Chooses candidates that are the only one of an uncovered name. */
  #takeForced(): void {
    // Deleting the current and later items of a set while it is iterated is safe.
    for (const name of this.#uncovered) {
      const able = this.#candidatesOf[name]!;
      if (able.length === 1) this.#take(able[0]!);
    }
  }

  /** Candidates of uncovered names, sorted by preference. */
  #undecided(): number[] {
    return [...new Set([...this.#uncovered].flatMap((name) => this.#candidatesOf[name]!))].sort((a, b) => a - b);
  }

  /**
   * Drops candidates that are dominated by a preferred one: it provides all their uncovered names, and all names
   * reserved for them are reserved for it, too. It can replace them in every cover.
   * @returns true if any was dropped
   */
  #dropInferior(): boolean {
    const undecided = this.#undecided();
    const dropped = new Set<number>();
    for (const at of undecided) {
      const { names, preempts } = this.candidates[at]!;
      const open = names.filter((name) => this.#uncovered.has(name));
      const rarest = open.reduce((a, b) => (this.#candidatesOf[b]!.length < this.#candidatesOf[a]!.length ? b : a));
      for (const better of this.#candidatesOf[rarest]!) {
        if (better >= at) break;
        if (dropped.has(better) || (this.#steps += open.length) > STEPS_MAX) continue;
        const other = this.candidates[better]!;
        if (isSubset(open, other.names) && preempts.every((name) => other.preempts.includes(name))) {
          dropped.add(at);
          break;
        }
      }
    }
    for (const name of dropped.size > 0 ? this.#uncovered : [])
      this.#candidatesOf[name] = this.#candidatesOf[name]!.filter((at) => !dropped.has(at));
    return dropped.size > 0;
  }

  /** The connected components of undecided candidates, by union-find. Candidates are connected if they share a name. */
  #components(preempted: ReadonlySet<number>): number[][] {
    const parent = new Map<number, number>();
    const find = (at: number): number => {
      let root = at;
      while (parent.get(root) !== root) root = parent.get(root)!;
      for (let next = at; next !== root;) [next] = [parent.get(next)!, parent.set(next, root)];
      return root;
    };
    const firstWith = new Map<number, number>();
    const undecided = this.#undecided();
    for (const at of undecided) {
      parent.set(at, at);
      const { names, preempts } = this.candidates[at]!;
      const linking = [
        ...names.filter((name) => this.#uncovered.has(name)),
        ...preempts.filter((name) => !preempted.has(name)),
      ];
      for (const name of linking) {
        const first = firstWith.get(name);
        if (first === undefined) firstWith.set(name, at);
        else parent.set(find(at), find(first));
      }
    }
    return [...Map.groupBy(undecided, find).values()];
  }

  /** Finds the best cover of a component by branch and bound. Sets of candidates are bit masks. */
  #exact(component: readonly number[], preempted: ReadonlySet<number>): number[] {
    const bitOf = new Map(component.map((at, bit) => [at, 1 << bit]));
    const names = new Set(
      component.flatMap((at) => this.candidates[at]!.names.filter((name) => this.#uncovered.has(name))),
    );
    const masks = smallestMasks(
      [...names].map((name) => this.#candidatesOf[name]!.reduce((mask, at) => mask | (bitOf.get(at) ?? 0), 0)),
    );
    const reserved = new Map<number, number>();
    for (const at of component)
      for (const name of this.candidates[at]!.preempts)
        if (!preempted.has(name)) reserved.set(name, (reserved.get(name) ?? 0) | bitOf.get(at)!);
    const search = new BranchAndBound(masks, [...reserved.values()], STEPS_MAX - this.#steps);
    const start = this.#greedily(component).reduce((mask, at) => mask | bitOf.get(at)!, 0);
    const found = search.run(start);
    this.#steps += search.steps;
    this.#method = search.isComplete && this.#method === 'exact' ? 'exact' : 'greedy';
    return component.filter((at) => found & bitOf.get(at)!);
  }

  /** Repeatedly takes the candidate with the most uncovered names, then improves the result. */
  #greedily(component: readonly number[]): number[] {
    if (component.length > EXACT_MAX) this.#method = 'greedy';
    const uncovered = new Set(
      component.flatMap((at) => this.candidates[at]!.names.filter((name) => this.#uncovered.has(name))),
    );
    const counts = new Int32Array(this.candidates.length);
    for (const at of component) counts[at] = this.candidates[at]!.names.filter((name) => uncovered.has(name)).length;
    const taken: number[] = [];
    while (uncovered.size > 0) {
      let [best, most] = [-1, 0];
      // The component is sorted by preference, so the first of equal candidates is preferred.
      for (const at of component) if (counts[at]! > most) [best, most] = [at, counts[at]!];
      taken.push(best);
      for (const name of this.candidates[best]!.names) {
        if (!uncovered.delete(name)) continue;
        for (const at of this.#candidatesOf[name]!) counts[at]!--;
      }
    }
    return this.#improved(component, taken);
  }

  /** Removes redundant candidates, and replaces others by a preferred one that covers the same names. */
  #improved(component: readonly number[], taken: readonly number[]): number[] {
    const times = new Map<number, number>();
    const count = (at: number, by: number): void => {
      for (const name of this.candidates[at]!.names)
        if (this.#uncovered.has(name)) times.set(name, (times.get(name) ?? 0) + by);
    };
    for (const at of taken) count(at, 1);
    const coveredOnlyBy = (at: number): number[] =>
      this.candidates[at]!.names.filter((name) => this.#uncovered.has(name) && times.get(name) === 1);
    const selected = new Set(taken);
    for (const at of [...taken].sort((a, b) => b - a)) {
      const unique = coveredOnlyBy(at);
      if (unique.length > 0 && (this.#steps += unique.length) > STEPS_MAX) continue;
      const substitutes = unique.length === 0 ? [] : this.#candidatesOf[unique[0]!]!;
      const better = substitutes.find(
        (other) =>
          other < at && !selected.has(other) && unique.every((name) => this.candidates[other]!.names.includes(name)),
      );
      if (unique.length > 0 && better === undefined) continue;
      selected.delete(at);
      count(at, -1);
      if (better === undefined) continue;
      selected.add(better);
      count(better, 1);
    }
    return component.filter((at) => selected.has(at));
  }
}

/** The number of set bits of a 32-bit number. */
function countBits(mask: number): number {
  let count = mask - ((mask >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns the masks that contain no other one. A set with a candidate of each of them has one of every mask. */
function smallestMasks(masks: Iterable<number>): number[] {
  const found: number[] = [];
  for (const mask of [...new Set(masks)].sort((a, b) => countBits(a) - countBits(b)))
    if (found.every((one) => (one & mask) !== one)) found.push(mask);
  return found;
}

/** The positions of the set bits, in ascending order. */
const bitsOf = (mask: number): number[] => {
  const bits: number[] = [];
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits.push(31 - Math.clz32(rest & -rest));
  return bits;
};

/** Finds the cheapest set of at most EXACT_MAX candidates that contains a candidate of each mask. */
class BranchAndBound {
  steps = 0;
  /** False if the limit of steps ended the search. */
  isComplete = true;
  #best = 0;
  #bestCost: CoverCost = [Infinity];

  /**
   * @param masks the candidates of each name
   * @param reserved the candidates of each reserved name that it is reserved for
   */
  constructor(
    private readonly masks: readonly number[],
    private readonly reserved: readonly number[],
    private readonly stepsMax: number,
  ) {}

  /** @param start a cover, which is the result unless a cheaper one is found */
  run(start: number): number {
    this.#consider(start);
    this.#branch(0, 0, 0);
    return this.#best;
  }

  /** @param excluded candidates that were tried by earlier branches and must not be chosen in this one */
  #branch(chosen: number, size: number, excluded: number): void {
    this.steps += Math.ceil(this.masks.length / MASKS_PER_STEP);
    if (this.steps > this.stepsMax) {
      this.isComplete = false;
      return;
    }
    let [used, bound, narrowest, fewest] = [0, 0, 0, Infinity];
    for (const mask of this.masks) {
      if (mask & chosen) continue;
      const open = mask & ~excluded;
      const count = countBits(open);
      if (count === 0) return;
      if (count < fewest) [narrowest, fewest] = [open, count];
      // Lower bound: names without a common candidate need one candidate each.
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
 * Finds the set of candidates with the lowest cost (`coverCost`) that provides all names of all candidates. The result
 * is exact unless a component has more than EXACT_MAX undecided candidates or the limit of steps is reached.
 * @param fixed candidates that are chosen in any case
 */
export function smallestCover(candidates: readonly CoverCandidate[], fixed: readonly number[] = []): Cover {
  return new CoverSearch(candidates, fixed).run();
}
