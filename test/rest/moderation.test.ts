import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NodeVersionStatus } from '../../src/values/states.js';
import {
  auditRows,
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

describe('moderation', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let admin: string;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
    admin = world.callers.admin;
  });
  afterAll(() => registry.close());

  const post = (as: string | undefined, path: string, body?: unknown) => registry.call('POST', path, { as, body });
  const ownPublisher = async () => makePublisher(registry, await userId(registry, world.callers.owner));
  const stateOf = async (id: string) =>
    (await registry.database.query<object>('select status, status_detail as detail from nodes where id = $1', [id]))[0];

  describe('banning a publisher', () => {
    it('bans its Active nodes, and lifting the ban restores exactly those', async () => {
      const id = await ownPublisher();
      const [active, banned, deleted] = [
        await makeNode(registry, id),
        await makeNode(registry, id),
        await makeNode(registry, id, { versions: [] }),
      ];
      await registry.call('PUT', `/admin/nodes/${active}`, { as: admin, body: { tags_admin: ['kept'] } });
      expectNoContent(await post(admin, `/publishers/${id}/nodes/${banned}/ban`, { reason: 'malware' }));
      expectNoContent(await registry.call('DELETE', `/publishers/${id}/nodes/${deleted}`, { as: world.callers.owner }));
      const before = await Promise.all([active, banned, deleted].map(stateOf));

      expectNoContent(await post(admin, `/publishers/${id}/ban`, { reason: 'spam' }));
      expect((await registry.call('GET', `/publishers/${id}`)).body.status).toBe('PublisherStatusBanned');
      expect(await Promise.all([active, banned, deleted].map(stateOf))).toEqual([
        { status: 'NodeStatusBanned', detail: 'spam' },
        before[1],
        before[2],
      ]);
      expectError(await registry.call('GET', `/nodes/${active}`), 403, 'NODE_BANNED');
      expect((await registry.call('GET', `/nodes?node_id=${active}`)).body.total).toBe(0);
      expect((await registry.call('GET', `/nodes?node_id=${active}&include_banned=true`)).body.nodes).toMatchObject([
        { status: 'NodeStatusBanned', status_detail: 'spam' },
      ]);
      expectError(
        await registry.call('PUT', `/publishers/${id}`, { as: world.callers.owner, body: { name: 'x' } }),
        403,
        'PUBLISHER_BANNED',
      );
      expectError(
        await post(world.callers.owner, `/publishers/${id}/nodes`, { id: uniqueName('new') }),
        403,
        'PUBLISHER_BANNED',
      );
      // The owner's other publisher is not banned.
      expect(
        (await post(world.callers.owner, `/publishers/${world.id}/nodes`, { id: uniqueName('other') })).status,
      ).toBe(201);

      expectNoContent(await post(admin, `/publishers/${id}/unban`));
      expect(await Promise.all([active, banned, deleted].map(stateOf))).toEqual(before);
      expect((await registry.call('GET', `/nodes/${active}`)).body).toMatchObject({
        status: 'NodeStatusActive',
        tags_admin: ['kept'],
      });
      expect(
        (await registry.call('PUT', `/publishers/${id}`, { as: world.callers.owner, body: { name: 'x' } })).status,
      ).toBe(200);
      expect(await auditRows(registry, 'publisher.ban', id)).toMatchObject([
        { from_state: 'PublisherStatusActive', to_state: 'PublisherStatusBanned', reason: 'spam' },
      ]);
      expect(await auditRows(registry, 'publisher.unban', id)).toHaveLength(1);
      expect(await auditRows(registry, 'node.ban', active)).toMatchObject([{ reason: 'spam', publisher_id: id }]);
      expect((await changeRows(registry, 'node', active)).map(({ change }) => change)).toEqual([
        'created',
        'updated',
        'status',
        'status',
      ]);
    });

    it('keeps a node banned that was also banned itself', async () => {
      const id = await ownPublisher();
      const node = await makeNode(registry, id);
      await post(admin, `/publishers/${id}/ban`, { reason: 'spam' });
      expectError(await post(admin, `/publishers/${id}/nodes/${node}/unban`), 409, 'BANNED_WITH_PUBLISHER');
      expectNoContent(await post(admin, `/publishers/${id}/nodes/${node}/ban`, { reason: 'malware, too' }));
      await post(admin, `/publishers/${id}/unban`);
      expect(await stateOf(node)).toEqual({ status: 'NodeStatusBanned', detail: 'malware, too' });
      expectNoContent(await post(admin, `/publishers/${id}/nodes/${node}/unban`, { reason: 'cleaned' }));
      expect(await stateOf(node)).toEqual({ status: 'NodeStatusActive', detail: null });
    });

    it('applies to nodes that an admin creates for it', async () => {
      const id = await ownPublisher();
      await post(admin, `/publishers/${id}/ban`, { reason: 'spam' });
      const [made, published] = [uniqueName('made'), uniqueName('published')];
      expect((await post(admin, `/publishers/${id}/nodes`, { id: made })).body).toMatchObject({
        status: 'NodeStatusBanned',
        status_detail: 'its publisher is banned',
      });
      expect(
        (
          await post(admin, `/publishers/${id}/nodes/${published}/versions`, {
            node: {},
            node_version: { version: '1.0.0' },
          })
        ).status,
      ).toBe(201);
      for (const node of [made, published])
        expectError(await registry.call('GET', `/nodes/${node}`), 403, 'NODE_BANNED');
      await post(admin, `/publishers/${id}/unban`);
      expect(await Promise.all([made, published].map(stateOf))).toEqual([
        { status: 'NodeStatusActive', detail: null },
        { status: 'NodeStatusActive', detail: null },
      ]);
    });

    it('leaves no trace on a node that was deleted during the ban and is created again', async () => {
      const id = await ownPublisher();
      const node = await makeNode(registry, id, { versions: [] });
      await post(admin, `/publishers/${id}/ban`, { reason: 'spam' });
      expectNoContent(await registry.call('DELETE', `/publishers/${id}/nodes/${node}`, { as: admin }));
      await post(admin, `/publishers/${id}/unban`);
      expect((await post(world.callers.owner, `/publishers/${id}/nodes`, { id: node })).body).not.toHaveProperty(
        'status_detail',
      );
      expect(await stateOf(node)).toEqual({ status: 'NodeStatusActive', detail: null });
    });

    it('is not lifted by deleting the publisher', async () => {
      const { id, callers } = await makeWorld(registry);
      await post(admin, `/publishers/${id}/ban`, { reason: 'spam' });
      expectNoContent(await registry.call('DELETE', `/publishers/${id}`, { as: admin }));
      expectError(await post(callers.owner, '/publishers', { id }), 403, 'PUBLISHER_BANNED');
      expectError(await post(world.callers.outsider, '/publishers', { id }), 400, 'PUBLISHER_ID_TAKEN');
      expect((await post(admin, '/publishers', { id })).body.status).toBe('PublisherStatusBanned');
    });

    it('refuses writes by its tokens, until it is lifted', async () => {
      const id = await ownPublisher();
      const node = await makeNode(registry, id);
      const token = (await post(world.callers.owner, `/publishers/${id}/tokens`, { name: 't' })).body.token as string;
      const update = () =>
        registry.call('PUT', `/publishers/${id}/nodes/${node}`, { as: token, body: { author: uniqueName('a') } });
      expect((await update()).status).toBe(200);
      await post(admin, `/publishers/${id}/ban`, { reason: 'spam' });
      expectError(await update(), 403, 'PUBLISHER_BANNED');
      await post(admin, `/publishers/${id}/unban`);
      expect((await update()).status).toBe(200);
    });
  });

  it.each(['', '/nodes/NODE'])('a ban of /publishers/{id}%s is for admins, and may be repeated', async (suffix) => {
    const id = await ownPublisher();
    const node = await makeNode(registry, id);
    const path = `/publishers/${id}${suffix.replace('NODE', node)}`;
    for (const verb of ['ban', 'unban']) {
      expectError(await post(undefined, `${path}/${verb}`, { reason: 'x' }), 401, 'UNAUTHENTICATED');
      for (const caller of ['owner', 'member', 'outsider', 'token'] as const)
        expectError(await post(world.callers[caller], `${path}/${verb}`, { reason: 'x' }), 403, 'FORBIDDEN');
    }
    for (const body of [{ reason: 5 }, { reason: 'x'.repeat(2001) }, []])
      expectError(await post(admin, `${path}/ban`, body), 400, 'INVALID_INPUT');
    for (const verb of ['unban', 'ban', 'ban', 'unban', 'unban'])
      expectNoContent(await post(admin, `${path}/${verb}`, { reason: 'x' }));
    const [action, subject] = suffix === '' ? ['publisher', id] : ['node', node];
    expect(
      [await auditRows(registry, `${action}.ban`, subject), await auditRows(registry, `${action}.unban`, subject)].map(
        (rows) => rows.length,
      ),
    ).toEqual([1, 1]);
  });

  it('an absent object can’t be banned', async () => {
    const foreign = await makeNode(registry, world.foreignId);
    for (const verb of ['ban', 'unban']) {
      expectError(await post(admin, `/publishers/nobody-here/${verb}`, { reason: 'x' }), 404, 'PUBLISHER_NOT_FOUND');
      expectError(
        await post(admin, `/publishers/${world.id}/nodes/no-such-node/${verb}`, { reason: 'x' }),
        404,
        'NODE_NOT_FOUND',
      );
      expectError(
        await post(admin, `/publishers/${world.id}/nodes/${foreign}/${verb}`, { reason: 'x' }),
        404,
        'NODE_NOT_FOUND',
      );
    }
    expectError(await post(admin, '/publishers/unclaimed/ban', { reason: 'x' }), 403, 'FORBIDDEN');
  });

  it('deleting a banned node does not lift its ban', async () => {
    const { owner, member, token } = world.callers;
    const node = await makeNode(registry, world.id, { versions: [] });
    const path = `/publishers/${world.id}/nodes/${node}`;
    await post(admin, `${path}/ban`, { reason: 'malware' });
    expectNoContent(await registry.call('DELETE', path, { as: admin }));
    const version = { node: {}, node_version: { version: '2.0.0' } };
    for (const caller of [owner, member])
      expectError(await post(caller, `/publishers/${world.id}/nodes`, { id: node }), 403, 'NODE_BANNED');
    for (const caller of [owner, token])
      expectError(await post(caller, `${path}/versions`, version), 403, 'NODE_BANNED');
    const restored = await post(admin, `/publishers/${world.id}/nodes`, { id: node });
    expect(restored.body).toMatchObject({ status: 'NodeStatusBanned', status_detail: 'malware' });
    await post(admin, `${path}/unban`);
    expectNoContent(await registry.call('DELETE', path, { as: owner }));
    expect((await post(owner, `/publishers/${world.id}/nodes`, { id: node })).body.status).toBe('NodeStatusActive');
  });

  describe('PUT /admin/nodes/{nodeId}', () => {
    const put = (as: string | undefined, id: string, body: unknown) =>
      registry.call('PUT', `/admin/nodes/${id}`, { as, body });

    it('sets fields and status in one write', async () => {
      const node = await makeNode(registry, world.id);
      const answer = await put(admin, node, {
        name: 'Renamed',
        search_ranking: 3,
        preempted_core_node_names: ['P'],
        status: 'NodeStatusBanned',
        status_detail: 'malware',
      });
      expect(answer.body).toMatchObject({
        name: 'Renamed',
        search_ranking: 3,
        preempted_core_node_names: ['P'],
        status: 'NodeStatusBanned',
        status_detail: 'malware',
      });
      expect((await put(admin, node, { status: 'NodeStatusActive' })).body).toMatchObject({
        name: 'Renamed',
        status: 'NodeStatusActive',
      });
      expect(await auditRows(registry, 'node.ban', node)).toMatchObject([{ reason: 'malware' }]);
    });

    it('is for admins and existing nodes, and a ban needs a reason', async () => {
      const node = await makeNode(registry, world.id);
      expectError(await put(undefined, node, {}), 401, 'UNAUTHENTICATED');
      for (const caller of ['owner', 'outsider', 'token'] as const)
        expectError(await put(world.callers[caller], node, {}), 403, 'FORBIDDEN');
      expectError(await put(admin, 'no-such-node', {}), 404, 'NODE_NOT_FOUND');
      expectError(await put(admin, node, { name: 'Half', status: 'NodeStatusBanned' }), 400, 'INVALID_INPUT');
      expectError(await put(admin, node, { status: 'NodeStatusDeleted' }), 400, 'INVALID_INPUT');
      expect((await registry.call('GET', `/nodes/${node}`)).body.name).not.toBe('Half');
    });
  });

  describe('PUT /admin/nodes/{nodeId}/versions/{version}', () => {
    const put = (as: string | undefined, id: string, body: unknown, version = '2.0.0') =>
      registry.call('PUT', `/admin/nodes/${id}/versions/${version}`, { as, body });
    const twoVersions = () => makeNode(registry, world.id, { versions: [{ version: '1.0.0' }, { version: '2.0.0' }] });

    it('sets any status with its reason; the latest version is updated, and members may read the reason', async () => {
      const node = await twoVersions();
      const latest = async () => (await registry.call('GET', `/nodes/${node}`)).body.latest_version?.version;
      for (const status of [
        NodeVersionStatus.Banned,
        NodeVersionStatus.Flagged,
        NodeVersionStatus.Pending,
        NodeVersionStatus.Deleted,
      ]) {
        expect((await put(admin, node, { status, status_reason: `now ${status}` })).body).toMatchObject({
          status,
          status_reason: `now ${status}`,
        });
        expect(await latest()).toBe('1.0.0');
        expectError(await registry.call('GET', `/nodes/${node}/versions/2.0.0`), 404, 'NODE_VERSION_NOT_FOUND');
        expect(
          (await registry.call('GET', `/nodes/${node}/versions/2.0.0`, { as: world.callers.member })).body
            .status_reason,
        ).toBe(`now ${status}`);
      }
      expect(
        (await put(admin, node, { status: 'NodeVersionStatusActive', tags_admin: ['checked'] })).body,
      ).toMatchObject({ status: 'NodeVersionStatusActive', tags_admin: ['checked'] });
      expect(await latest()).toBe('2.0.0');
      const rows = await auditRows(registry, 'version.setStatus', await versionId(registry, node, '2.0.0'));
      expect(rows.map(({ to_state: to }) => to)).toEqual([
        'NodeVersionStatusBanned',
        'NodeVersionStatusFlagged',
        'NodeVersionStatusPending',
        'NodeVersionStatusDeleted',
        'NodeVersionStatusActive',
      ]);
    });

    it('is for admins, needs a reason, and writes nothing if nothing changes', async () => {
      const node = await twoVersions();
      const ban = { status: 'NodeVersionStatusBanned', status_reason: 'malware' };
      expectError(await put(undefined, node, ban), 401, 'UNAUTHENTICATED');
      for (const caller of ['owner', 'member', 'token', 'outsider'] as const)
        expectError(await put(world.callers[caller], node, ban), 403, 'FORBIDDEN');
      for (const body of [{ status: ban.status }, { ...ban, status_reason: ' ' }, { ...ban, status: 'Banned' }])
        expectError(await put(admin, node, body), 400, 'INVALID_INPUT');
      expectError(await put(admin, node, ban, '9.9.9'), 404, 'NODE_VERSION_NOT_FOUND');
      expectError(await put(admin, 'no-such-node', ban), 404, 'NODE_NOT_FOUND');
      for (let time = 0; time < 2; time++) expect((await put(admin, node, ban)).status).toBe(200);
      expect(await auditRows(registry, 'version.setStatus', await versionId(registry, node, '2.0.0'))).toHaveLength(1);
    });
  });

  describe('storing core-nodes', () => {
    const path = (node: string, rest = '') => `/nodes/${node}/versions/1.0.0/core-nodes${rest}`;

    it('replaces those of the version, and makes them findable', async () => {
      const node = await makeNode(registry, world.id, {
        versions: [{ version: '1.0.0', coreNodeExtractStatus: 'failed', coreNodes: [{ name: 'Old' }] }],
      });
      const name = uniqueName('Tool').replaceAll('-', '');
      const answer = await post(admin, path(node), {
        core_nodes: [
          {
            core_node_name: name,
            category: 'c',
            function: 'run',
            input_types: '{"required":{}}',
            return_types: '["IMAGE"]',
            output_is_list: [true],
            experimental: true,
            policy: 'CoreNodePolicyLocalOnly',
          },
          { core_node_name: 'B' },
        ],
      });
      expect(answer.status).toBe(201);
      expect(answer.body.core_nodes).toMatchObject([
        { core_node_name: 'B', output_is_list: [], deprecated: false, policy: 'CoreNodePolicyActive' },
        {
          core_node_name: name,
          node_id: node,
          node_version: '1.0.0',
          category: 'c',
          output_is_list: [true],
          experimental: true,
          policy: 'CoreNodePolicyLocalOnly',
        },
      ]);
      expect((await registry.call('GET', path(node))).body.core_nodes).toEqual(answer.body.core_nodes);
      expect((await registry.call('GET', `/nodes/${node}/versions/1.0.0`)).body.core_node_extract_status).toBe(
        'success',
      );
      expect((await registry.call('GET', `/nodes/search?search=${name}`)).body.nodes).toMatchObject([{ id: node }]);
      expect(await changeRows(registry, 'core_nodes', await versionId(registry, node))).toMatchObject([
        { change: 'created' },
        { change: 'updated' },
      ]);
    });

    it('updates single ones', async () => {
      const node = await makeNode(registry, world.id, {
        versions: [{ version: '1.0.0', coreNodes: [{ name: 'A/b c', category: 'x' }] }],
      });
      const put = (body: unknown, as = admin) =>
        registry.call('PUT', path(node, `/${encodeURIComponent('A/b c')}`), { as, body });
      expect(
        (await put({ policy: 'CoreNodePolicyBanned', deprecated: true, category: null, return_names: '["y"]' })).body,
      ).toMatchObject({
        core_node_name: 'A/b c',
        policy: 'CoreNodePolicyBanned',
        deprecated: true,
        return_names: '["y"]',
      });
      const answer = await put({ policy: null, deprecated: null });
      expect(answer.body).toMatchObject({ policy: 'CoreNodePolicyActive', deprecated: false, return_names: '["y"]' });
      expect(answer.body).not.toHaveProperty('category');
      for (const caller of ['owner', 'outsider', 'token'] as const)
        expectError(await put({}, world.callers[caller]), 403, 'FORBIDDEN');
      for (const body of [{ input_types: '{' }, { policy: 'x' }, { output_is_list: [1] }])
        expectError(await put(body), 400, 'INVALID_INPUT');
      expectError(
        await registry.call('PUT', path(node, '/Nothing'), { as: admin, body: {} }),
        404,
        'CORE_NODE_NOT_FOUND',
      );
    });

    it('is all or nothing', async () => {
      const node = await makeNode(registry, world.id, {
        versions: [{ version: '1.0.0', coreNodes: [{ name: 'Old' }] }],
      });
      for (const body of [
        {},
        { core_nodes: {} },
        { core_nodes: [{}] },
        { core_nodes: [{ core_node_name: 'A' }, { core_node_name: 'A' }] },
        { core_nodes: [{ core_node_name: 'A', input_types: 'no json' }] },
      ]) {
        expectError(await post(admin, path(node), body), 400, 'INVALID_INPUT');
      }
      expectError(await post(undefined, path(node), { core_nodes: [] }), 401, 'UNAUTHENTICATED');
      expectError(await post(world.callers.owner, path(node), { core_nodes: [] }), 403, 'FORBIDDEN');
      expectError(
        await post(admin, '/nodes/no-such-node/versions/1.0.0/core-nodes', { core_nodes: [] }),
        404,
        'NODE_NOT_FOUND',
      );
      expect((await registry.call('GET', path(node))).body.core_nodes).toMatchObject([{ core_node_name: 'Old' }]);
    });
  });

  describe('the audit log', () => {
    it('hides from members who moderates and who reviews their nodes', async () => {
      const { outsider, foreignToken, member } = world.callers;
      const { id, callers } = await makeWorld(registry);
      const node = await makeNode(registry, id);
      const path = `/publishers/${id}/nodes/${node}`;
      for (const as of [outsider, callers.member]) await post(as, `/nodes/${node}/reviews?star=2`);
      for (const [as, language] of [
        [outsider, 'de'],
        [foreignToken, 'fr'],
        [undefined, 'it'],
        [callers.member, 'es'],
      ])
        await post(as, `/nodes/${node}/translations`, { data: { [language!]: { name: 'N' } } });
      const invitation = await post(callers.owner, `/publishers/${id}/members`, {
        user_id: await userId(registry, member),
      });
      await post(member, `/users/invitations/${invitation.body.id}/decline`);
      await post(admin, `${path}/ban`);
      await post(admin, `${path}/unban`);
      await registry.call('PUT', `/admin/nodes/${node}/versions/1.0.0`, { as: admin, body: { deprecated: true } });
      await registry.call('PUT', path, { as: admin, body: { author: 'A' } });
      const own = `user:${await userId(registry, callers.member)}`;
      const seen = [
        ['node.update', 'moderator'],
        ['version.update', 'moderator'],
        ['node.unban', 'moderator'],
        ['node.ban', 'moderator'],
        ['invitation.decline', 'user'],
        ['invitation.create', `user:${await userId(registry, callers.owner)}`],
        ['translation.add', own],
        ['translation.add', 'anonymous'],
        ['translation.add', 'user'],
        ['translation.add', 'user'],
        ['node.review', own],
        ['node.review', 'user'],
      ];
      const rest = await registry.call('GET', `/publishers/${id}/audit?limit=12`, { as: callers.owner });
      type Entry = { action: string; actor: string };
      expect(rest.body.entries.map(({ action, actor }: Entry) => [action, actor])).toEqual(seen);
      const query = `{ publisher(id: "${id}") { auditLog(limit: 12) { nodes { action actor } } } }`;
      const { data } = await registry.graph(query, undefined, { as: callers.owner });
      expect(data.publisher.auditLog.nodes.map(({ action, actor }: Entry) => [action, actor])).toEqual(seen);
      // Admins see them.
      const all = (await registry.call('GET', `/publishers/${id}/audit?limit=12`, { as: admin })).body.entries;
      expect(all[0].actor).toBe(`user:${await userId(registry, admin)}`);
      expect(all.at(-1).actor).toBe(`user:${await userId(registry, outsider)}`);
    });

    it('shows members the actions on their publisher, and admins all actions', async () => {
      const id = await ownPublisher();
      const node = uniqueName('logged');
      await post(world.callers.owner, `/publishers/${id}/nodes`, { id: node });
      await registry.call('PUT', `/publishers/${id}/nodes/${node}`, {
        as: world.callers.owner,
        body: { author: 'A' },
        headers: { 'x-request-id': 'the-request-42' },
      });
      await post(admin, `/publishers/${id}/nodes/${node}/ban`, { reason: 'malware' });
      const answer = await registry.call('GET', `/publishers/${id}/audit?limit=2`, { as: world.callers.owner });
      expect(answer.body).toMatchObject({ page: 1, limit: 2, total: 3, totalPages: 2 });
      const ownerId = await userId(registry, world.callers.owner);
      expect(answer.body.entries).toEqual([
        {
          id: expect.any(String),
          at: expect.any(String),
          actor: 'moderator',
          action: 'node.ban',
          subject_kind: 'node',
          subject_id: node,
          publisher_id: id,
          from: 'NodeStatusActive',
          to: 'NodeStatusBanned',
          reason: 'malware',
          request_id: expect.any(String),
        },
        {
          id: expect.any(String),
          at: expect.any(String),
          actor: `user:${ownerId}`,
          action: 'node.update',
          subject_kind: 'node',
          subject_id: node,
          publisher_id: id,
          before: { author: null },
          after: { author: 'A' },
          request_id: 'the-request-42',
        },
      ]);
      expect(
        (await registry.call('GET', `/publishers/${id}/audit?limit=2&page=2`, { as: world.callers.owner })).body
          .entries,
      ).toMatchObject([{ action: 'node.create' }]);
      const all = await registry.call(
        'GET',
        `/admin/audit?subject_kind=node&subject_id=${node}&action=node.update&actor=user:${ownerId}&publisher_id=${id}`,
        { as: admin },
      );
      expect(all.body).toMatchObject({ total: 1, entries: [{ action: 'node.update' }] });
      expect((await registry.call('GET', '/admin/audit', { as: admin })).body.total).toBeGreaterThan(3);
      const recorded = await registry.database.query<{ action: string }>('select distinct action from audit_log');
      expect(recorded.length).toBeGreaterThan(5);
      for (const { action } of recorded)
        expect((await registry.call('GET', `/admin/audit?action=${action}`, { as: admin })).status).toBe(200);
      for (const unknown of ['action=node.bann', 'subject_kind=nodes'])
        expectError(await registry.call('GET', `/admin/audit?${unknown}`, { as: admin }), 400, 'INVALID_INPUT');
      const inGraph = await registry.graph('{ auditLog(action: "node.bann") { total } }', {}, { as: admin });
      expect(inGraph.errors).toMatchObject([
        { message: expect.stringContaining('action: takes one of'), extensions: { code: 'INVALID_INPUT' } },
      ]);
    });

    it('is refused to all other callers', async () => {
      for (const path of [`/publishers/${world.id}/audit`, '/admin/audit']) {
        expectError(await registry.call('GET', path), 401, 'UNAUTHENTICATED');
        for (const caller of ['outsider', 'token'] as const)
          expectError(await registry.call('GET', path, { as: world.callers[caller] }), 403, 'FORBIDDEN');
      }
      expect((await registry.call('GET', `/publishers/${world.id}/audit`, { as: world.callers.member })).status).toBe(
        200,
      );
      expectError(await registry.call('GET', '/admin/audit', { as: world.callers.owner }), 403, 'FORBIDDEN');
      expectError(
        await registry.call('GET', '/publishers/nobody-here/audit', { as: admin }),
        404,
        'PUBLISHER_NOT_FOUND',
      );
    });
  });
});
