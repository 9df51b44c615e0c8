import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '../../src/db/database.js';
import { makeNode, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { openAgain, openTestDatabase, type TestDatabase } from '../support/database.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';
import { until } from '../support/until.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

/** Timeout of connections and of statements. Long enough to start the registry on a busy machine. */
const TIMEOUT_MS = 5000;
/** Long enough that it is not reached on a busy machine. */
const PATIENT_MS = 10_000;
/** Limit of the time of a response: a connection and a statement that both time out, twice if GraphQL retries. */
const BOUND_MS = 30_000;

/** Begins a transaction with a statement. @returns a function that ends it */
async function holding(database: Database, sql: string): Promise<{ readonly release: () => Promise<void> }> {
  let end = (): void => undefined;
  let hasBegun = (): void => undefined;
  const began = new Promise<void>((resolve) => (hasBegun = resolve));
  const ended = database.transaction(async ({ query }) => {
    await query(sql);
    const released = new Promise<void>((resolve) => (end = resolve));
    hasBegun();
    await released;
  });
  await Promise.race([began, ended]);
  return {
    release: () => {
      end();
      return ended;
    },
  };
}

describe('a database that fails', () => {
  let direct: TestDatabase;
  let proxy: TcpProxy;
  let registry: TestRegistry;
  let world: PublisherWorld;
  let node: string;

  beforeAll(async () => {
    direct = await openTestDatabase();
    proxy = await startTcpProxy(direct.url!);
    registry = await startTestRegistry({}, await openAgain(proxy.url, { timeoutMs: TIMEOUT_MS }));
    world = await makeWorld(registry);
    node = await makeNode(registry, world.id);
    await known();
  });
  afterEach(() => proxy.restore());
  afterAll(async () => {
    proxy.restore();
    await registry.close();
    await proxy.close();
    await direct.close();
  });

  /** Sends a request whose response is cached. */
  const known = () => registry.call('GET', '/nodes?limit=3');
  const unknownPath = (): string => `/nodes/search?search=${uniqueName('never')}`;
  const rename = (name: string) =>
    registry.call('PUT', `/publishers/${world.id}/nodes/${node}`, { as: world.callers.owner, body: { name } });
  const timed = async (work: () => Promise<Answer>): Promise<Answer> => {
    const started = Date.now();
    const answer = await work();
    expect(Date.now() - started).toBeLessThan(BOUND_MS);
    return answer;
  };
  const expectUnavailable = (answer: Answer): void => {
    expect([answer.status, answer.body.error, Number(answer.headers.get('retry-after')) > 0]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      true,
    ]);
  };
  const isBack = async (withinMs = BOUND_MS): Promise<void> => {
    const deadline = Date.now() + withinMs;
    for (;;) {
      const answers = [
        await registry.call('GET', unknownPath()),
        await rename(uniqueName('back')),
        await registry.call('GET', '/readyz'),
      ];
      if (Date.now() > deadline)
        throw new Error(`It is not back in time: ${answers.map(({ status, text }) => `${status} ${text}`).join('; ')}`);
      if (answers.every(({ status }) => status === 200)) return;
      await wait(50);
    }
  };

  it.each<[string, () => void]>([
    ['refuses connections', () => proxy.cut()],
    ['does not answer', () => proxy.block()],
  ])(
    'that %s: 503 in time, cached responses are served, and everything works after the recovery',
    async (_what, fail) => {
      await known();
      fail();
      const [read, write, video, graph, ready, kept] = await Promise.all([
        timed(() => registry.call('GET', unknownPath())),
        timed(() => rename('lost')),
        timed(() =>
          registry.call('POST', '/proxy/video/start-end2video', {
            as: world.callers.owner,
            body: { model: 'm', images: ['https://example.org/a.png', 'https://example.org/b.png'] },
          }),
        ),
        timed(() =>
          registry.call('POST', '/graphql', {
            body: { query: `{ searchNodes(search: "${uniqueName('never')}") { total } }` },
          }),
        ),
        timed(() => registry.call('GET', '/readyz')),
        known(),
      ]);
      expectUnavailable(read);
      expectUnavailable(write);
      // Each response has the error shape of its endpoint.
      expect([Object.keys(read.body), Object.keys(write.body)]).toEqual([
        ['error', 'message'],
        ['error', 'message'],
      ]);
      expect([video.status, Object.keys(video.body), Number(video.headers.get('retry-after')) > 0]).toEqual([
        503,
        ['message', 'details'],
        true,
      ]);
      expect([
        graph.body.errors[0].extensions.code,
        graph.body.data,
        graph.status,
        Number(graph.headers.get('retry-after')) > 0,
      ]).toEqual(['SERVICE_UNAVAILABLE', { searchNodes: null }, 503, true]);
      expect([ready.status, kept.status]).toEqual([503, 200]);
      proxy.restore();
      await isBack();
      // All errors were recognized as transient.
      expect(
        registry.log.filter((line) => line.includes('unexpected error') && !line.includes('"type":"AppError"')),
      ).toEqual([]);
    },
  );

  it('that fails right after a write: callers of invalidated responses get 503 at once, and the process survives', async () => {
    const body = { query: '{ nodes(limit: 3) { total nodes { name publisher { name } } } }' };
    const kept = () => registry.call('POST', '/graphql', { body });
    for (let turn = 0; turn < 4; turn++) expect((await kept()).status).toBe(200);
    expect((await rename(uniqueName('last'))).status).toBe(200);
    proxy.cut();
    // The lists can't be updated. No caller waits for more than two attempts, even with many others.
    for (const { body: answer, status } of await Promise.all(Array.from({ length: 20 }, () => timed(kept))))
      expect([status, answer.errors[0].extensions.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    proxy.restore();
    await isBack();
    expect((await kept()).body.data.nodes.total).toBeGreaterThan(0);
  });

  it('that drops connections during writes: acknowledged writes are stored with their audit rows, others are not', async () => {
    const acknowledged: string[] = [];
    const refused: string[] = [];
    let isOver = false;
    const resets = (async () => {
      while (!isOver) {
        await wait(150);
        proxy.reset();
      }
    })();
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let index = 0; index < 15; index++) {
          const id = uniqueName('dropped');
          const { status, body } = await registry.call('POST', `/publishers/${world.id}/nodes`, {
            as: world.callers.owner,
            body: { id },
          });
          if (status === 201) acknowledged.push(id);
          else {
            refused.push(id);
            expect([status, body.error]).toEqual([503, 'SERVICE_UNAVAILABLE']);
          }
        }
      }),
    );
    isOver = true;
    await resets;
    await isBack();
    const ids = [...acknowledged, ...refused];
    const there = new Set(
      (await direct.database.query<{ id: string }>('select id from nodes where id = any($1::text[])', [ids])).map(
        ({ id }) => id,
      ),
    );
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
    // A write without a response may be committed; then it must be complete, with exactly one of each audit and change
    // row.
    const notes = (table: string, column: string, more = '') =>
      direct.database.query<{ id: string; count: number }>(
        `select ${column} as id, count(*)::int as count from ${table} where ${column} = any($1::text[]) ${more} group by 1`,
        [ids],
      );
    for (const rows of [
      await notes('audit_log', 'subject_id', `and action = 'node.create'`),
      await notes('changes', 'subject_id', `and kind = 'node'`),
    ]) {
      expect(new Map(rows.map(({ id, count }) => [id, count]))).toEqual(new Map([...there].map((id) => [id, 1])));
    }
    process.stdout.write(
      `outage: ${acknowledged.length} writes acknowledged, ${refused.length} refused, of which ${[...there].length - acknowledged.length} are there\n`,
    );
    expect(refused.length).toBeGreaterThan(0);
  });

  it('that stalls during a write: a retry with the same Idempotency-Key executes it once', async () => {
    const told: string[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const [key, id] = [randomUUID(), uniqueName('stalled')];
      const create = () =>
        registry.call('POST', `/publishers/${world.id}/nodes`, {
          as: world.callers.owner,
          body: { id },
          headers: { 'idempotency-key': key },
        });
      const first = timed(create);
      // At any time from before its first statement to after its last one.
      await wait(turn * 5);
      proxy.block();
      await wait(500);
      const { status } = await first;
      // Delayed packets arrive now, perhaps a commit that nobody waits for any more.
      proxy.restore();
      // The transaction may stay open with its locks until the server notices or ends it, and others wait for that.
      await isBack();
      let again = await create();
      for (
        const deadline = Date.now() + BOUND_MS;
        again.status === 409 && again.body.error === 'IDEMPOTENCY_KEY_RUNNING' && Date.now() < deadline;
        again = await create()
      )
        await wait(100);
      told.push(`${status} ${again.body.error ?? again.status}`);
      expect([201, 503]).toContain(status);
      // Either this request executed it, or an earlier one did, whose response was lost; the response reports which.
      expect([again.status, again.body.error]).toEqual(
        again.status === 201 ? [201, undefined] : [409, 'IDEMPOTENCY_KEY_SPENT'],
      );
      const count = async (table: string, more: string): Promise<number> =>
        (
          await direct.database.query<{ count: number }>(`select count(*)::int as count from ${table} where ${more}`, [
            id,
          ])
        )[0]!.count;
      expect([
        await count('nodes', 'id = $1'),
        await count('audit_log', `subject_id = $1 and action = 'node.create'`),
        await count('changes', `subject_id = $1 and kind = 'node'`),
      ]).toEqual([1, 1, 1]);
    }
    process.stdout.write(`outage: stalled in the middle of a write, and sent again: ${told.join(', ')}\n`);
  });

  it('that stalls after many of the statements that were sent together: the last one times out like the first', async () => {
    const timeoutMs = 1000;
    const impatient = await openAgain(proxy.url, { timeoutMs });
    const lockSql = 'select pg_advisory_xact_lock(7411960098)';
    const lock = await holding(direct.database, lockSql);
    try {
      const failed = impatient.database
        .transaction((transaction) =>
          transaction.together([...Array.from({ length: 40 }, () => ({ sql: 'select 1' })), { sql: lockSql }]),
        )
        .then(
          () => 'done',
          () => 'failed',
        );
      await until(async () => {
        const [row] = await direct.database.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted`,
        );
        return row!.waiting > 0;
      });
      proxy.block();
      expect(await Promise.race([failed, wait(20 * timeoutMs)])).toBe('failed');
    } finally {
      proxy.restore();
      await lock.release();
      await impatient.close();
    }
  });

  it('that stalls while a key is reserved: later requests with the key are not refused forever as running', async () => {
    // The server waits a second longer for the transaction to continue than the registry waits for its commit.
    const patient = await startTestRegistry({}, await openAgain(proxy.url, { timeoutMs: 2 * TIMEOUT_MS }));
    try {
      const { observe } = patient.database;
      const body = { id: uniqueName('taken') };
      const headers = { 'idempotency-key': randomUUID() };
      const as = await patient.signIn(uniqueName('taker'));
      const create = () => patient.call('POST', '/publishers', { as, body, headers });
      let isTaken = false;
      patient.database.observe = (sql, run) => {
        // The commit is sent, but arrives after the registry has stopped waiting for it.
        if (isTaken && sql === 'commit') proxy.block();
        isTaken ||= sql.includes('insert into idempotency_keys');
        return observe ? observe(sql, run) : run();
      };
      expectUnavailable(await timed(create));
      patient.database.observe = observe;
      proxy.restore();
      let again = await create();
      for (
        const deadline = Date.now() + BOUND_MS;
        again.status === 409 && Date.now() < deadline;
        again = await create()
      )
        await wait(100);
      expect([again.status, again.body.error]).toEqual([201, undefined]);
    } finally {
      proxy.restore();
      await patient.close();
    }
  });

  it('whose connections are all in use: 503 in time', async () => {
    const narrow = await startTestRegistry({}, await openAgain(direct.url!, { poolSize: 1, timeoutMs: PATIENT_MS }));
    const sameIssuer = await narrow.signIn(uniqueName('taker'));
    await narrow.call('GET', '/users', { as: sameIssuer });
    const create = () => narrow.call('POST', '/publishers', { as: sameIssuer, body: { id: uniqueName('taken') } });
    const read = () => narrow.call('GET', unknownPath());
    try {
      const write = await holding(narrow.database, 'select 1');
      // Reads use a separate pool.
      expect((await read()).status).toBe(200);
      expectUnavailable(await timed(create));
      await write.release();
      expect((await create()).status).toBe(201);

      const lock = 'select pg_advisory_xact_lock(7411960099)';
      const holder = await holding(direct.database, lock);
      const waiting = narrow.database.query(lock);
      expectUnavailable(await timed(read));
      await holder.release();
      await waiting;
      expect((await read()).status).toBe(200);
    } finally {
      await narrow.close();
    }
  });

  it('that makes a write wait for several locks, each shorter than the timeout: the write succeeds', async () => {
    const patient = await startTestRegistry({}, await openAgain(direct.url!, { timeoutMs: PATIENT_MS }));
    const { id: publisherId, callers } = await makeWorld(patient);
    const nodeId = await makeNode(patient, publisherId);
    let taken = 0;
    const locks: [string, string][] = [
      ['select pg_advisory_xact_lock(hashtextextended($1::text, 7411960003))', publisherId],
      ['select id from publishers where id = $1 for update', publisherId],
      ['select id from nodes where id = $1 for update', nodeId],
    ];
    const held = locks.map(([sql, id], index) =>
      direct.database.transaction(async ({ query }) => {
        await query(sql, [id]);
        taken++;
        await wait(PATIENT_MS * 0.4 * (index + 1));
      }),
    );
    await until(async () => taken === locks.length);
    // Longer than the timeout of each lock.
    const body = { name: 'waits for three' };
    const path = `/publishers/${publisherId}/nodes/${nodeId}`;
    expect((await patient.call('PUT', path, { as: callers.owner, body })).status).toBe(200);
    await Promise.all(held);
    await patient.close();
  });

  it('whose row is locked by another connection: 503 in time', async () => {
    let release = (): void => undefined;
    const held = direct.database.transaction(async ({ query }) => {
      await query('select id from nodes where id = $1 for update', [node]);
      await new Promise<void>((resolve) => (release = resolve));
    });
    await wait(100);
    expectUnavailable(await timed(() => rename('waits')));
    release();
    await held;
    expect((await rename('goes')).status).toBe(200);
  });
});
