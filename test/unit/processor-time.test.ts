import { describe, expect, it } from '@jest/globals';
import { ProcessorTime } from '../../src/analysis/processor-time.js';

describe('processor time of an analysis', () => {
  const BOUNDS = { seconds: 5, extendedSeconds: 30, megabytes: 512 };
  const time = (mayExtend: boolean, bounds: ConstructorParameters<typeof ProcessorTime>[0] = BOUNDS) =>
    new ProcessorTime(bounds, () => mayExtend);

  it('is extended when it is used, if no other analysis runs', () => {
    const alone = time(true);
    expect([5.1, 29.9, 30.1].map((seconds) => alone.mustEnd(seconds, seconds))).toEqual([false, false, true]);
    expect(alone.isUsedUp).toBe(true);
  });

  it('ends while other analyses run, and another attempt may succeed', () => {
    const busy = time(false);
    expect([4.9, 5.1].map((seconds) => busy.mustEnd(seconds, seconds))).toEqual([false, true]);
    expect(busy.isUsedUp).toBe(false);
  });

  it('stays extended if another analysis begins later', () => {
    let running = 1;
    const extended = new ProcessorTime(BOUNDS, () => running === 1);
    extended.mustEnd(5.1, 5.1);
    running = 2;
    expect(extended.mustEnd(6, 6)).toBe(false);
  });

  it('is not extended for a thread that does not get the processor', () => {
    const stuck = time(true);
    expect([29.9, 30.1].map((wallSeconds) => stuck.mustEnd(0, wallSeconds))).toEqual([false, true]);
    expect(stuck.isUsedUp).toBe(false);
  });

  it('has no extension without a second limit', () => {
    const slow = time(true, { seconds: 30, megabytes: 512 });
    expect([29.9, 30.1].map((seconds) => slow.mustEnd(seconds, seconds))).toEqual([false, true]);
  });
});
