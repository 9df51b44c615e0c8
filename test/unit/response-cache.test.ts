import { expect, it } from '@jest/globals';
import type { Revision } from '../../src/catalogue/revision.js';
import { Answer } from '../../src/fast-path/answer.js';
import { ResponseCache } from '../../src/fast-path/response-cache.js';

it('makes an answer once for concurrent requests, and counts those that share it', async () => {
  const cache = new ResponseCache({ current: 1 } as Revision, 1_000_000);
  let made = 0;
  const make = async (): Promise<Answer> => {
    made++;
    return new Answer('{}', { route: '/nodes', type: 'application/json', isKept: true, headers: [] });
  };
  const ask = (): Promise<Answer | undefined> => cache.make('/nodes', make);
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(second).toBe(first);
  expect(made).toBe(1);
  expect(cache.peek('/nodes')).toBe(first);
  expect(cache.stats).toMatchObject({ coalesced: 1, hits: 1, entries: 1 });
});
