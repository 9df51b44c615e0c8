import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JobQueue } from '../../src/jobs/job-queue.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { until } from '../support/until.js';

const nothing = async (): Promise<void> => undefined;

describe('background jobs of one account', () => {
  let registry: TestRegistry;

  beforeAll(async () => {
    registry = await startTestRegistry();
    // The test runs its own queue instead.
    await registry.services.jobs.stop();
  });
  afterAll(() => registry.close());

  it('leave workers for other accounts, and wait for accounts with fewer jobs', async () => {
    const started: string[] = [];
    const running = new Map<string, () => void>();
    const queue = new JobQueue(registry.database, () => undefined, {
      'archive.check': ({ versionId }) => {
        started.push(versionId);
        return new Promise<void>((resolve) => running.set(versionId, resolve));
      },
      'archive.checkSlow': nothing,
      'video.follow': nothing,
      'video.callback': nothing,
      'webhook.deliver': nothing,
      'webhook.retry': nothing,
      'retention.sweep': nothing,
    });
    const send = (...jobs: readonly (readonly [group: string, versionId: string])[]) =>
      registry.database.transaction(async (transaction) => {
        for (const [group, versionId] of jobs) await queue.send(transaction, 'archive.check', { versionId }, { group });
      });
    const end = async (versionId: string): Promise<void> => {
      await until(() => running.has(versionId));
      running.get(versionId)!();
    };
    await queue.start();
    try {
      await send(
        ['greedy', 'greedy 1'],
        ['greedy', 'greedy 2'],
        ['greedy', 'greedy 3'],
        ['greedy', 'greedy 4'],
        ['honest', 'honest 1'],
        ['honest', 'honest 2'],
      );
      queue.wake('archive.check');
      // Both run at the same time, although four jobs of the other account were enqueued first.
      await until(() => started.length === 2);
      expect(started.toSorted()).toEqual(['greedy 1', 'honest 1']);
      await end('honest 1');
      await until(() => started.length === 3);
      expect(started[2]).toBe('honest 2');
      await send(['third', 'third 1']);
      await end('honest 2');
      await until(() => started.length === 4);
      expect(started[3]).toBe('third 1');
      await end('third 1');
      await end('greedy 1');
      // The other jobs of that account run one at a time. Two workers that poll at once may change their order.
      for (let count = 5; count <= 7; count++) {
        await until(() => started.length === count);
        await end(started[count - 1]!);
      }
      expect(started.toSorted()).toEqual([
        ...['1', '2', '3', '4'].map((n) => `greedy ${n}`),
        'honest 1',
        'honest 2',
        'third 1',
      ]);
    } finally {
      await queue.stop();
    }
  });
});
