import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { auditRows, makeNode, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { createDatabase, openAgain } from '../support/database.js';
import { bounded } from '../support/faults.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.mjs';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { itWhen } from '../support/skips.js';

const CRASHES = bounded({ usual: 2, long: 20 });
const WRITERS = 6;
/** The time of a recovery. The long form runs on an idle machine, where the guaranteed time applies. */
const RECOVERY_MS = bounded({ usual: 30_000, long: 2000 });

describe('a PostgreSQL server that crashes under load', () => {
  let server: PostgresServer;
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    server = await startPostgres();
    const { url } = await createDatabase(server.url);
    registry = await startTestRegistry(
      { MAX_PUBLISHERS_PER_USER: '100000' },
      await openAgain(url, { timeoutMs: 5000 }),
    );
    world = await makeWorld(registry);
    await makeNode(registry, world.id);
  });
  afterAll(async () => {
    await registry.close();
    await server.stop();
  });

  itWhen(process.env['TEST_DATABASE_URL'] === undefined, 'needs a PostgreSQL server that the tests may crash')(
    'loses nothing that was acknowledged, does nothing twice or by halves, and is missed for no more than two seconds',
    async () => {
      const acknowledged: string[] = [];
      const refused: string[] = [];
      const strange: string[] = [];
      let reads = 0;
      let isOver = false;
      const write = async (): Promise<void> => {
        while (!isOver) {
          const id = uniqueName('storm');
          const answer = await registry.call('POST', '/publishers', { as: world.callers.owner, body: { id } });
          if (answer.status === 201) acknowledged.push(id);
          else if (answer.status === 503 && Number(answer.headers.get('retry-after')) > 0) {
            refused.push(id);
            await wait(20);
          } else strange.push(`${answer.status} ${answer.text}`);
        }
      };
      const read = async (): Promise<void> => {
        while (!isOver) {
          // The response may be cached or 503, because the process can't know if it is still valid.
          const answer = await registry.call('GET', '/nodes?limit=3');
          if (answer.status !== 200) strange.push(`read: ${answer.status}`);
          reads++;
          await wait(5);
        }
      };
      await registry.call('GET', '/nodes?limit=3');
      const load = [...Array.from({ length: WRITERS }, write), read()];
      const recoveries: number[] = [];
      for (let crash = 0; crash < CRASHES; crash++) {
        const before = acknowledged.length;
        while (acknowledged.length < before + 20) await wait(10);
        await server.crash!();
        await wait(300);
        await server.comeBack!();
        const back = Date.now();
        for (const at = acknowledged.length; acknowledged.length === at && Date.now() - back < RECOVERY_MS * 2;)
          await wait(10);
        recoveries.push(Date.now() - back);
      }
      isOver = true;
      await Promise.all(load);

      expect(strange).toEqual([]);
      expect(refused.length).toBeGreaterThan(0);
      expect(Math.max(...recoveries)).toBeLessThan(RECOVERY_MS);
      const there = new Set(
        (await registry.database.query<{ id: string }>('select id from publishers')).map(({ id }) => id),
      );
      expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
      // A write without a response may be committed; then it must be complete, and done once.
      const unsaid = refused.filter((id) => there.has(id));
      for (const id of [...unsaid, ...acknowledged.slice(-20)]) {
        const [row] = await registry.database.query<{ members: number; changes: number }>(
          `select (select count(*)::int from publisher_members where publisher_id = $1) as members, (select count(*)::int from changes where kind = 'publisher' and subject_id = $1) as changes`,
          [id],
        );
        expect([row, (await auditRows(registry, 'publisher.create', id)).length]).toEqual([
          { members: 1, changes: 1 },
          1,
        ]);
      }
      const { current } = registry.services.catalogue.revision;
      expect(await registry.database.query('select max(id)::int as current from changes')).toEqual([{ current }]);
      process.stdout.write(
        `PostgreSQL crashed ${CRASHES} times: ${acknowledged.length} writes acknowledged, none lost; ${refused.length} refused, of which ${unsaid.length} are there; ${reads} reads answered; back after ${recoveries.join(', ')} ms\n`,
      );
    },
    600_000,
  );
});
