import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { startRegistry } from '../../src/server/registry.js';
import {
  auditRows,
  type Callers,
  changePublisher,
  changeRows,
  makePublisher,
  makeToken,
  makeWorld,
  type PublisherWorld,
  userId,
} from '../support/builders.js';
import { expectError, expectNoContent } from '../support/refusals.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';

describe('DELETE /publishers/{publisherId}/tokens/{tokenId}', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const remove = (as: string | undefined, publisherId: string, tokenId: string) =>
    registry.call('DELETE', `/publishers/${publisherId}/tokens/${tokenId}`, { as });
  const useToken = (token: string, publisherId: string) =>
    registry.call('PUT', `/publishers/${publisherId}/nodes/some-node`, { as: token, body: {} });

  /** Creates a token of a publisher, and finds its id. */
  async function newToken(publisherId: string, owner: string): Promise<{ id: string; secret: string }> {
    const secret = await makeToken(registry, publisherId, owner);
    const [row] = await registry.database.query<{ id: string }>(
      'select id from personal_access_tokens where publisher_id = $1 and last_four = $2 order by created_at desc',
      [publisherId, secret.slice(-4)],
    );
    return { id: row!.id, secret };
  }

  it('invalidates the token at once', async () => {
    const { id, secret } = await newToken(world.id, world.callers.owner);
    expectError(await useToken(secret, world.id), 404, 'NODE_NOT_FOUND');
    expectNoContent(await remove(world.callers.owner, world.id, id));
    expectError(await useToken(secret, world.id), 401, 'UNAUTHENTICATED');
    expectError(await remove(world.callers.owner, world.id, id), 404, 'TOKEN_NOT_FOUND');
  });

  it('invalidates it at once in another process that has just used it', async () => {
    const { id, secret } = await newToken(world.id, world.callers.owner);
    const other = await startRegistry(
      registry.settings,
      { database: registry.database, close: () => Promise.resolve() },
      pino({ level: 'silent' }),
    );
    const useThere = async () =>
      (
        await fetch(`${other.url}/publishers/${world.id}/nodes/some-node`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${secret}` },
        })
      ).status;
    try {
      expect(await useThere()).toBe(404);
      expectNoContent(await remove(world.callers.owner, world.id, id));
      expect(await useThere()).toBe(401);
    } finally {
      await other.close();
    }
  });

  it('keeps the other tokens', async () => {
    const kept = await newToken(world.id, world.callers.owner);
    const gone = await newToken(world.id, world.callers.owner);
    expectNoContent(await remove(world.callers.owner, world.id, gone.id.toUpperCase()));
    expectError(await useToken(kept.secret, world.id), 404, 'NODE_NOT_FOUND');
  });

  it('records who deleted it, and hides that from the public', async () => {
    const { id, secret } = await newToken(world.id, world.callers.owner);
    const changes = await changeRows(registry, 'publisher', world.id);
    await remove(world.callers.owner, world.id, id);
    expect(await auditRows(registry, 'token.delete', id)).toMatchObject([
      {
        actor: `user:${await userId(registry, world.callers.owner)}`,
        publisher_id: world.id,
        before: { name: 'test token', lastFour: secret.slice(-4) },
      },
    ]);
    expect(await changeRows(registry, 'publisher', world.id)).toEqual(changes);
  });

  it('succeeds once for concurrent requests', async () => {
    const { id } = await newToken(world.id, world.callers.owner);
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(world.callers.owner, world.id, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404]);
    expect(await auditRows(registry, 'token.delete', id)).toHaveLength(1);
  });

  it.each([
    'not-a-uuid',
    '123',
    '00000000-0000-4000-8000-000000000000',
    '00000000-0000-4000-8000-0000000000001',
    '00000000000040008000000000000000',
  ])('responds with 404 for %s', async (id) => {
    expectError(await remove(world.callers.owner, world.id, id), 404, 'TOKEN_NOT_FOUND');
  });

  it('responds with 404 for a token of another publisher, and keeps it', async () => {
    const { id, secret } = await newToken(world.foreignId, world.callers.outsider);
    expectError(await remove(world.callers.owner, world.id, id), 404, 'TOKEN_NOT_FOUND');
    expectError(await remove(world.callers.admin, world.id, id), 404, 'TOKEN_NOT_FOUND');
    expectError(await useToken(secret, world.foreignId), 404, 'NODE_NOT_FOUND');
  });

  it('responds with 404 for an unknown publisher', async () => {
    expectError(await remove(world.callers.owner, 'no-such-publisher', randomUUID()), 404, 'PUBLISHER_NOT_FOUND');
  });

  it('requires a valid credential', async () => {
    const { id } = await newToken(world.id, world.callers.owner);
    expectError(await remove(undefined, world.id, id), 401, 'UNAUTHENTICATED');
    expectError(await remove('not-a-token', world.id, id), 401, 'UNAUTHENTICATED');
  });

  it.each<keyof Callers>(['member', 'outsider', 'token', 'foreignToken'])(
    'responds alike to a caller who is %s, whether or not the token exists',
    async (caller) => {
      const { id } = await newToken(world.id, world.callers.owner);
      const there = await remove(world.callers[caller], world.id, id);
      expectError(there, 403, 'FORBIDDEN');
      for (const absent of [randomUUID(), 'not-a-uuid'])
        expect((await remove(world.callers[caller], world.id, absent)).body).toEqual(there.body);
      expect(await auditRows(registry, 'token.delete', id)).toHaveLength(0);
    },
  );

  it('refuses a token that deletes itself', async () => {
    const { id, secret } = await newToken(world.id, world.callers.owner);
    expectError(await remove(secret, world.id, id), 403, 'FORBIDDEN');
  });

  it('allows admins', async () => {
    const { id } = await newToken(world.id, world.callers.owner);
    expectNoContent(await remove(world.callers.admin, world.id, id));
  });

  it('refuses a banned publisher, except for admins', async () => {
    const publisher = await makePublisher(registry, await userId(registry, world.callers.owner));
    const { id } = await newToken(publisher, world.callers.owner);
    await changePublisher(registry, publisher, `status = 'PublisherStatusBanned'`);
    expectError(await remove(world.callers.owner, publisher, id), 403, 'PUBLISHER_BANNED');
    expectNoContent(await remove(world.callers.admin, publisher, id));
  });

  it('hides the details of an internal error', async () => {
    const original = registry.services.tokens.delete;
    registry.services.tokens.delete = () => Promise.reject(new Error('vault'));
    try {
      const answer = await remove(world.callers.owner, world.id, randomUUID());
      expectError(answer, 500, 'INTERNAL_ERROR');
      expect(answer.text).not.toContain('vault');
    } finally {
      registry.services.tokens.delete = original;
    }
  });
});
