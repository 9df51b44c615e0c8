import { describe, expect, it } from '@jest/globals';
import { BoundedCache } from '../../src/values/bounded-cache.js';

/** Creates a load that the test completes, and that counts its calls. */
function controlledLoad() {
  const calls: string[][] = [];
  const ends: ((fails?: boolean) => void)[] = [];
  const load = (keys: readonly string[]): Promise<Map<string, string>> =>
    new Promise((resolve, reject) => {
      calls.push([...keys]);
      ends.push((fails = false) =>
        fails ? reject(new Error('no answer')) : resolve(new Map(keys.map((key) => [key, `${key} ${calls.length}`]))),
      );
    });
  return { calls, load, end: (index: number, fails = false) => ends[index]!(fails) };
}

const cacheOf = (maxBytes = 1000) => new BoundedCache<string, string>({ maxBytes, sizeOf: () => 10 });

describe('a bounded cache', () => {
  it('shares one load between concurrent misses of a key, and loads only keys that are not being loaded', async () => {
    const cache = cacheOf();
    const { calls, load, end } = controlledLoad();
    const first = cache.many(['a', 'b', 'a'], load);
    const second = cache.many(['b', 'c'], load);
    expect(calls).toEqual([['a', 'b'], ['c']]);
    end(0);
    end(1);
    expect(await first).toEqual(['a 2', 'b 2', 'a 2']);
    expect(await second).toEqual(['b 2', 'c 2']);
    expect(cache.many(['a', 'b', 'c'], load)).toEqual(['a 2', 'b 2', 'c 2']);
    expect(cache.stats.coalesced).toBe(1);
  });

  it('neither caches nor shares a load whose key was deleted meanwhile', async () => {
    for (const change of [
      (cache: BoundedCache<string, string>) => void cache.delete('a'),
      (cache: BoundedCache<string, string>) => cache.clear(),
    ]) {
      const cache = cacheOf();
      const { calls, load, end } = controlledLoad();
      const before = cache.many(['a'], load);
      change(cache);
      const after = cache.many(['a'], load);
      expect(calls).toHaveLength(2);
      end(1);
      expect(await after).toEqual(['a 2']);
      end(0);
      await before;
      expect(cache.peek('a')).toBe('a 2');
    }
  });

  it('stays within its limit of bytes, and evicts the least recently used entry', () => {
    const cache = cacheOf(30);
    for (const key of ['a', 'b', 'c']) cache.set(key, key);
    expect(cache.get('a')).toBe('a');
    cache.set('d', 'd');
    expect(['a', 'b', 'c', 'd'].map((key) => cache.peek(key))).toEqual(['a', undefined, 'c', 'd']);
    expect(cache.stats).toMatchObject({ bytes: 30, entries: 3, evictions: 1 });
  });

  it('rejects all waiting callers if a load fails, and then loads again', async () => {
    const cache = cacheOf();
    const { calls, load, end } = controlledLoad();
    const waiting = [cache.many(['a'], load), cache.many(['a', 'b'], load)];
    end(0, true);
    end(1);
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = cache.many(['a', 'b'], load);
    expect(calls).toEqual([['a'], ['b'], ['a']]);
    end(2);
    expect(await again).toEqual(['a 3', 'b 2']);
  });

  it('shares and caches nothing if its limit is 0', async () => {
    const cache = cacheOf(0);
    const { calls, load, end } = controlledLoad();
    const both = [cache.many(['a'], load), cache.many(['a'], load)];
    expect(calls).toEqual([['a'], ['a']]);
    end(0);
    end(1);
    await Promise.all(both);
    expect(cache.stats).toMatchObject({ entries: 0, coalesced: 0, misses: 2 });
  });
});
