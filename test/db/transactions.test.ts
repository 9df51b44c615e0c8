import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditAction } from '../../src/values/audit.js';
import type { Actor } from '../../src/services/write.js';
import { makeNode, makePublisher, makeWorld, uniqueName, userId, versionId } from '../support/builders.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { itOnServer } from '../support/skips.js';

const SYSTEM: Actor = { viewer: { kind: 'system', name: 'test' }, requestId: 'test', address: '' };

describe('transactions', () => {
  let registry: TestRegistry;
  let ownerId: string;

  beforeAll(async () => {
    registry = await startTestRegistry();
    ownerId = await userId(registry, (await makeWorld(registry)).callers.owner);
  });
  afterAll(() => registry.close());

  const nameOf = async (id: string) =>
    (await registry.database.query<{ name: string }>('select name from publishers where id = $1', [id]))[0]?.name;
  const rename = (id: string, name: string) =>
    registry.services.writer.run(SYSTEM, async (write) => {
      await write.query('update publishers set name = $2 where id = $1', [id, name]);
      write.changed({ kind: 'publisher', id, change: 'updated' });
      write.audit({ action: 'publisher.update', subjectKind: 'publisher', subjectId: id, publisherId: id });
    });
  const auditOf = async (action: string, subjects: string[]) =>
    (
      await registry.database.query<{ count: number }>(
        'select count(*)::int as count from audit_log where action = $1 and subject_id = any($2::text[])',
        [action, subjects],
      )
    )[0]!.count;
  const counts = async () =>
    (
      await registry.database.query<object>(
        'select (select count(*)::int from audit_log) as audit, (select count(*)::int from changes) as changes, (select count(*)::int from publishers) as publishers',
      )
    )[0];

  describe('a read or a write outside the open transaction, called inside it', () => {
    it('fails at once, instead of waiting for its own transaction', async () => {
      const { database } = registry;
      await database.transaction(async ({ query }) => {
        await expect(database.query('select 1')).rejects.toThrow(/outside the open transaction/);
        await expect(database.transaction(async () => undefined)).rejects.toThrow(/can’t be nested/);
        await expect(registry.services.catalogue.publishers.one('unknown-publisher')).rejects.toThrow(
          /outside the open transaction/,
        );
        await expect(registry.services.writer.run(SYSTEM, async () => undefined)).rejects.toThrow(/can’t be nested/);
        expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
      });
      expect(await database.query('select 2 as two')).toEqual([{ two: 2 }]);
    });

    it('fails inside the write of a service, too, which is rolled back', async () => {
      const id = await makePublisher(registry, ownerId, { name: 'Before' });
      const write = registry.services.writer.run(SYSTEM, async (open) => {
        await open.query('update publishers set name = $2 where id = $1', [id, 'During']);
        await registry.services.publishers.ofUser(ownerId);
      });
      await expect(write).rejects.toThrow(/outside the open transaction/);
      expect(await nameOf(id)).toBe('Before');
    });
  });

  describe('an open transaction', () => {
    it('can’t be read from outside before it ends', async () => {
      const id = await makePublisher(registry, ownerId, { name: 'Before' });
      const written = Promise.withResolvers<void>();
      const end = Promise.withResolvers<void>();
      const open = registry.database.transaction(async ({ query }) => {
        await query('update publishers set name = $2 where id = $1', [id, 'Never committed']);
        written.resolve();
        await end.promise;
        throw new Error('taken back');
      });
      await written.promise;
      const outside = nameOf(id);
      // A server responds with the old state at once; the embedded database responds after the transaction.
      if (!registry.database.isEmbedded) expect(await outside).toBe('Before');
      end.resolve();
      await expect(open).rejects.toThrow('taken back');
      expect(await outside).toBe('Before');
    });

    it('is read by all callers after it has ended', async () => {
      const id = await makePublisher(registry, ownerId, { name: 'Before' });
      await rename(id, 'After');
      expect(await nameOf(id)).toBe('After');
      expect((await registry.services.catalogue.publishers.one(id))!.name).toBe('After');
    });

    it('contains no statements of other callers', async () => {
      const id = await makePublisher(registry, ownerId, { name: 'Before' });
      const written = Promise.withResolvers<void>();
      const end = Promise.withResolvers<void>();
      const open = registry.database.transaction(async ({ query }) => {
        await query('select 1');
        written.resolve();
        await end.promise;
        throw new Error('taken back');
      });
      await written.promise;
      const other = rename(id, 'Stays');
      if (!registry.database.isEmbedded) await other;
      end.resolve();
      await expect(open).rejects.toThrow('taken back');
      await other;
      expect(await nameOf(id)).toBe('Stays');
    });

    it('runs after other transactions on the embedded database, and concurrently on a server', async () => {
      let running = 0;
      let most = 0;
      const both = Promise.withResolvers<void>();
      await Promise.all(
        [1, 2].map(() =>
          registry.database.transaction(async ({ query }) => {
            most = Math.max(most, ++running);
            if (running === 2) both.resolve();
            await query('select 1');
            if (!registry.database.isEmbedded) await both.promise;
            running--;
          }),
        ),
      );
      expect(most).toBe(registry.database.isEmbedded ? 1 : 2);
    });

    it('causes no lost updates', async () => {
      const id = await makePublisher(registry, ownerId, { name: '0' });
      await Promise.all(
        Array.from({ length: 20 }, () =>
          registry.database.transaction(async ({ query }) => {
            const [row] = await query<{ name: string }>('select name from publishers where id = $1 for update', [id]);
            await query('update publishers set name = $2 where id = $1', [id, String(Number(row!.name) + 1)]);
          }),
        ),
      );
      expect(await nameOf(id)).toBe('20');
    });

    it('ends among many concurrent ones that write the same rows', async () => {
      const { callers, id } = await makeWorld(registry);
      const nodes = await Promise.all(
        [1, 2, 3].map((number) =>
          makeNode(registry, id, {
            description: `words that all of them share ${number}`,
            versions: [{ version: '1.0.0' }, { version: '2.0.0' }],
          }),
        ),
      );
      const versions = await Promise.all(nodes.map((node) => versionId(registry, node, '2.0.0')));
      const base = `/publishers/${id}`;
      const requests = Array.from({ length: 6 }, (_, round) => [
        registry.call('PUT', base, { as: callers.owner, body: { name: `Crowd ${round} apple pear` } }),
        registry.call('POST', `${base}/tokens`, { as: callers.owner, body: { name: `token ${round}` } }),
        registry.call('DELETE', base, { as: callers.admin }),
        ...nodes.map((node) =>
          registry.call('PUT', `${base}/nodes/${node}`, {
            as: callers.token,
            body: { name: `Pear ${round} apple`, tags: [`tag${round}`, 'plum'] },
          }),
        ),
        ...nodes.map((node, index) =>
          registry.call('DELETE', `${base}/nodes/${node}/versions/${versions[index]}`, { as: callers.member }),
        ),
      ]).flat();
      const statuses = (await Promise.all(requests)).map(({ status }) => status);
      expect([...new Set(statuses)].sort()).toEqual([200, 201, 204, 409]);
      expect(await auditOf('version.unpublish', versions)).toBe(3);
    });

    it('does not delay the following ones when it fails', async () => {
      const results = await Promise.allSettled(
        [1, 2, 3, 4].map((number) =>
          registry.database.transaction(async ({ query }) => {
            if (number % 2 === 0) await query('select no_such_column from publishers');
            return (await query<{ number: number }>('select $1::int as number', [number]))[0]!.number;
          }),
        ),
      );
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
      expect(await registry.database.query('select 1 as one')).toEqual([{ one: 1 }]);
    });
  });

  describe('a write', () => {
    /** Returns the statements of the work by round trip. Pipelined statements share one. */
    const ways = async (work: () => Promise<unknown>): Promise<string[][]> => {
      const { database } = registry;
      const { observe } = database;
      const found: string[][] = [];
      const wayOf = new Map<Promise<unknown>, string[]>();
      database.observe = (sql, run, before) => {
        const way = (before && wayOf.get(before)) ?? [];
        if (way.length === 0) found.push(way);
        way.push(sql.trim());
        const result = run();
        wayOf.set(result, way);
        return result;
      };
      await work();
      database.observe = observe;
      return found;
    };

    itOnServer(
      'takes at most seven round trips to a server: locks are taken together, and the lock of all writes ends with the commit',
      async () => {
        const { callers, id } = await makeWorld(registry);
        const node = await makeNode(registry, id);
        const update = (description: string) =>
          registry.call('PUT', `/publishers/${id}/nodes/${node}`, { as: callers.owner, body: { description } });
        await update('once');
        // The shortest of several updates is used, because background work may send statements in between.
        const tries: string[][][] = [];
        for (let times = 0; times < 5; times++) {
          const all = await ways(async () => expect((await update(`again ${times}`)).status).toBe(200));
          tries.push(
            all
              .map((way) => way.filter((sql) => !/from (changes|webhooks)\b|\bjobs\./.test(sql)))
              .filter((way) => way.length > 0),
          );
        }
        const [own] = tries.sort((one, other) => one.flat().length - other.flat().length) as [string[][]];
        const locks = own.find(([sql]) => sql!.startsWith('select pg_advisory_xact_lock_shared'));
        expect(own.at(-1)![0]).toContain('from nodes');
        expect(locks).toHaveLength(4);
        expect(own.find((way) => way.includes('commit'))).toEqual([
          expect.stringMatching(/^insert into node_words/),
          expect.stringMatching(/^with turn/),
          'commit',
        ]);
        expect(own.length).toBeLessThanOrEqual(7);
      },
    );

    it('waits for its last statement before it notifies other processes', async () => {
      const id = await makePublisher(registry, ownerId, { name: 'Before' });
      const rows = await registry.database.transaction(async (transaction) => {
        await transaction.query('update publishers set name = $2 where id = $1', [id, 'After']);
        return transaction.last<{ name: string }[][]>([
          { sql: 'select name from publishers where id = $1 and pg_sleep(0.05) is not null', parameters: [id] },
        ]);
      });
      expect(rows()).toEqual([[{ name: 'After' }]]);
      expect(await nameOf(id)).toBe('After');
    });
  });

  describe('pipelined statements', () => {
    it('each see the effects of the previous ones, and their results are in order', async () => {
      const id = await makePublisher(registry, ownerId, { name: 'Before' });
      const read = { sql: 'select name from publishers where id = $1', parameters: [id] };
      const found = await registry.database.transaction((transaction) =>
        transaction.together<[{ name: string }[], object[], { name: string }[]]>([
          read,
          { sql: `update publishers set name = 'After' where id = $1`, parameters: [id] },
          read,
        ]),
      );
      expect(found).toEqual([[{ name: 'Before' }], [], [{ name: 'After' }]]);
    });

    it('are refused after the end of the transaction', async () => {
      const ended = await registry.database.transaction(async (transaction) => transaction);
      await expect(ended.query('select 1')).rejects.toThrow(/has ended/);
      await expect(ended.together([{ sql: 'select 1' }])).rejects.toThrow(/has ended/);
    });

    it('are all rolled back if one fails, and the connection stays usable', async () => {
      const id = await makePublisher(registry, ownerId, { name: 'Before' });
      const failing = registry.database.transaction((transaction) =>
        transaction.together([
          { sql: `update publishers set name = 'During' where id = $1`, parameters: [id] },
          { sql: 'select 1 / $1::int', parameters: [0] },
          { sql: 'select 1' },
        ]),
      );
      await expect(failing).rejects.toThrow(/division by zero/);
      expect(await nameOf(id)).toBe('Before');
      await Promise.all(Array.from({ length: 12 }, () => rename(id, 'Still works')));
      expect(await nameOf(id)).toBe('Still works');
    });
  });

  describe('a write that fails', () => {
    it('leaves no change, no audit row and no change row', async () => {
      const id = uniqueName('never');
      const before = await counts();
      const revision = registry.services.catalogue.revision.current;
      const failing = registry.services.writer.run(SYSTEM, async (write) => {
        await write.query(
          `insert into publishers (id, name, status, created_at, updated_at) values ($1, 'x', 'PublisherStatusActive', now(), now())`,
          [id],
        );
        write.changed({ kind: 'publisher', id, change: 'created' });
        write.audit({ action: 'publisher.create', subjectKind: 'publisher', subjectId: id });
        throw new Error('thought better of it');
      });
      await expect(failing).rejects.toThrow('thought better of it');
      expect(await counts()).toEqual(before);
      expect(registry.services.catalogue.revision.current).toBe(revision);
    });

    it('leaves none of them if the commit fails', async () => {
      const publisherId = await makePublisher(registry, ownerId);
      const id = await makeNode(registry, publisherId);
      const before = await counts();
      const failing = registry.services.writer.run(SYSTEM, async (write) => {
        // This foreign key is checked at the commit.
        await write.query('update nodes set latest_version_id = $2::uuid where id = $1', [id, randomUUID()]);
        write.changed({ kind: 'node', id, change: 'updated' });
        write.audit({ action: 'publisher.update', subjectKind: 'node', subjectId: id });
      });
      await expect(failing).rejects.toThrow(/foreign key/);
      expect(await counts()).toEqual(before);
      expect((await registry.call('GET', `/nodes?node_id=${id}`)).body.nodes[0].latest_version.version).toBe('1.0.0');
      await rename(publisherId, 'Still works');
      expect(await nameOf(publisherId)).toBe('Still works');
    });

    it('is rolled back completely if its audit row can’t be inserted', async () => {
      const id = await makePublisher(registry, ownerId, { name: 'Before' });
      const before = await counts();
      const failing = registry.services.writer.run(SYSTEM, async (write) => {
        await write.query('update publishers set name = $2 where id = $1', [id, 'During']);
        write.changed({ kind: 'publisher', id, change: 'updated' });
        write.audit({ action: null as unknown as AuditAction, subjectKind: 'publisher', subjectId: id });
      });
      await expect(failing).rejects.toThrow(/null/);
      expect(await counts()).toEqual(before);
      expect(await nameOf(id)).toBe('Before');
    });
  });

  describe('the rows of the changes feed', () => {
    interface Row {
      readonly id: number;
      readonly subject: string;
    }
    const after = (id: number) =>
      registry.database.query<Row>(
        'select id::float8 as id, subject_id as subject from changes where id > $1 order by changes.id',
        [id],
      );
    const lastId = async () => (await after(0)).at(-1)?.id ?? 0;

    it('are in the order of the calls in a write', async () => {
      const start = await lastId();
      await registry.services.writer.run(SYSTEM, async (write) => {
        for (const id of ['c', 'a', 'b']) write.changed({ kind: 'publisher', id, change: 'updated' });
      });
      expect((await after(start)).map(({ subject }) => subject)).toEqual(['c', 'a', 'b']);
    });

    it('are in commit order: a reader that polls with the last id misses none of 20 concurrent ones', async () => {
      // On a server the duration of commits varies, so that a later id would often commit earlier without the lock.
      if (!registry.database.isEmbedded) {
        await registry.database.transaction(async ({ query }) => {
          await query(
            `create function slow_commit() returns trigger language plpgsql as $$ begin perform pg_sleep(random() * 0.03); return null; end $$`,
          );
          await query(
            `create constraint trigger slow_commit after insert on changes deferrable initially deferred for each row execute function slow_commit()`,
          );
        });
      }
      const start = await lastId();
      let writing = true;
      const seen: Row[] = [];
      const poll = async () => {
        for (let last = false; !last;) {
          last = !writing;
          seen.push(...(await after(seen.at(-1)?.id ?? start)));
        }
      };
      const polling = poll();
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const subject = `writer-${index}`;
          await registry.services.writer.run(SYSTEM, async (write) => {
            write.changed({ kind: 'publisher', id: subject, change: 'updated' });
            for (let statement = 0; statement < (index * 7) % 20; statement++) await write.query('select 1');
          });
          // A writer reads its own write when it returns.
          expect((await after(start)).map((row) => row.subject)).toContain(subject);
          expect(registry.services.catalogue.revision.current).toBeGreaterThanOrEqual(
            (await after(start)).find((row) => row.subject === subject)!.id,
          );
        }),
      );
      writing = false;
      await polling;
      if (!registry.database.isEmbedded)
        await registry.database.transaction(
          async ({ query }) => void (await query('drop function slow_commit cascade')),
        );
      const all = await after(start);
      expect(all).toHaveLength(20);
      expect(seen).toEqual(all);
      expect(seen.map(({ id }) => id)).toEqual([...seen.map(({ id }) => id)].sort((a, b) => a - b));
    });

    itOnServer('get their ids after a commit that is in progress', async () => {
      const { database } = registry;
      await database.transaction(async ({ query }) => {
        await query(
          `create function held_commit() returns trigger language plpgsql as $$ begin if new.subject_id = 'held' then perform pg_advisory_xact_lock_shared(99); end if; return null; end $$`,
        );
        await query(
          `create constraint trigger held_commit after insert on changes deferrable initially deferred for each row execute function held_commit()`,
        );
      });
      /** Waits until this number of transactions waits for an advisory lock. */
      const untilWaiting = async (count: number) => {
        for (;;) {
          const [row] = await database.query<{ waiting: number }>(
            `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
          );
          if (row!.waiting === count) return;
        }
      };
      const write = (id: string) =>
        registry.services.writer.run(SYSTEM, async (open) =>
          open.changed({ kind: 'publisher', id, change: 'updated' }),
        );
      const start = await lastId();
      const locked = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      const holder = database.transaction(async ({ query }) => {
        await query('select pg_advisory_xact_lock(99)');
        locked.resolve();
        await release.promise;
      });
      await locked.promise;
      const held = write('held');
      await untilWaiting(1);
      const quick = write('quick');
      await untilWaiting(2);
      expect(await after(start)).toEqual([]);
      release.resolve();
      await Promise.all([holder, held, quick]);
      expect((await after(start)).map(({ subject }) => subject)).toEqual(['held', 'quick']);
      await database.transaction(async ({ query }) => void (await query('drop function held_commit cascade')));
    });
  });
});
