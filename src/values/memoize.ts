/** Default limit of cached results. */
const RESULTS_MAX = 200;

/**
 * Memoizes a function of a string that is often called with the same arguments.
 * @param maxResults limit of cached results
 * @param results where they are cached, if the caller clears them
 */
export function memoize<V>(
  compute: (text: string) => V,
  maxResults = RESULTS_MAX,
  results = new Map<string, V>(),
): (text: string) => V {
  return (text) => {
    const cached = results.get(text);
    if (cached !== undefined || results.has(text)) return cached!;
    // Callers of the registry may choose the arguments, so the number of results must be limited.
    if (results.size >= maxResults) results.clear();
    const result = compute(text);
    results.set(text, result);
    return result;
  };
}
