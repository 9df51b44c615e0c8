import { BranchAndBound, countBits, type CoverCost, MASKS_PER_STEP } from './branch-and-bound.js';
import { componentsOf } from './components.js';

/**
 * A node that can be chosen. Candidates are sorted by preference, the best first, and identified by their position,
 * which is `at` in this file. Each core-node name is represented by a number.
 */
export interface CoverCandidate {
  /** The names that the node can be chosen for, in ascending order. */
  readonly names: readonly number[];
  /** The subset of `names` that is reserved for the node, in ascending order. */
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

/** Computes the cost of a choice that covers all names. */
export function coverCost(candidates: readonly CoverCandidate[], chosen: readonly number[]): CoverCost {
  const preempted = new Set(chosen.flatMap((at) => candidates[at]!.preempts));
  return [chosen.length, -preempted.size, ...[...chosen].sort((a, b) => a - b)];
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
  /** For each name, the candidates that provide it, in ascending order. */
  readonly #providersOf: number[][] = [];
  /** For each name, the number of its candidates that were not dropped. */
  readonly #left: Int32Array;
  /** For each name, 1 if it is provided by a chosen candidate. */
  readonly #isCovered: Uint8Array;
  readonly #isChosen: Uint8Array;
  readonly #isDropped: Uint8Array;
  /** Names with a single candidate that was not dropped. */
  readonly #forced: number[] = [];
  /** Candidates of names that were covered since the candidates were examined. */
  readonly #changed = new Set<number>();
  /** For each name, how many of the candidates that are selected in its component provide it. */
  readonly #times: Int32Array;
  /** For each candidate of the current component, the number of its names that are not covered. */
  readonly #counts: Int32Array;
  #steps = 0;
  #method: CoverMethod = 'exact';

  constructor(
    private readonly candidates: readonly CoverCandidate[],
    fixed: readonly number[],
  ) {
    candidates.forEach(({ names }, at) => {
      for (const name of names) (this.#providersOf[name] ??= []).push(at);
    });
    const count = this.#providersOf.length;
    this.#left = Int32Array.from(this.#providersOf, (providers) => providers?.length ?? 0);
    this.#isCovered = new Uint8Array(count);
    this.#times = new Int32Array(count);
    this.#isChosen = new Uint8Array(candidates.length);
    this.#isDropped = new Uint8Array(candidates.length);
    this.#counts = new Int32Array(candidates.length);
    for (const at of fixed) this.#take(at);
    this.#left.forEach((left, name) => {
      if (left === 1) this.#forced.push(name);
    });
  }

