import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { HEAP_TAKES, sharesOf } from '../catalogue/shares.js';

/** An entry of kind `gc`, whose detail Node’s types leave out. */
interface Collected {
  readonly detail: { readonly kind: number };
}

const MEGABYTE = 1024 * 1024;
/**
 * What all processes may take beside the caches: the code, what is under way, and what was thrown away since the heap
 * was looked through.
 */
const BESIDE = 256 * MEGABYTE;
/**
 * What a process takes of that where the bound of the heap doesn't count it: the runtime, its buffers, and what was
 * made within the last tenth of a second.
 */
const OUTSIDE = 192 * MEGABYTE;
/** As far as V8 lets it grow on its own. */
const GROWS_MOST = 4;

/**
 * How far the heap may grow beyond what is in use before it is looked through again, as a factor. All that comes until
 * then may stay, and from there it grows by the same factor: even so it keeps to its bound.
 */
export const growthOf = (inUse: number, bound: number): number =>
  Math.min(GROWS_MOST, Math.max(HEAP_TAKES, Math.sqrt(bound / inUse)));

/**
 * The heap limit of one process, in bytes. Cached responses are outside of the heap. A process with small caches gets
 * enough room that it doesn't spend its time on garbage collection.
 */
export function heapBound(cacheBytes: number, processes: number): number {
  const { answers } = sharesOf(cacheBytes);
  return Math.max(BESIDE / processes, cacheBytes - answers + BESIDE / processes - OUTSIDE);
}

/**
 * Has everything made among what is young. V8 makes the objects of places whose objects lived long, as those of all
 * that is read while the caches fill, among the old ones from then on; when later ones are soon garbage all that hangs
 * on them, whole requests, is taken for alive until the heap is looked through. Call it before anything else.
 */
export function makeAllYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * Holds the heap to what the caches are reckoned with: on its own it grows to several times what is in use, and what
 * CACHE_MEGABYTES says would be no bound. The less is in use the further it may grow, for to look through it takes
 * time. Call it when all is read that is read at a start: there everything that comes stays.
 */
export function keepHeapInBounds(cacheBytes: number, processes: number): void {
  const bound = heapBound(cacheBytes, processes);
  const look = (): void =>
    setFlagsFromString(
      `--heap-growing-percent=${Math.round((growthOf(getHeapStatistics().used_heap_size, bound) - 1) * 100)}`,
    );
  new PerformanceObserver((list) => {
    if (
      (list.getEntries() as unknown as readonly Collected[]).some(
        ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR,
      )
    )
      look();
  }).observe({ entryTypes: ['gc'] });
  look();
}
