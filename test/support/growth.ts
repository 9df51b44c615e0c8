/** Work that takes less on the most that it is given is not slow, however it grows. */
const WORTH_MEASURING_MS = 10;
/**
 * Four times as much takes four times as long where work is linear, and sixteen times as long where it is quadratic.
 */
const TIMES = 4;
const LINEAR_MOST = 8;
const TRIES = 2;
/** Where so little takes so long, more of it would never end. */
const SMALL = 32;

/** How the time of some work grew as its input was doubled. */
export interface Growth {
  readonly isLinear: boolean;
  /** The size at which it was judged, the milliseconds there, and how many times as long four times as much took. */
  readonly size: number;
  readonly milliseconds: number;
  readonly ratio: number;
}

/** The milliseconds of a processor that this thread has used; what else the machine does takes none of them. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function quickest(work: () => unknown, rounds: number): number {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const started = used();
    work();
    least = Math.min(least, used() - started);
  }
  return least;
}

/**
 * Doubles the input of some work until it takes long enough to be measured, or is as large as it may be; whether four
 * times as much then takes about four times as long, and not the square of it. It begins small, so that work which
 * doubles with each character is found, too.
 */
export function growthOf<Input>(
  inputOf: (size: number) => Input,
  work: (input: Input) => unknown,
  most: number,
): Growth {
  for (let size = 16; size <= most; size = size < SMALL ? size + 4 : size * 2) {
    const input = inputOf(size);
    if (quickest(() => work(input), 1) < WORTH_MEASURING_MS) continue;
    // What came in between (a collection of garbage, another process) is not there each time.
    let growth: Growth = { isLinear: false, size, milliseconds: 0, ratio: Infinity };
    for (let round = 0; round < TRIES && !growth.isLinear; round++) {
      const milliseconds = quickest(() => work(input), 3);
      if (milliseconds < WORTH_MEASURING_MS / 2) growth = { isLinear: true, size, milliseconds, ratio: 1 };
      else if (size <= SMALL) break;
      else {
        const more = inputOf(size * TIMES);
        const ratio = quickest(() => work(more), 2) / milliseconds;
        growth = { isLinear: ratio <= LINEAR_MOST, size, milliseconds, ratio };
      }
    }
    if (!growth.isLinear || growth.ratio > 1) return growth;
  }
  return { isLinear: true, size: most, milliseconds: 0, ratio: 1 };
}
