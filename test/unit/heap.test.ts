import { describe, expect, it } from '@jest/globals';
import { HEAP_TAKES, sharesOf } from '../../src/catalogue/shares.js';
import { growthOf, heapBound } from '../../src/server/heap.js';

const MEGABYTE = 1024 * 1024;

describe('how far the heap may grow', () => {
  it('leaves room within the setting and 250 MB for what a process takes outside of it', () => {
    for (const setting of [512, 1024, 1536, 4096]) {
      const cacheBytes = setting * MEGABYTE;
      // Measured with a catalogue of 100,000 nodes: all that is not its heap, and the newest part of it.
      const outside = 185 * MEGABYTE + sharesOf(cacheBytes).answers;
      expect(heapBound(cacheBytes, 1) + outside).toBeLessThanOrEqual(cacheBytes + 250 * MEGABYTE);
    }
    expect([heapBound(0, 1), heapBound(0, 2)]).toEqual([256 * MEGABYTE, 128 * MEGABYTE]);
  });

  it('keeps to its bound, also where all that comes between two looks at it stays', () => {
    for (const bound of [300, 500, 1800].map((megabytes) => megabytes * MEGABYTE)) {
      for (let inUse = 40 * MEGABYTE; inUse * HEAP_TAKES <= bound; inUse *= 1.1) {
        const growth = growthOf(inUse, bound);
        const full = inUse * growth;
        expect(full).toBeLessThanOrEqual(bound);
        // The next look finds all of it in use, and lets it grow by what was reckoned at this one.
        expect(full * growth).toBeLessThanOrEqual(Math.max(bound, full * HEAP_TAKES) * 1.0001);
      }
    }
  });

  it('is further the less is in use, and never more than V8 lets it, nor less than caches are reckoned with', () => {
    const growths = [1, 40, 100, 400, 1000, 4000].map((inUse) => growthOf(inUse * MEGABYTE, 1800 * MEGABYTE));
    expect(growths).toEqual([...growths].sort((a, b) => b - a));
    expect([growths[0], growths.at(-1)]).toEqual([4, HEAP_TAKES]);
  });
});
