import { type CoverCost, isLower } from './branch-and-bound.js';
import { componentsOf } from './components.js';
import type { CoverMethod } from './cover.js';

/** Limit of steps of one search, of about 80 ns each. */
const STEPS_MAX = 100_000;
/** Number of options that the search examines in one step. */
const OPTIONS_PER_STEP = 8;

/**
 * A node of which only one version can be installed, and whose versions provide different names. Candidates are sorted
 * by preference, the best first. Each name is represented by a number.
 */
export interface VersionedCandidate {
  /** The names of each version, in ascending order. At least one version. */
  readonly versions: readonly (readonly number[])[];
  /** The names that are reserved for the node. */
  readonly preempts: readonly number[];
  /** True for a node that is chosen in any case. */
  readonly isFixed: boolean;
  /** True for a candidate that is only chosen if others can't provide its names, such as a copy of another one. */
  readonly isPoor: boolean;
}

/** The chosen candidates with their versions. */
export interface VersionCover {
  /** For each candidate, the position of the chosen version; -1 for candidates that are not chosen. */
  readonly versions: ArrayLike<number>;
  readonly method: CoverMethod;
}

/** A version of a candidate that provides a name. */
interface Option {
  readonly at: number;
  readonly version: number;
  readonly names: readonly number[];
  /** The number of `names` that no chosen version provides. */
  gain: number;
  /** True while a branch above the current one has tried the option, so that it must not be chosen again. */
  isTried: boolean;
}

/** Compares options: those that provide the most open names come first, then those of preferred candidates. */
const bestFirst = (a: Option, b: Option): number => b.gain - a.gain || a.at - b.at || a.version - b.version;

/** Finds the cheapest choice by branch and bound over the names with the fewest options. */
class VersionSearch {
  readonly #versions: Int32Array;
  #best: Int32Array;
  #bestCost: CoverCost = [Infinity];
  /** For each name, the options that provide it. A pin is an additional name, after the others. */
  readonly #optionsOf: readonly Option[][];
  /** For each name, how many of the chosen versions provide it. */
  readonly #times: Int32Array;
  /** For each version of each candidate, the number of its names that are reserved for the candidate. */
  readonly #reserved: readonly (readonly number[])[];
  /** For each candidate, the first of the versions with the most reserved names. */
  readonly #mostReserved: readonly number[];
  /** For each candidate, the last call of `#next` that has counted it. */
  readonly #counted: Int32Array;
  #calls = 0;
  steps = 0;

