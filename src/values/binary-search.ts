/** The first position from `low` to before `high` that is not before the searched one; `high` if there is none. */
export function firstPosition(low: number, high: number, isBefore: (position: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
