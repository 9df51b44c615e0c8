import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NodeVersionStatus } from '../../src/values/states.js';
import {
  auditRows,
  changeNode,
  changePublisher,
  changeRows,
  makeNode,
  makePublisher,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  userId,
  versionId,
} from '../support/builders.js';
import { expectError, expectNoContent } from '../support/refusals.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';

describe('writing nodes', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
  });
  afterAll(() => registry.close());

  const create = (as: string | undefined, body: unknown, publisherId = world.id) =>
    registry.call('POST', `/publishers/${publisherId}/nodes`, { as, body });
  const remove = (as: string | undefined, id: string, publisherId = world.id) =>
    registry.call('DELETE', `/publishers/${publisherId}/nodes/${id}`, { as });
  const emptyNode = () => makeNode(registry, world.id, { versions: [] });

  describe('POST /publishers/{publisherId}/nodes', () => {
    it('creates a node that is found at once', async () => {
      const id = uniqueName('Fresh');
      const answer = await create(world.callers.member, {
        id,
        name: 'Fresh Node',
        description: 'Freshens.',
        tags: ['a'],
        supported_os: ['Operating System :: MacOS'],
        icon: '',
        downloads: 9,
        search_ranking: 1,
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        id,
        name: 'Fresh Node',
        description: 'Freshens.',
        tags: ['a'],
        supported_os: ['MacOS'],
        downloads: 0,
        status: 'NodeStatusActive',
        publisher: { id: world.id },
      });
      for (const absent of ['icon', 'latest_version', 'search_ranking', 'rating'])
        expect(answer.body).not.toHaveProperty(absent);
      expect((await registry.call('GET', `/nodes/search?search=${id}`)).body.nodes).toMatchObject([{ id }]);
      expect((await registry.call('GET', `/nodes/${id}`)).body).toEqual(answer.body);
      expect(await changeRows(registry, 'node', id)).toMatchObject([{ change: 'created' }]);
      expect(await auditRows(registry, 'node.create', id)).toMatchObject([
        {
          publisher_id: world.id,
          after: { name: 'Fresh Node' },
          actor: `user:${await userId(registry, world.callers.member)}`,
        },
      ]);
    });

    it('uses the id as the name if none is given', async () => {
      const id = uniqueName('nameless');
      expect((await create(world.callers.member, { id })).body).toMatchObject({
        id,
        name: id,
        description: '',
        tags: [],
      });
    });

    it('sets admin fields for admins', async () => {
      const answer = await create(world.callers.admin, {
        id: uniqueName('ranked'),
        search_ranking: 1,
        preempted_core_node_names: ['X'],
        tags_admin: ['t'],
      });
      expect(answer.body).toMatchObject({ search_ranking: 1, preempted_core_node_names: ['X'], tags_admin: ['t'] });
    });

    it('requires a credential, and a publisher that exists and is not banned', async () => {
      expectError(await create(undefined, { id: 'x' }), 401, 'UNAUTHENTICATED');
      expectError(await create(world.callers.owner, { id: 'x' }, 'nobody-here'), 404, 'PUBLISHER_NOT_FOUND');
      const banned = await makePublisher(registry, await userId(registry, world.callers.owner));
      await changePublisher(registry, banned, `status = 'PublisherStatusBanned'`);
      expectError(await create(world.callers.owner, { id: 'x' }, banned), 403, 'PUBLISHER_BANNED');
    });

    it.each(['', '1a', 'a b', 'a..b', 'a-', '-a', 'ä', 'x'.repeat(101), 5, null, undefined])(
      'refuses the id %j',
      async (id) => {
        expectError(await create(world.callers.owner, { id }), 400, 'INVALID_INPUT');
      },
    );

    it('refuses reserved ids, and existing ones in any spelling', async () => {
      for (const id of ['search', 'Reindex'])
        expectError(await create(world.callers.owner, { id }), 400, 'NODE_ID_RESERVED');
      const id = await makeNode(registry, world.foreignId, { id: uniqueName('Taken_Node') });
      for (const spelled of [id, id.toLowerCase(), id.replace('_', '-'), id.replace('_', '.')])
        expectError(await create(world.callers.owner, { id: spelled }), 400, 'NODE_ID_TAKEN');
    });

    it('refuses invalid fields', async () => {
      for (const body of [{ icon: 'javascript:1' }, { tags: 'x' }, { name: 'x'.repeat(201) }, { repository: 5 }])
        expectError(await create(world.callers.owner, { id: uniqueName('bad'), ...body }), 400, 'INVALID_INPUT');
    });

    it('creates a node for one of many concurrent requests for an id', async () => {
      const id = uniqueName('Race');
      const spellings = [id, id.toLowerCase(), id.toUpperCase()];
      const answers = await Promise.all(
        Array.from({ length: 9 }, (_, index) => create(world.callers.member, { id: spellings[index % 3] })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(8).fill(400)]);
      expect(
        await registry.database.query('select id from nodes where folded_id = $1', [id.toLowerCase()]),
      ).toHaveLength(1);
    });
  });

  describe('DELETE /publishers/{publisherId}/nodes/{nodeId}', () => {
    it('deletes a node without versions, and removes it everywhere', async () => {
      const id = await emptyNode();
      expectNoContent(await remove(world.callers.owner, id));
      expectError(await registry.call('GET', `/nodes/${id}`), 404, 'NODE_NOT_FOUND');
      expect((await registry.call('GET', `/nodes?node_id=${id}&include_banned=true`)).body.nodes).toEqual([]);
      expect((await registry.call('GET', `/nodes/search?search=${id}`)).body.nodes).toEqual([]);
      expect(await changeRows(registry, 'node', id)).toMatchObject([{ change: 'created' }, { change: 'deleted' }]);
      expect(await auditRows(registry, 'node.delete', id)).toMatchObject([
        { from_state: 'NodeStatusActive', to_state: 'NodeStatusDeleted', publisher_id: world.id },
      ]);
      expectError(await remove(world.callers.owner, id), 404, 'NODE_NOT_FOUND');
    });

    it('refuses while it has versions, and succeeds when all are unpublished', async () => {
      const id = await makeNode(registry, world.id, {
        versions: [{ version: '1.0.0' }, { version: '1.1.0', status: NodeVersionStatus.Flagged, statusReason: 'x' }],
      });
      expectError(await remove(world.callers.owner, id), 409, 'NODE_NOT_EMPTY');
      for (const version of ['1.0.0', '1.1.0']) {
        expectError(await remove(world.callers.owner, id), 409, 'NODE_NOT_EMPTY');
        await registry.call(
          'DELETE',
          `/publishers/${world.id}/nodes/${id}/versions/${await versionId(registry, id, version)}`,
          { as: world.callers.owner },
        );
      }
      expectNoContent(await remove(world.callers.owner, id));
    });

    it('finds only nodes of this publisher, and refuses a banned one, except for admins', async () => {
      const [mine, foreign] = [await emptyNode(), await makeNode(registry, world.foreignId, { versions: [] })];
      expectError(await remove(undefined, mine), 401, 'UNAUTHENTICATED');
      expectError(await remove(world.callers.owner, foreign), 404, 'NODE_NOT_FOUND');
      expectError(await remove(world.callers.owner, mine, 'nobody-here'), 404, 'PUBLISHER_NOT_FOUND');
      await changeNode(registry, mine, `status = 'NodeStatusBanned'`);
      expectError(await remove(world.callers.owner, mine), 403, 'NODE_BANNED');
      expectNoContent(await remove(world.callers.admin, mine));
    });

    it('reserves the id for the publisher, which may restore the node, like admins', async () => {
      const id = await makeNode(registry, world.id, {
        id: uniqueName('Back_Again'),
        description: 'before',
        versions: [],
      });
      await remove(world.callers.owner, id);
      expectError(await create(world.callers.outsider, { id }, world.foreignId), 400, 'NODE_ID_TAKEN');
      expectError(await create(world.callers.admin, { id }, world.foreignId), 400, 'NODE_ID_TAKEN');
      const answer = await create(world.callers.member, { id: id.toLowerCase().replace('_', '-'), name: 'Back' });
      expect([answer.status, answer.body.id, answer.body.name, answer.body.description]).toEqual([
        201,
        id,
        'Back',
        'before',
      ]);
      expect(await auditRows(registry, 'node.restore', id)).toHaveLength(1);
      expect((await registry.call('GET', `/nodes/search?search=${id}`)).body.nodes).toMatchObject([{ id }]);
    });
  });

  describe('POST /nodes/{nodeId}/reviews', () => {
    const review = (as: string | undefined, id: string, star: unknown) =>
      registry.call('POST', `/nodes/${id}/reviews?star=${String(star)}`, { as });

    it('sets the rating to the mean of one review per user', async () => {
      const id = await makeNode(registry, world.id);
      expect((await review(world.callers.outsider, id, 5)).body).toMatchObject({ id, rating: 5 });
      expect((await review(world.callers.member, id, 2)).body).toMatchObject({ rating: 3.5 });
      expect((await review(world.callers.outsider, id, 3)).body).toMatchObject({ rating: 2.5 });
      expect((await registry.call('GET', `/nodes/${id}`)).body.rating).toBe(2.5);
      expect(
        await registry.database.query('select count(*)::int as count from node_reviews where node_id = $1', [id]),
      ).toEqual([{ count: 2 }]);
      expect(await auditRows(registry, 'node.review', id)).toMatchObject([
        { after: { star: 5 } },
        { after: { star: 2 } },
        { before: { star: 5 }, after: { star: 3 } },
      ]);
    });

    it('counts all of many concurrent reviews', async () => {
      const id = await makeNode(registry, world.id);
      const stars = [1, 2, 3, 4, 5, 5, 5, 5];
      const users = await Promise.all(stars.map(() => registry.signIn(uniqueName('critic'))));
      await Promise.all(users.map((as, index) => review(as, id, stars[index])));
      expect((await registry.call('GET', `/nodes/${id}`)).body.rating).toBe(30 / 8);
    });

    it('writes nothing if nothing changes', async () => {
      const id = await makeNode(registry, world.id);
      for (let time = 0; time < 3; time++) expect((await review(world.callers.owner, id, 4)).status).toBe(200);
      expect(await auditRows(registry, 'node.review', id)).toHaveLength(1);
    });

    it.each(['', '0', '6', '-1', '4.5', 'five', '%00', '1&star=2'])('refuses %j stars', async (star) => {
      expectError(await review(world.callers.owner, await makeNode(registry, world.id), star), 400, 'INVALID_INPUT');
    });

    it('requires a user and an existing node', async () => {
      const id = await makeNode(registry, world.id);
      expectError(await review(undefined, id, 4), 401, 'UNAUTHENTICATED');
      expectError(await review(world.callers.token, id, 4), 403, 'FORBIDDEN');
      expectError(await review(world.callers.owner, 'no-such-node', 4), 404, 'NODE_NOT_FOUND');
      await changeNode(registry, id, `status = 'NodeStatusBanned'`);
      expectError(await review(world.callers.owner, id, 4), 403, 'NODE_BANNED');
    });
  });

  describe('PUT /publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}', () => {
    const update = async (as: string | undefined, nodeId: string, body: unknown, version?: string) =>
      registry.call(
        'PUT',
        `/publishers/${world.id}/nodes/${nodeId}/versions/${version ?? (await versionId(registry, nodeId))}`,
        { as, body },
      );

    it('sets and clears the changelog and the deprecation', async () => {
      const node = await makeNode(registry, world.id);
      expect(
        (
          await update(world.callers.member, node, {
            changelog: 'Better.',
            deprecated: true,
            status: 'NodeVersionStatusBanned',
          })
        ).body,
      ).toMatchObject({ changelog: 'Better.', deprecated: true, status: 'NodeVersionStatusActive' });
      expect((await registry.call('GET', `/nodes/${node}/versions/1.0.0`)).body).toMatchObject({
        changelog: 'Better.',
        deprecated: true,
      });
      expect((await update(world.callers.member, node, { deprecated: false })).body).toMatchObject({
        changelog: 'Better.',
        deprecated: false,
      });
      expect((await update(world.callers.member, node, { changelog: null })).body).toMatchObject({
        changelog: '',
        deprecated: false,
      });
      const rows = await auditRows(registry, 'version.update', await versionId(registry, node));
      expect(rows).toMatchObject([
        { before: { changelog: '', deprecated: false }, after: { changelog: 'Better.', deprecated: true } },
        { after: { deprecated: false } },
        { after: { changelog: '' } },
      ]);
    });

    it('clears a Boolean and keeps an enum value if the value is an empty string', async () => {
      const node = await makeNode(registry, world.id);
      await update(world.callers.owner, node, { deprecated: true });
      expect((await update(world.callers.owner, node, { deprecated: '' })).body).toMatchObject({ deprecated: false });
      const answer = await registry.call('PUT', `/admin/nodes/${node}/versions/1.0.0`, {
        as: world.callers.admin,
        body: { status: '', changelog: 'Checked.' },
      });
      expect([answer.status, answer.body]).toMatchObject([
        200,
        { status: 'NodeVersionStatusActive', changelog: 'Checked.' },
      ]);
    });

    it('refuses invalid fields, and responds with 404 for absent versions', async () => {
      const node = await makeNode(registry, world.id);
      expectError(await update(undefined, node, {}), 401, 'UNAUTHENTICATED');
      for (const body of [{ deprecated: 'yes' }, { changelog: 5 }, { changelog: 'x'.repeat(100_001) }, []])
        expectError(await update(world.callers.owner, node, body), 400, 'INVALID_INPUT');
      for (const version of ['1.0.0', '00000000-0000-4000-8000-000000000000'])
        expectError(
          await update(world.callers.owner, node, { deprecated: true }, version),
          404,
          'NODE_VERSION_NOT_FOUND',
        );
    });
  });
});