  constructor(
    private readonly candidates: readonly VersionedCandidate[],
    private readonly nameCount: number,
    pinned: ReadonlyMap<number, number>,
    private readonly stepsMax: number,
  ) {
    this.#optionsOf = Array.from({ length: nameCount + pinned.size }, () => []);
    const pins = Map.groupBy([...pinned.keys()].entries(), ([, name]) => pinned.get(name)!);
    candidates.forEach(({ versions }, at) =>
      versions.forEach((own, version) => {
        const provided = new Set(own);
        const kept = (pins.get(at) ?? []).filter(([, name]) => provided.has(name));
        const names = [...own, ...kept.map(([pin]) => this.nameCount + pin)];
        const option: Option = { at, version, names, gain: names.length, isTried: false };
        for (const name of names) this.#optionsOf[name]!.push(option);
      }),
    );
    this.#reserved = candidates.map(({ versions, preempts }) => {
      const reserved = new Set(preempts);
      return versions.map((names) => names.filter((name) => reserved.has(name)).length);
    });
    this.#mostReserved = this.#reserved.map((counts) => counts.indexOf(Math.max(...counts)));
    this.#times = new Int32Array(this.#optionsOf.length);
    this.#versions = new Int32Array(candidates.length).fill(-1);
    this.#best = this.#versions.slice();
    this.#counted = new Int32Array(candidates.length);
  }

  run(): Int32Array {
    this.#chooseGreedily();
    this.#branch();
    return this.#best;
  }

  /** True if the limit of steps ended the search. */
  get isEnded(): boolean {
    return this.steps > this.stepsMax;
  }

  #isOpen({ at, isTried }: Option): boolean {
    return !isTried && this.#versions[at] === -1;
  }

  #choose({ at, version, names }: Option): void {
    this.#versions[at] = version;
    for (const name of names)
      if (this.#times[name]!++ === 0) for (const option of this.#optionsOf[name]!) option.gain--;
  }

  #undo({ at, names }: Option): void {
    this.#versions[at] = -1;
    for (const name of names)
      if (--this.#times[name]! === 0) for (const option of this.#optionsOf[name]!) option.gain++;
  }

  /** Makes a first choice: for each name, pins first and then those with the fewest options, the best option. */
  #chooseGreedily(): void {
    const rank = (name: number): number => (name < this.nameCount ? this.#optionsOf[name]!.length : 0);
    const taken: Option[] = [];
    for (const name of [...this.#optionsOf.keys()].sort((a, b) => rank(a) - rank(b) || a - b)) {
      if (this.#times[name]! > 0) continue;
      const open = this.#optionsOf[name]!.filter((option) => this.#isOpen(option));
      if (open.length === 0) continue;
      const best = open.reduce((a, b) => (bestFirst(a, b) <= 0 ? a : b));
      this.#choose(best);
      taken.push(best);
    }
    this.#consider();
    for (const option of taken) this.#undo(option);
  }

  #branch(): void {
    if (this.isEnded) return;
    const { bound, options } = this.#next();
    if (isLower(this.#bestCost, bound)) return;
    if (options.length === 0) {
      this.#consider();
      return;
    }
    for (const option of options.toSorted(bestFirst)) {
      this.#choose(option);
      this.#branch();
      this.#undo(option);
      option.isTried = true;
    }
    // Without any of its options, the name is missing.
    this.#branch();
    for (const option of options) option.isTried = false;
  }

  /** The options of the open name with the fewest; and a lower bound of the cost, without its last elements. */
  #next(): { readonly bound: CoverCost; readonly options: readonly Option[] } {
    this.#calls++;
    this.steps += (this.candidates.length + this.#times.length) / OPTIONS_PER_STEP;
    let [ignored, missing, poor, nodes] = [0, 0, 0, 0];
    this.candidates.forEach(({ isFixed, isPoor }, at) => {
      if (!isFixed && this.#versions[at] === -1) return;
      nodes++;
      if (isPoor) poor++;
    });
    let [narrowest, fewest] = [-1, Infinity];
    for (let name = 0; name < this.#times.length; name++) {
      if (this.#times[name]! > 0) continue;
      const all = this.#optionsOf[name]!;
      this.steps += all.length / OPTIONS_PER_STEP;
      let [open, isAlone] = [0, true];
      for (const option of all) {
        if (!this.#isOpen(option)) continue;
        open++;
        if (this.#counted[option.at] === this.#calls || this.candidates[option.at]!.isFixed) isAlone = false;
      }
      if (open === 0) {
        if (name < this.nameCount) missing++;
        else ignored++;
        continue;
      }
      if (open < fewest) [narrowest, fewest] = [name, open];
      if (!isAlone) continue;
      // Names without a common candidate need one candidate each.
      nodes++;
      for (const { at } of all) this.#counted[at] = this.#calls;
    }
    const options = narrowest === -1 ? [] : this.#optionsOf[narrowest]!.filter((option) => this.#isOpen(option));
    return { bound: [ignored, missing, poor, nodes], options };
  }

  #consider(): void {
    this.steps += (this.candidates.length + this.#times.length) / OPTIONS_PER_STEP;
    const versions = this.#versions.map((version, at) =>
      version === -1 && this.candidates[at]!.isFixed ? this.#mostReserved[at]! : version,
    );
    const chosen = [...versions.keys()].filter((at) => versions[at] !== -1);
    let [ignored, missing, poor, reserved] = [0, 0, 0, 0];
    this.#optionsOf.forEach((_, name) => {
      if (this.#times[name]! > 0) return;
      if (name < this.nameCount) missing++;
      else ignored++;
    });
    for (const at of chosen) {
      if (this.candidates[at]!.isPoor) poor++;
      reserved += this.#reserved[at]![versions[at]!]!;
    }
    const cost = [ignored, missing, poor, chosen.length, -reserved, ...chosen];
    if (!isLower(cost, this.#bestCost)) return;
    this.#best = versions;
    this.#bestCost = cost;
  }
}

/**
 * Chooses nodes and a version of each. Of all choices, it finds the first by these criteria, in this order: the fewest
 * ignored pins, missing names, poor candidates and nodes; then the most names that are provided by nodes that reserve
 * them; then the positions of the nodes, in ascending order. Candidates that share no names are searched separately,
 * the smallest groups first. The result is exact unless the limit of steps is reached.
 * @param pinned for each pinned name, the candidate that it is pinned to
 */
export function cheapestVersions(
  candidates: readonly VersionedCandidate[],
  pinned: ReadonlyMap<number, number>,
): VersionCover {
  const versions = new Int32Array(candidates.length).fill(-1);
  let [left, method]: [number, CoverMethod] = [STEPS_MAX, 'exact'];
  const components = componentsOf([...candidates.keys()], (at) => candidates[at]!.versions.flat());
  for (const component of components.sort((a, b) => a.length - b.length)) {
    // Names are numbered again within the component.
    const numbers = new Map<number, number>();
    for (const name of component.flatMap((at) => candidates[at]!.versions.flat()))
      if (!numbers.has(name)) numbers.set(name, numbers.size);
    const numbered = (names: readonly number[]): number[] => names.flatMap((name) => numbers.get(name) ?? []);
    const own = component.map((at): VersionedCandidate => {
      const { versions: all, preempts, ...rest } = candidates[at]!;
      return { ...rest, versions: all.map(numbered), preempts: numbered(preempts) };
    });
    const position = new Map(component.map((at, index) => [at, index]));
    const pins = new Map<number, number>();
    for (const [name, number] of numbers) {
      const pin = position.get(pinned.get(name) ?? -1);
      if (pin !== undefined) pins.set(number, pin);
    }
    const search = new VersionSearch(own, numbers.size, pins, left);
    const found = search.run();
    component.forEach((at, index) => (versions[at] = found[index]!));
    left -= search.steps;
    if (search.isEnded) method = 'greedy';
  }
  return { versions, method };
}
