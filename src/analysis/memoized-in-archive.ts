import { memoize } from '../values/memoize.js';

const caches: Map<string, unknown>[] = [];

/**
 * Memoizes a function of a string until the analysis of an archive ends.
 * @param maxResults limit of cached results
 */
export function memoizeInArchive<V>(compute: (text: string) => V, maxResults: number): (text: string) => V {
  const results = new Map<string, V>();
  caches.push(results);
  return memoize(compute, maxResults, results);
}

/**
 * Clears what was memoized for an archive. A string that was cut out of a source keeps the whole source in memory, and
 * a thread analyses many archives.
 */
export function clearMemoized(): void {
  for (const results of caches) results.clear();
}
