// Seeded random numbers. The data set and the workloads are drawn from them, so they are the same in every run.

/** A generator of numbers in [0, 1) (mulberry32). The same seed gives the same sequence. */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A random integer from `least` to `most`, both included. */
export const between = (random, least, most) => least + Math.floor(random() * (most - least + 1));

/** A random element of a list. */
export const oneOf = (random, list) => list[Math.floor(random() * list.length)];

/** A random UUID. */
export function uuidOf(random) {
  const part = () =>
    Math.floor(random() * 4294967296)
      .toString(16)
      .padStart(8, '0');
  const digits = part() + part() + part() + part();
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
}
