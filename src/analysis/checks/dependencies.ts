/** The state that a memoized value depends on, and when it was read. */
export class Dependencies {
  /** State that was read; `undefined` if it was too much to list. */
  cells: Cells | undefined = NONE;
  /** True if another value lists the same cells, so that they must not be changed. */
  isShared = true;

  /**
   * @param tick the clock when the oldest part of the state was read
   * @param round the round in which it was last known to be current
   */
  constructor(
    public tick: number,
    public round: number,
  ) {}
}

/** A value with its dependencies. */
export class Memoized<T> extends Dependencies {
  /** True while it is evaluated. */
  isOpen = true;

  constructor(
    tick: number,
    round: number,
    public value: T,
  ) {
    super(tick, round);
  }
}

/** A part of the state. The attributes with a name, of all classes, are one cell: their name. */
export type Cell = object | string;

/** An array if they are few. */
type Cells = readonly Cell[] | ReadonlySet<Cell>;

const CELLS_MAX = 100;
/** More than these are in a set. */
const FEW_MAX = 16;
const NONE: readonly Cell[] = [];
const EVERYTHING = {};

/**
 * Tells which computed values are out of date. State that grows during the analysis, such as what a function returns,
 * is divided into cells. Each value lists the cells that were read to compute it.
 */
export class DependencyTracker {
  readonly #changedAt = new Map<Cell, number>();
  readonly #open: Dependencies[] = [];
  #tick = 0;
  #round = 0;

  /** Starts a round, within which memoized values stay valid. */
  startRound(): void {
    this.#round++;
  }

  /** Records that a cell has changed. */
  changed(cell: Cell): void {
    this.#changedAt.set(cell, ++this.#tick);
  }

  /** Makes all values that were computed in earlier rounds out of date. */
  invalidateAll(): void {
    this.#round++;
    this.#changedAt.set(EVERYTHING, ++this.#tick);
  }

  /** Records that the value which is being computed depends on a cell. */
  read(cell: Cell): void {
    const top = this.#open.at(-1);
    if (top) add(top, cell);
  }

  /** Records that the value which is being computed depends on another one. */
  use(other: Dependencies): void {
    const top = this.#open.at(-1);
    if (!top) return;
    top.tick = Math.min(top.tick, other.tick);
    if (top.cells === undefined || top.cells === other.cells || other.cells === NONE) return;
    if (other.cells === undefined) top.cells = undefined;
    else if (top.cells === NONE) {
      top.cells = other.cells;
      top.isShared = true;
    } else for (const cell of other.cells) add(top, cell);
  }

  /** Begins to record the dependencies of a value. */
  open<T>(value: T): Memoized<T> {
    const memoized = new Memoized(this.#tick, this.#round, value);
    this.#open.push(memoized);
    return memoized;
  }

  /** Stops recording. The enclosing value depends on the same cells. */
  close(): void {
    const inner = this.#open.pop();
    if (inner) this.use(inner);
  }

  /** True if a value would be computed again to the same result. */
  isCurrent(dependencies: Dependencies): boolean {
    if (dependencies.round === this.#round) return true;
    if (!this.isStillCurrent(dependencies)) return false;
    dependencies.round = this.#round;
    return true;
  }

  /** True if a value would be computed again to the same result, even in the present round. */
  isStillCurrent(dependencies: Dependencies): boolean {
    if (!this.isUnchanged(dependencies)) return false;
    dependencies.tick = this.#tick;
    return true;
  }

  /** True if no cell has changed since, even in the present round. */
  isUnchanged({ cells, tick }: Dependencies): boolean {
    if (tick === this.#tick) return true;
    if (cells === undefined || this.#isNewer(EVERYTHING, tick)) return false;
    for (const cell of cells) if (this.#isNewer(cell, tick)) return false;
    return true;
  }

  #isNewer(cell: Cell, tick: number): boolean {
    return (this.#changedAt.get(cell) ?? 0) > tick;
  }
}

function add(dependencies: Dependencies, cell: Cell): void {
  const { cells } = dependencies;
  if (cells === undefined) return;
  if (cells instanceof Set ? cells.has(cell) : (cells as readonly Cell[]).includes(cell)) return;
  const size = cells instanceof Set ? cells.size : (cells as readonly Cell[]).length;
  if (size >= CELLS_MAX) dependencies.cells = undefined;
  else if (size >= FEW_MAX) {
    const own = dependencies.isShared || !(cells instanceof Set) ? new Set(cells) : cells;
    dependencies.cells = own.add(cell);
  } else {
    // A copy takes less memory than an array with room for more.
    dependencies.cells = [...cells, cell];
  }
  dependencies.isShared = false;
}