  run(): Cover {
    this.#takeForced();
    for (let examined = this.#undecided(); examined.length > 0;) {
      this.#changed.clear();
      this.#dropInferior(examined);
      this.#takeForced();
      examined = [...this.#changed].filter((at) => this.#isUndecided(at)).sort((a, b) => a - b);
    }
    const preempted = new Set(this.#chosen().flatMap((at) => this.candidates[at]!.preempts));
    for (const component of this.#components(preempted)) {
      const found = component.length <= EXACT_MAX ? this.#exact(component, preempted) : this.#greedily(component);
      for (const at of found) this.#take(at);
    }
    return { chosen: this.#chosen(), method: this.#method };
  }

  #chosen(): number[] {
    return [...this.candidates.keys()].filter((at) => this.#isChosen[at] === 1);
  }

  #take(at: number): void {
    this.#isChosen[at] = 1;
    for (const name of this.#openNames(at)) {
      this.#isCovered[name] = 1;
      for (const other of this.#providersOf[name]!) this.#changed.add(other);
    }
  }

  /** The names of a candidate that are not covered. */
  #openNames(at: number): number[] {
    return this.candidates[at]!.names.filter((name) => this.#isCovered[name] === 0);
  }

  #isUndecided(at: number): boolean {
    return (
      this.#isChosen[at] === 0 &&
      this.#isDropped[at] === 0 &&
      this.candidates[at]!.names.some((name) => this.#isCovered[name] === 0)
    );
  }

  /** Chooses candidates that are the only one of an uncovered name. */
  #takeForced(): void {
    for (const name of this.#forced.splice(0))
      if (this.#isCovered[name] === 0) this.#take(this.#providersOf[name]!.find((at) => this.#isDropped[at] === 0)!);
  }

  /** Candidates of uncovered names, sorted by preference. */
  #undecided(): number[] {
    return [...this.candidates.keys()].filter((at) => this.#isUndecided(at));
  }

  /**
   * Drops those of some candidates that are dominated by a preferred one: it provides all their uncovered names, and
   * all names reserved for them are reserved for it, too. It can replace them in every cover.
   */
  #dropInferior(examined: readonly number[]): void {
    for (const at of examined) {
      this.#steps += this.candidates[at]!.names.length;
      if (this.#steps > STEPS_MAX) return;
      const open = this.#openNames(at);
      const rarest = open.reduce((a, b) => (this.#left[b]! < this.#left[a]! ? b : a));
      for (const better of this.#providersOf[rarest]!) {
        if (better >= at || this.#steps > STEPS_MAX) break;
        if (this.#isDropped[better] === 1) continue;
        this.#steps += open.length;
        const { names, preempts } = this.candidates[better]!;
        if (!isSubset(open, names) || !isSubset(this.candidates[at]!.preempts, preempts)) continue;
        this.#isDropped[at] = 1;
        for (const name of open) if (--this.#left[name]! === 1) this.#forced.push(name);
        break;
      }
    }
  }

  /** The connected components of undecided candidates. Candidates are connected if they share a name. */
  #components(preempted: ReadonlySet<number>): number[][] {
    return componentsOf(this.#undecided(), (at) => [
      ...this.#openNames(at),
      ...this.candidates[at]!.preempts.filter((name) => !preempted.has(name) && this.#isCovered[name] === 1),
    ]);
  }

  /** Finds the best cover of a component by branch and bound. Sets of candidates are bit masks. */
  #exact(component: readonly number[], preempted: ReadonlySet<number>): number[] {
    const bitOf = new Map(component.map((at, bit) => [at, 1 << bit]));
    const maskOf = new Map<number, number>();
    const reserved = new Map<number, number>();
    for (const at of component) {
      const bit = bitOf.get(at)!;
      for (const name of this.#openNames(at)) maskOf.set(name, (maskOf.get(name) ?? 0) | bit);
      for (const name of this.candidates[at]!.preempts)
        if (!preempted.has(name)) reserved.set(name, (reserved.get(name) ?? 0) | bit);
    }
    const masks = this.#smallestMasks(maskOf.values());
    const search = new BranchAndBound(masks, [...reserved.values()], STEPS_MAX - this.#steps);
    const start = this.#greedily(component).reduce((mask, at) => mask | bitOf.get(at)!, 0);
    const found = search.run(start);
    this.#steps += search.steps;
    this.#method = search.isComplete && this.#method === 'exact' ? 'exact' : 'greedy';
    return component.filter((at) => found & bitOf.get(at)!);
  }

  /**
   * Returns the masks that contain no other one, or more if the limit of steps is reached. A set with a candidate of
   * each of them has one of every mask.
   */
  #smallestMasks(masks: Iterable<number>): number[] {
    const found: number[] = [];
    for (const mask of [...new Set(masks)].sort((a, b) => countBits(a) - countBits(b))) {
      this.#steps += Math.ceil(found.length / MASKS_PER_STEP);
      if (this.#steps > STEPS_MAX || found.every((one) => (one & mask) !== one)) found.push(mask);
    }
    return found;
  }

  /** Repeatedly takes the candidate with the most uncovered names, then improves the result. */
  #greedily(component: readonly number[]): number[] {
    if (component.length > EXACT_MAX) this.#method = 'greedy';
    const counts = this.#counts;
    for (const at of component) counts[at] = this.#openNames(at).length;
    const taken: number[] = [];
    let most = component.reduce((highest, at) => Math.max(highest, counts[at]!), 0);
    while (most > 0) {
      // Counts only decrease, and the component is sorted by preference. So one pass takes all candidates with the
      // highest count, the preferred one of equal ones first.
      let next = 0;
      for (const at of component) {
        if (counts[at] === most) {
          taken.push(at);
          for (const name of this.#openNames(at))
            if (this.#times[name]!++ === 0) for (const other of this.#providersOf[name]!) counts[other]!--;
        }
        next = Math.max(next, counts[at]!);
      }
      most = next;
    }
    return this.#improved(component, taken);
  }

  /** Removes redundant candidates, and replaces others by a preferred one that covers the same names. */
  #improved(component: readonly number[], taken: readonly number[]): number[] {
    const selected = new Set(taken);
    for (const at of [...taken].sort((a, b) => b - a)) {
      const names = this.#openNames(at);
      const unique = names.filter((name) => this.#times[name] === 1);
      let better: number | undefined;
      for (const other of unique.length === 0 ? [] : this.#providersOf[unique[0]!]!) {
        if (other >= at || (this.#steps += unique.length) > STEPS_MAX) break;
        if (this.#isDropped[other] === 1 || selected.has(other)) continue;
        if (isSubset(unique, this.candidates[other]!.names)) better = other;
        if (better !== undefined) break;
      }
      if (unique.length > 0 && better === undefined) continue;
      selected.delete(at);
      for (const name of names) this.#times[name]!--;
      if (better === undefined) continue;
      selected.add(better);
      for (const name of this.#openNames(better)) this.#times[name]!++;
    }
    return component.filter((at) => selected.has(at));
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
