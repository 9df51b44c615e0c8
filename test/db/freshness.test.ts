import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeNode, makeWorld, type PublisherWorld } from '../support/builders.js';
import { openAgain } from '../support/database.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { itOnServer } from '../support/skips.js';
import { until } from '../support/until.js';

describe('reads after writes', () => {
  let writer: TestRegistry;
  /** Another registry on the same server. On the embedded database, which supports one process, the same registry. */
  let reader: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    writer = await startTestRegistry();
    const { url } = writer.testDatabase;
    reader = url === undefined ? writer : await startTestRegistry({}, await openAgain(url));
    world = await makeWorld(writer);
  });
  afterAll(async () => {
    if (reader !== writer) await reader.close();
    await writer.close();
  });

  const nameAt = async (registry: TestRegistry, node: string): Promise<string> =>
    (await registry.call('GET', `/nodes?node_id=${node}`)).body.nodes[0].name as string;

  /** True once the reader has applied the change that created a node. */
  const knows = async (node: string): Promise<boolean> =>
    (await reader.call('GET', `/nodes?node_id=${node}`)).body.total > 0;

  it('see a write of the same process at once, in every way of reading', async () => {
    const node = await makeNode(writer, world.id, { name: 'before' });
    for (let round = 0; round < 10; round++) {
      const name = `round ${round}`;
      expect(await nameAt(writer, node)).not.toBe(name);
      await writer.call('PUT', `/publishers/${world.id}/nodes/${node}`, { as: world.callers.token, body: { name } });
      expect(await nameAt(writer, node)).toBe(name);
      expect((await writer.graph(`{ node(id: "${node}") { name } }`)).data.node.name).toBe(name);
      expect(
        (await writer.call('GET', `/nodes/search?search=${name.replace(' ', '+')}&node_id=${node}`)).body.nodes[0].name,
      ).toBe(name);
    }
  });

  it('soon see a write of another process', async () => {
    const node = await makeNode(writer, world.id, { name: 'before' });
    await until(() => knows(node));
    for (let round = 0; round < 5; round++) {
      const name = `seen ${round}`;
      await nameAt(reader, node);
      await writer.call('PUT', `/publishers/${world.id}/nodes/${node}`, { as: world.callers.token, body: { name } });
      await until(async () => (await nameAt(reader, node)) === name);
    }
  });

  it('do not cache a value that was read while it was written', async () => {
    const node = await makeNode(writer, world.id, { name: 'before' });
    await until(() => knows(node));
    let last = 'before';
    const writes = (async () => {
      for (let round = 0; round < 15; round++) {
        last = `storm ${round}`;
        await writer.call('PUT', `/publishers/${world.id}/nodes/${node}`, {
          as: world.callers.token,
          body: { name: last },
        });
      }
    })();
    let going = true;
    const reads = Promise.all(
      [writer, reader].map(async (registry) => {
        while (going) await nameAt(registry, node);
      }),
    );
    await writes;
    going = false;
    await reads;
    expect(await nameAt(writer, node)).toBe(last);
    await until(async () => (await nameAt(reader, node)) === last);
  });

  itOnServer('receive notifications of other processes, poll without them, and reconnect', async () => {
    const node = await makeNode(writer, world.id, { name: 'before' });
    const seen = async (name: string): Promise<boolean> => {
      await writer.call('PUT', `/publishers/${world.id}/nodes/${node}`, { as: world.callers.token, body: { name } });
      for (let turn = 0; turn < 100; turn++) {
        if ((await reader.call('GET', `/nodes?node_id=${node}`)).body.nodes[0]?.name === name) return true;
        await wait(20);
      }
      return false;
    };
    const { revision } = reader.services.catalogue;
    const listeners = `select pid from pg_stat_activity where application_name = 'extension-registry listener' and datname = current_database()`;
    // Without notifications, the reader polls.
    await writer.database.query(`select pg_terminate_backend(pid) from (${listeners}) as l`);
    expect(await seen('polled')).toBe(true);
    // With notifications, it need not poll.
    await until(async () => (await writer.database.query(listeners)).length >= 2);
    revision.stop();
    expect(await seen('notified')).toBe(true);
    await revision.start(500);
  });

  it('refresh once for many notifications', async () => {
    const { revision } = reader.services.catalogue;
    let looks = 0;
    reader.database.onStatement = () => void looks++;
    await Promise.all(Array.from({ length: 200 }, () => revision.refresh()));
    reader.database.onStatement = undefined;
    expect(looks).toBeLessThanOrEqual(3);
  });

  it('have ETags with the database id, so that another database never responds with 304', async () => {
    const other = await startTestRegistry();
    try {
      const etag = (await writer.call('GET', '/nodes')).headers.get('etag')!;
      expect((await writer.call('GET', '/nodes', { headers: { 'if-none-match': etag } })).status).toBe(304);
      expect((await other.call('GET', '/nodes', { headers: { 'if-none-match': etag } })).status).toBe(200);
    } finally {
      await other.close();
    }
  });
});
