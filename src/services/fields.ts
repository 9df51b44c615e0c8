/**
 * Returns the given values that differ from the record, before and after. `undefined` means "unchanged", `null`
 * "cleared".
 */
export function differences<T extends object>(
  record: T,
  given: Partial<Record<keyof T, unknown>>,
): { before: Partial<T>; after: Partial<T> } {
  const before: Partial<T> = {};
  const after: Partial<T> = {};
  for (const [name, value] of Object.entries(given) as [keyof T, T[keyof T] | undefined][]) {
    if (value === undefined || JSON.stringify(record[name]) === JSON.stringify(value)) continue;
    before[name] = record[name];
    after[name] = value;
  }
  return { before, after };
}

/** True if nothing differs. */
export function isSame(difference: { after: object }): boolean {
  return Object.keys(difference.after).length === 0;
}
