// Random numbers that are the same in every run: the data set and the workloads are made of them.

/** A generator of numbers from 0 up to 1 (mulberry32), the same sequence for the same seed. */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A whole number from `least` to `most`, both included. */
export const between = (random, least, most) => least + Math.floor(random() * (most - least + 1));

/** One of a list. */
export const oneOf = (random, list) => list[Math.floor(random() * list.length)];

/** A UUID of a sequence. */
export function uuidOf(random) {
  const part = () =>
    Math.floor(random() * 4294967296)
      .toString(16)
      .padStart(8, '0');
  const digits = part() + part() + part() + part();
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
}
