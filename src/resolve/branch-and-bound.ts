/** Number of masks that branch and bound examines in one step. */
export const MASKS_PER_STEP = 8;

/**
 * The cost of a choice, compared element by element: the number of candidates, then the negative number of names whose
 * reserving candidate is chosen, then the positions in ascending order.
 */
export type CoverCost = readonly number[];

/** True if a cost is lower than another one. */
export function isLower(a: CoverCost, b: CoverCost): boolean {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return a[at]! < b[at]!;
  return false;
}

/** The number of set bits of a 32-bit number. */
export function countBits(mask: number): number {
  let count = mask - ((mask >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The positions of the set bits, in ascending order. */
const bitsOf = (mask: number): number[] => {
  const bits: number[] = [];
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits.push(31 - Math.clz32(rest & -rest));
  return bits;
};

/** Finds the cheapest set of candidates that contains a candidate of each mask. A mask has at most 32 candidates. */
export class BranchAndBound {
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
