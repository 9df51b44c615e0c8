import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeNode, makeNode, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { expectError } from '../support/refusals.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

describe('reading publishers', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await startTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  it('lists them by id, without the owner of unclaimed nodes', async () => {
    const answer = await registry.call('GET', '/publishers');
    expect(answer.body.map(({ id }: { id: string }) => id)).toEqual([world.foreignId, world.id].sort());
    expect((await registry.call('GET', '/publishers?limit=1&page=2')).body).toHaveLength(1);
    expectError(await registry.call('GET', '/publishers?page=0'), 400, 'INVALID_INPUT');
  });

  it('returns one with its members, and e-mail addresses for callers who may read them', async () => {
    const emails = async (as?: string): Promise<(string | undefined)[]> =>
      (await registry.call('GET', `/publishers/${world.id}`, { as })).body.members.map(
        ({ user }: { user: { email?: string } }) => user.email,
      );
    expect(await emails()).toEqual([undefined, undefined]);
    expect(await emails(world.callers.outsider)).toEqual([undefined, undefined]);
    for (const as of [world.callers.member, world.callers.owner, world.callers.admin])
      expect(await emails(as)).toEqual([expect.stringContaining('@'), expect.stringContaining('@')]);
    expectError(await registry.call('GET', '/publishers/nobody-here'), 404, 'PUBLISHER_NOT_FOUND');
  });

  it('reports if an id is available, and if not, why, in both transports', async () => {
    const free = uniqueName('free');
    expect((await registry.call('GET', `/publishers/validate?username=${free}`)).body).toEqual({ isAvailable: true });
    for (const [id, code] of [
      [world.id, 'PUBLISHER_ID_TAKEN'],
      ['admin', 'PUBLISHER_ID_RESERVED'],
      ['Not An Id', 'INVALID_INPUT'],
      ['', 'INVALID_INPUT'],
    ] as const) {
      expectError(await registry.call('GET', `/publishers/validate?username=${encodeURIComponent(id)}`), 400, code);
      expect(
        (
          await registry.graph(
            'query ($id: ID!) { publisherIdAvailability(publisherId: $id) { isAvailable reason } }',
            { id },
          )
        ).data.publisherIdAvailability,
      ).toEqual({ isAvailable: false, reason: expect.any(String) });
    }
    expect(
      (
        await registry.graph('query ($id: ID!) { publisherIdAvailability(publisherId: $id) { isAvailable reason } }', {
          id: free,
        })
      ).data.publisherIdAvailability,
    ).toEqual({ isAvailable: true, reason: null });
  });

  it('lists its nodes, entirely and in pages', async () => {
    const nodes = [
      await makeNode(registry, world.id),
      await makeNode(registry, world.id, { id: 'v2' }),
      await makeNode(registry, world.id),
    ];
    const ids = (list: { id: string }[]): string[] => list.map(({ id }) => id);
    expect(ids((await registry.call('GET', `/publishers/${world.id}/nodes`)).body)).toEqual(nodes);
    const paged = await registry.call('GET', `/publishers/${world.id}/nodes/v2?limit=2&page=2`);
    expect(paged.body).toMatchObject({ page: 2, limit: 2, total: 3, totalPages: 2 });
    expect(ids(paged.body.nodes)).toEqual([nodes[2]]);
    await changeNode(registry, nodes[0]!, `status = 'NodeStatusBanned'`);
    expect(ids((await registry.call('GET', `/publishers/${world.id}/nodes`)).body)).toEqual(nodes.slice(1));
    expect(ids((await registry.call('GET', `/publishers/${world.id}/nodes?include_banned=true`)).body)).toEqual(nodes);
    expectError(await registry.call('GET', '/publishers/nobody-here/nodes'), 404, 'PUBLISHER_NOT_FOUND');
    // A node may have the id of a fixed path segment, and can still be updated.
    expect(
      (
        await registry.call('PUT', `/publishers/${world.id}/nodes/v2`, {
          as: world.callers.owner,
          body: { name: 'Two' },
        })
      ).body.name,
    ).toBe('Two');
  });

  it('reports if the caller may update it, in both transports', async () => {
    const { owner, member, token, outsider, admin } = world.callers;
    for (const [as, canEdit] of [
      [owner, true],
      [admin, true],
      [member, false],
      [token, false],
      [outsider, false],
    ] as const) {
      expect((await registry.call('GET', `/publishers/${world.id}/permissions`, { as })).body).toEqual({ canEdit });
      expect(
        (await registry.graph(`{ publisher(id: "${world.id}") { viewerCanEdit } }`, {}, { as })).data.publisher
          .viewerCanEdit,
      ).toBe(canEdit);
    }
    expectError(
      await registry.call('GET', '/publishers/nobody-here/permissions', { as: owner }),
      404,
      'PUBLISHER_NOT_FOUND',
    );
  });

  it('lists its tokens for members, without secrets', async () => {
    const path = `/publishers/${world.id}/tokens`;
    for (const as of [world.callers.owner, world.callers.member, world.callers.admin]) {
      const answer = await registry.call('GET', path, { as });
      expect(answer.body).toEqual([
        {
          id: expect.any(String),
          name: 'test token',
          createdAt: expect.any(String),
          last_four: world.callers.token.slice(-4),
          last_used_at: expect.any(String),
          // Owners and admins see who created a token.
          ...(as === world.callers.member ? {} : { created_by: { id: expect.any(String), name: expect.any(String) } }),
        },
      ]);
    }
    expectError(await registry.call('GET', path), 401, 'UNAUTHENTICATED');
    for (const as of [world.callers.outsider, world.callers.foreignToken, world.callers.token])
      expectError(await registry.call('GET', path, { as }), 403, 'FORBIDDEN');
  });

  it('lists the caller’s publishers, with and without a trailing slash', async () => {
    for (const path of ['/users/publishers', '/users/publishers/']) {
      const answer = await registry.call('GET', path, { as: world.callers.member });
      expect(answer.body).toMatchObject([
        { id: world.id, members: [{ role: 'owner' }, { role: 'member', user: { email: expect.any(String) } }] },
      ]);
    }
    expectError(await registry.call('GET', '/users/publishers'), 401, 'UNAUTHENTICATED');
    expectError(await registry.call('GET', '/users/publishers', { as: world.callers.token }), 403, 'FORBIDDEN');
  });
});
