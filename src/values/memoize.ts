/** The most results that are cached. */
const RESULTS_MAX = 200;

/** Memoizes a function of a string that has few distinct arguments. */
export function memoize<V>(compute: (text: string) => V): (text: string) => V {
  const results = new Map<string, V>();
  return (text) => {
    const cached = results.get(text);
    if (cached !== undefined || results.has(text)) return cached!;
    // Callers may choose the arguments, so their number must be bounded.
    if (results.size >= RESULTS_MAX) results.clear();
    const result = compute(text);
    results.set(text, result);
    return result;
  };
}
