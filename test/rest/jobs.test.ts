import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JobQueue } from '../../src/jobs/job-queue.js';
import { auditRows, makeWorld, type PublisherWorld } from '../support/builders.js';
import { expectError } from '../support/refusals.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { until } from '../support/until.js';

const IDLE = {
  'archive.check': async () => undefined,
  'archive.checkSlow': async () => undefined,
  'video.follow': async () => undefined,
  'video.callback': async () => undefined,
  'webhook.deliver': async () => undefined,
  'webhook.retry': async () => undefined,
  'retention.sweep': async () => undefined,
};

describe('background jobs', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry();
    world = await makeWorld(registry);
    // The test runs its own queue instead.
    await registry.services.jobs.stop();
  });
  afterAll(() => registry.close());

  const send = (queue: JobQueue, versionId: string, fails = false) =>
    registry.database.transaction(async (transaction) => {
      await queue.send(transaction, 'archive.check', { versionId });
      if (fails) throw new Error('rolled back');
    });

  it('run once if the transaction that enqueued them commits, and otherwise never', async () => {
    const done: string[] = [];
    const queue = new JobQueue(registry.database, () => undefined, {
      ...IDLE,
      'archive.check': async ({ versionId }) => void done.push(versionId),
    });
    await queue.start();
    try {
      await send(queue, 'one');
      await expect(send(queue, 'none', true)).rejects.toThrow('rolled back');
      await send(queue, 'two');
      queue.wake('archive.check');
      await until(() => done.length === 2);
      await registry.idle();
      expect(done.sort()).toEqual(['one', 'two']);
    } finally {
      await queue.stop();
    }
  });

  it('are polled for by one worker of each kind until there is one, then by all', async () => {
    const { jobRunner } = registry.database;
    let looked = 0;
    const executeSql: typeof jobRunner.executeSql = (sql, parameters) => {
      if (/skip locked/i.test(sql)) looked++;
      return jobRunner.executeSql(sql, parameters);
    };
    const database = new Proxy(registry.database, {
      get: (target, name) => (name === 'jobRunner' ? { ...jobRunner, executeSql } : Reflect.get(target, name, target)),
    });
    let [atOnce, most] = [0, 0];
    const queue = new JobQueue(database, () => undefined, {
      ...IDLE,
      'video.callback': async () => {
        most = Math.max(most, ++atOnce);
        await until(() => most === 8);
        atOnce--;
      },
    });
    await queue.start();
    try {
      await until(() => looked >= 4);
      await registry.idle();
      // Each kind polls once at its start and after a second, although up to nineteen jobs can run.
      expect(looked).toBeLessThanOrEqual(8);
      await registry.database.transaction(async (transaction) => {
        for (let index = 0; index < 10; index++)
          await queue.send(transaction, 'video.callback', {
            id: `at once ${index}`,
            url: 'http://localhost:1/',
            body: '{}',
          });
      });
      queue.wake('video.callback');
      await until(() => most === 8 && atOnce === 0);
    } finally {
      await queue.stop();
    }
  });

  it('are retried, then become dead letters, which admins can list and replay', async () => {
    let broken = true;
    const tries: string[] = [];
    const queue = new JobQueue(registry.database, () => undefined, {
      ...IDLE,
      'archive.check': async ({ versionId }) => {
        tries.push(versionId);
        if (broken) throw new Error('the store is unavailable');
      },
    });
    await queue.start();
    const admin = { kind: 'system', name: 'test' } as const;
    try {
      await send(queue, 'stubborn');
      await until(() => tries.length === 1);
      // The retries are minutes apart, so the test makes each one due now.
      await until(async () => {
        await registry.database.jobRunner.executeSql(`update jobs.job set start_after = now() where state = 'retry'`);
        queue.wake('archive.check');
        return (await queue.deadLetters(admin)).length === 1;
      });
      expect(tries).toHaveLength(6);
      expect(await queue.deadLetters(admin)).toMatchObject([
        {
          kind: 'archive.check',
          data: { versionId: 'stubborn' },
          error: expect.stringContaining('the store is unavailable'),
        },
      ]);
      broken = false;
      const actor = { viewer: admin, requestId: 'replay', address: '', idempotent: undefined, precondition: undefined };
      expect(await queue.replay(actor, registry.services.writer)).toBe(1);
      expect(await auditRows(registry, 'job.replay', 'dead')).toMatchObject([
        { actor: 'system:test', after: { 'archive.check': 1 } },
      ]);
      await until(() => tries.length === 7);
      expect(await queue.deadLetters(admin)).toEqual([]);
      await expect(queue.deadLetters({ kind: 'anonymous' })).rejects.toThrow();
    } finally {
      await queue.stop();
    }
  });

  it('are retried if they exceed their time limit', async () => {
    let tries = 0;
    const stuck = Promise.withResolvers<void>();
    const queue = new JobQueue(
      registry.database,
      () => undefined,
      { ...IDLE, 'archive.check': () => (++tries === 1 ? stuck.promise : Promise.resolve()) },
      { heartbeatSeconds: 10, expirySeconds: 1 },
    );
    await queue.start();
    try {
      await send(queue, 'slow');
      queue.wake('archive.check');
      await until(async () => {
        await registry.database.jobRunner.executeSql(`update jobs.job set start_after = now() where state = 'retry'`);
        queue.wake('archive.check');
        return tries === 2;
      });
    } finally {
      stuck.resolve();
      await queue.stop();
    }
  });

  it('are listed for admins only', async () => {
    const other = await startTestRegistry();
    try {
      const admin = await other.signIn('chief', { admin: true });
      expect((await other.call('GET', '/admin/jobs/dead', { as: admin })).body).toEqual({ jobs: [] });
      expect((await other.call('POST', '/admin/jobs/replay', { as: admin })).body).toEqual({ replayed: 0 });
      expect((await other.graph('{ deadJobs { id } }', {}, { as: admin })).data).toEqual({ deadJobs: [] });
      expect((await other.graph('mutation { replayDeadJobs }', {}, { as: admin })).data).toEqual({ replayDeadJobs: 0 });
      const user = await other.signIn('somebody');
      for (const [method, path] of [
        ['GET', '/admin/jobs/dead'],
        ['POST', '/admin/jobs/replay'],
      ] as const) {
        expectError(await other.call(method, path), 401, 'UNAUTHENTICATED');
        expectError(await other.call(method, path, { as: user }), 403, 'FORBIDDEN');
      }
    } finally {
      await other.close();
    }
    expect(world.id).not.toBe('');
  });
});
