import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  auditRows,
  type Callers,
  changeNode,
  changePublisher,
  changeRows,
  makeNode,
  makePublisher,
  makeToken,
  makeWorld,
  type PublisherWorld,
  userId,
} from '../support/builders.js';
import { expectError, expectNoContent } from '../support/refusals.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';

describe('DELETE /publishers/{publisherId}', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const remove = (as: string | undefined, id: string) => registry.call('DELETE', `/publishers/${id}`, { as });
  const ownPublisher = async (): Promise<string> =>
    makePublisher(registry, await userId(registry, world.callers.owner));

  it('deletes a publisher without nodes', async () => {
    const id = await ownPublisher();
    expectNoContent(await remove(world.callers.owner, id));
    expectError(await remove(world.callers.owner, id), 404, 'PUBLISHER_NOT_FOUND');
    expect(await changeRows(registry, 'publisher', id)).toMatchObject([{ change: 'created' }, { change: 'deleted' }]);
    expect(await auditRows(registry, 'publisher.delete', id)).toMatchObject([
      { publisher_id: id, subject_kind: 'publisher', before: { id } },
    ]);
  });

  it('invalidates its tokens', async () => {
    const id = await ownPublisher();
    const token = await makeToken(registry, id, world.callers.owner);
    const asToken = () => registry.call('PUT', `/publishers/${id}/nodes/some-node`, { as: token, body: {} });
    expectError(await asToken(), 404, 'NODE_NOT_FOUND');
    expectNoContent(await remove(world.callers.owner, id));
    expectError(await asToken(), 401, 'UNAUTHENTICATED');
    expect(
      await registry.database.query('select id from personal_access_tokens where publisher_id = $1', [id]),
    ).toEqual([]);
  });

  it('refuses while it owns nodes, including banned ones, and changes nothing', async () => {
    const id = await ownPublisher();
    const node = await makeNode(registry, id);
    expectError(await remove(world.callers.owner, id), 409, 'PUBLISHER_NOT_EMPTY');
    expectError(await remove(world.callers.admin, id), 409, 'PUBLISHER_NOT_EMPTY');
    await changeNode(registry, node, `status = 'NodeStatusBanned'`);
    expectError(await remove(world.callers.owner, id), 409, 'PUBLISHER_NOT_EMPTY');
    expect(await auditRows(registry, 'publisher.delete', id)).toHaveLength(0);
    expect(await changeRows(registry, 'publisher', id)).toHaveLength(1);
    await changeNode(registry, node, `status = 'NodeStatusDeleted'`);
    expectNoContent(await remove(world.callers.owner, id));
  });

  it('succeeds once for concurrent requests', async () => {
    const id = await ownPublisher();
    const answers = await Promise.all(
      [world.callers.owner, world.callers.owner, world.callers.admin].map((as) => remove(as, id)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect(await auditRows(registry, 'publisher.delete', id)).toHaveLength(1);
  });

  it('requires a valid credential', async () => {
    expectError(await remove(undefined, world.id), 401, 'UNAUTHENTICATED');
    expectError(await remove('not-a-token', world.id), 401, 'UNAUTHENTICATED');
  });

  it.each<keyof Callers>(['member', 'outsider', 'token', 'foreignToken'])(
    'refuses a caller who is %s',
    async (caller) => {
      expectError(await remove(world.callers[caller], world.id), 403, 'FORBIDDEN');
    },
  );

  it('responds alike to an outsider whether or not it owns nodes', async () => {
    const id = await ownPublisher();
    const without = await remove(world.callers.outsider, id);
    await makeNode(registry, id);
    const withNode = await remove(world.callers.outsider, id);
    expectError(without, 403, 'FORBIDDEN');
    expect(withNode.body).toEqual(without.body);
  });

  it('allows admins', async () => {
    expectNoContent(await remove(world.callers.admin, await ownPublisher()));
  });

  it('refuses a banned publisher, except for admins', async () => {
    const id = await ownPublisher();
    await changePublisher(registry, id, `status = 'PublisherStatusBanned'`);
    expectError(await remove(world.callers.owner, id), 403, 'PUBLISHER_BANNED');
    expectNoContent(await remove(world.callers.admin, id));
  });

  it('refuses the publisher of unclaimed nodes, for every caller', async () => {
    expectError(await remove(world.callers.owner, 'unclaimed'), 403, 'FORBIDDEN');
    expectError(await remove(world.callers.admin, 'unclaimed'), 403, 'FORBIDDEN');
    await makeNode(registry, 'unclaimed');
  });

  it.each(['no-such-publisher', 'No%20Such', 'x'.repeat(300)])('responds with 404 for %s', async (id) => {
    expectError(await remove(world.callers.owner, id), 404, 'PUBLISHER_NOT_FOUND');
  });

  it('hides the details of an internal error', async () => {
    const original = registry.services.publishers.delete;
    registry.services.publishers.delete = () => Promise.reject(new Error('vault'));
    try {
      const answer = await remove(world.callers.owner, world.id);
      expectError(answer, 500, 'INTERNAL_ERROR');
      expect(answer.text).not.toContain('vault');
    } finally {
      registry.services.publishers.delete = original;
    }
  });
});
