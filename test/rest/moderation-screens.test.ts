import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNCLAIMED_PUBLISHER } from '../../src/values/publisher-id.js';
import { NodeVersionStatus } from '../../src/values/states.js';
import {
  auditRows,
  changeNode,
  makeNode,
  makePublisher,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  userId,
} from '../support/builders.js';
import { expectError, expectNoContent } from '../support/refusals.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

/** Requests of the moderation pages of an existing site, and the responses that they expect. */
describe('the moderation pages of an existing site', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let admin: string;
  let node: string;
  const reason = `calls eval ${uniqueName('somewhere')} 100%_sure`;

  beforeAll(async () => {
    registry = await startTestRegistry();
    world = await makeWorld(registry);
    ({ admin } = world.callers);
    node = await makeNode(registry, world.id, {
      versions: [
        { version: '1.0.0' },
        { version: '1.1.0', status: NodeVersionStatus.Pending },
        { version: '1.2.0', status: NodeVersionStatus.Flagged, statusReason: reason },
        { version: '1.3.0', status: NodeVersionStatus.Banned, statusReason: 'spam' },
        { version: '1.4.0', status: NodeVersionStatus.Deleted, statusReason: 'unpublished' },
      ],
    });
  });
  afterAll(() => registry.close());

  const numbers = (versions: readonly { version: string }[]): string[] => versions.map(({ version }) => version).sort();
  const list = async (query: string, as?: string): Promise<string[]> =>
    numbers((await registry.call('GET', `/versions?nodeId=${node}&${query}`, { as })).body.versions);
  const FLAGGED = 'statuses=NodeVersionStatusFlagged';

  it('list versions by status; Flagged ones for callers who may read them', async () => {
    const { owner, member, token, outsider, foreignToken } = world.callers;
    for (const as of [admin, owner, member, token]) {
      expect(await list(FLAGGED, as)).toEqual(['1.2.0']);
      expect(numbers((await registry.call('GET', `/nodes/${node}/versions?${FLAGGED}`, { as })).body)).toEqual([
        '1.2.0',
      ]);
    }
    for (const as of [undefined, outsider, foreignToken]) {
      expect(await list(FLAGGED, as)).toEqual([]);
      expect(await list(`${FLAGGED}&statuses=NodeVersionStatusActive&statuses=NodeVersionStatusPending`, as)).toEqual([
        '1.0.0',
        '1.1.0',
      ]);
      const path = `/nodes/${node}/versions?${FLAGGED}&statuses=NodeVersionStatusActive`;
      expect(numbers((await registry.call('GET', path, { as })).body)).toEqual(['1.0.0']);
    }
  });

  it('list Flagged versions for the same callers in GraphQL, nested and in pages', async () => {
    const statuses = 'statuses: [NodeVersionStatusFlagged, NodeVersionStatusActive]';
    const query = `{
      node(id: "${node}") { versions(${statuses}) { totalCount nodes { version } } }
      nodes(filter: { nodeIds: ["${node}"] }) { nodes { versions(${statuses}) { nodes { version } } } }
      nodeVersions(nodeId: "${node}", ${statuses}) { total nodes { version } }
    }`;
    for (const [as, expected] of [
      [undefined, ['1.0.0']],
      [world.callers.outsider, ['1.0.0']],
      [world.callers.member, ['1.0.0', '1.2.0']],
      [admin, ['1.0.0', '1.2.0']],
    ] as const) {
      // Repeated, because repeated documents are compiled.
      for (let turn = 0; turn < 4; turn++) {
        const { data } = await registry.graph(query, {}, { as });
        expect([data.node.versions.totalCount, data.nodeVersions.total]).toEqual([expected.length, expected.length]);
        for (const nodes of [data.node.versions, data.nodes.nodes[0].versions, data.nodeVersions])
          expect(numbers(nodes.nodes)).toEqual(expected);
      }
    }
  });

  it('show members and admins all versions of a node, and other callers the Active ones', async () => {
    const { owner, member, token, outsider } = world.callers;
    const history = async (as?: string): Promise<string[]> =>
      numbers((await registry.call('GET', `/nodes/${node}/versions`, { as })).body);
    for (const as of [owner, member, token, admin])
      expect(await history(as)).toEqual(['1.0.0', '1.1.0', '1.2.0', '1.3.0']);
    for (const as of [undefined, outsider]) expect(await history(as)).toEqual(['1.0.0']);
  });

  it('search versions by reason, for admins only', async () => {
    const search = `${FLAGGED}&statuses=NodeVersionStatusBanned&include_status_reason=true`;
    expect(await list(`${search}&status_reason=`, admin)).toEqual(['1.2.0', '1.3.0']);
    for (const text of ['EVAL', '100%25_sure', encodeURIComponent(reason)])
      expect(await list(`${search}&status_reason=${text}`, admin)).toEqual(['1.2.0']);
    expect(await list(`${search}&status_reason=evil`, admin)).toEqual([]);
    expect(await list(`${search}&status_reason=%25`, admin)).toEqual(['1.2.0']);
    expect(await list(`${search}&status_reason=evil`, world.callers.member)).toEqual(['1.2.0', '1.3.0']);
    expect(await list(`${search}&status_reason=evil`)).toEqual(['1.3.0']);
    const { data } = await registry.graph(
      `{ nodeVersions(nodeId: "${node}", statuses: [NodeVersionStatusFlagged], statusReason: "eval") { nodes { version } } }`,
      {},
      { as: admin },
    );
    expect(data.nodeVersions.nodes).toEqual([{ version: '1.2.0' }]);
  });

  it('approve a version without a reason, and edit its supported platforms', async () => {
    const path = `/admin/nodes/${node}/versions/1.2.0`;
    const approved = await registry.call('PUT', path, { as: admin, body: { status: 'NodeVersionStatusActive' } });
    expect([approved.status, approved.body.status]).toEqual([200, 'NodeVersionStatusActive']);
    const supported = {
      supported_os: ['POSIX :: Linux'],
      supported_accelerators: ['GPU :: NVIDIA CUDA'],
      supported_coreui_version: '>=9.1',
      supported_coreui_frontend_version: '>=2.0',
    };
    const edited = await registry.call('PUT', path, { as: admin, body: { ...supported, changelog: 'Edited.' } });
    expect(edited.body).toMatchObject({ ...supported, changelog: 'Edited.' });
    expect((await registry.call('GET', `/nodes/${node}/versions/1.2.0`)).body).toMatchObject(supported);
    // Lists are filtered by what the latest version supports.
    const fits = async (version: string): Promise<number> =>
      (await registry.call('GET', `/nodes?node_id=${node}&coreui_version=${version}`)).body.total as number;
    expect([await fits('9.0.0'), await fits('9.2.0')]).toEqual([0, 1]);
    const cleared = await registry.call('PUT', path, {
      as: admin,
      body: { supported_os: [], supported_coreui_version: '' },
    });
    expect(cleared.body.supported_os).toEqual([]);
    expect(cleared.body).not.toHaveProperty('supported_coreui_version');

    const long = 'x'.repeat(100_000);
    const body = { status: 'NodeVersionStatusFlagged', status_reason: long };
    expect((await registry.call('PUT', path, { as: admin, body })).body.status_reason).toBe(long);
    expectError(
      await registry.call('PUT', path, { as: admin, body: { ...body, status_reason: `${long}x` } }),
      400,
      'INVALID_INPUT',
    );
    const { data, errors } = await registry.graph(
      `mutation { adminUpdateNodeVersion(nodeId: "${node}", version: "1.2.0", input: { status: NodeVersionStatusActive, supportedOs: ["Microsoft :: Windows"], supportedCoreuiVersion: "<3" }) { status supportedOs supportedCoreuiVersion } }`,
      {},
      { as: admin },
    );
    expect([errors, data?.adminUpdateNodeVersion]).toEqual([
      undefined,
      {
        status: 'NodeVersionStatusActive',
        supportedOs: ['Microsoft :: Windows'],
        supportedCoreuiVersion: '<3',
      },
    ]);
  });

  it('ban without a body, and lift the ban without a body', async () => {
    const banned = await makeNode(registry, world.id);
    const path = `/publishers/${world.id}/nodes/${banned}`;
    expectNoContent(await registry.call('POST', `${path}/ban`, { as: admin }));
    expect((await registry.call('GET', `/nodes/${banned}`, { as: admin })).body).toMatchObject({
      status: 'NodeStatusBanned',
      status_detail: 'Banned by an administrator',
    });
    expectNoContent(await registry.call('POST', `${path}/unban`, { as: admin }));
    expect((await registry.call('GET', `/nodes/${banned}`)).body.status).toBe('NodeStatusActive');
    for (const body of [{}, { reason: '' }, { reason: null }]) {
      expectNoContent(await registry.call('POST', `/publishers/${world.foreignId}/ban`, { as: admin, body }));
      expect((await auditRows(registry, 'publisher.ban', world.foreignId)).at(-1)).toMatchObject({
        reason: 'Banned by an administrator',
      });
      expectNoContent(await registry.call('POST', `/publishers/${world.foreignId}/unban`, { as: admin }));
    }
    const { data } = await registry.graph(
      `mutation { banNode(nodeId: "${banned}") { statusDetail } unbanNode(nodeId: "${banned}") { status } }`,
      {},
      { as: admin },
    );
    expect(data).toEqual({
      banNode: { statusDetail: 'Banned by an administrator' },
      unbanNode: { status: 'NodeStatusActive' },
    });
  });

  it('create a node without an owner', async () => {
    const id = uniqueName('Found');
    const body = { id, name: 'Found', repository: 'https://github.com/a/found', search_ranking: 5, tags_admin: ['t'] };
    const created = await registry.call('POST', '/admin/nodes', { as: admin, body });
    expect([created.status, created.body]).toMatchObject([201, { ...body, publisher: { id: UNCLAIMED_PUBLISHER } }]);
    expectError(await registry.call('POST', '/admin/nodes', { as: admin, body }), 400, 'NODE_ID_TAKEN');
    expectError(await registry.call('POST', '/admin/nodes', { as: world.callers.owner, body }), 403, 'FORBIDDEN');
    expect(await auditRows(registry, 'node.create', id)).toHaveLength(1);
    const { data } = await registry.graph(
      `mutation { createUnclaimedNode(input: { id: "${id}-2" }) { publisher { id } } }`,
      {},
      { as: admin },
    );
    expect(data.createUnclaimedNode.publisher.id).toBe(UNCLAIMED_PUBLISHER);
  });

  it('move a node to another publisher', async () => {
    const target = await makePublisher(registry, await userId(registry, world.callers.outsider), {
      name: uniqueName('Zebra'),
    });
    const { body: publisher } = await registry.call('GET', `/publishers/${target}`);
    const moved = await makeNode(registry, world.id);
    const path = `/admin/nodes/${moved}`;
    const nodesOf = async (id: string): Promise<string[]> =>
      (await registry.call('GET', `/publishers/${id}/nodes?limit=1000`)).body.map((one: { id: string }) => one.id);
    expect([(await nodesOf(world.id)).includes(moved), await nodesOf(target)]).toEqual([true, []]);
    // The whole record, as sites send it back, changes nothing if the publisher is the same.
    const { body: whole } = await registry.call('GET', `/nodes/${moved}`);
    const same = await registry.call('PUT', path, { as: admin, body: whole });
    expect([same.status, same.body.publisher.id]).toEqual([200, world.id]);

    const answer = await registry.call('PUT', path, { as: admin, body: { name: 'Moved', publisher } });
    expect([answer.status, answer.body.name, answer.body.publisher.id]).toEqual([200, 'Moved', target]);
    expect([(await nodesOf(world.id)).includes(moved), await nodesOf(target)]).toEqual([false, [moved]]);
    expect((await registry.call('GET', `/nodes?node_id=${moved}`)).body.nodes[0].publisher.id).toBe(target);
    const word = (publisher.name as string).split('-').at(-1);
    expect((await registry.call('GET', `/nodes/search?search=${word}`)).body.nodes).toMatchObject([{ id: moved }]);
    const { data } = await registry.graph(`{ publisher(id: "${target}") { nodes { nodes { id } } } }`);
    expect(data.publisher.nodes.nodes).toEqual([{ id: moved }]);
    const rows = await auditRows(registry, 'node.move', moved);
    expect(rows.map((row) => [row['publisher_id'], row['before'], row['after']])).toEqual(
      [world.id, target].map((id) => [id, { publisherId: world.id }, { publisherId: target }]),
    );
    // Its former publisher can no longer change it, its new one can.
    const change = (owner: string, as: string) =>
      registry.call('PUT', `/publishers/${owner}/nodes/${moved}`, { as, body: { name: 'Mine' } });
    expectError(await change(world.id, world.callers.owner), 404, 'NODE_NOT_FOUND');
    expect((await change(target, world.callers.outsider)).status).toBe(200);
  });

  it('do not move nodes to banned, deleted or absent publishers, nor for callers other than admins', async () => {
    const [banned, deleted] = [uniqueName('banned'), uniqueName('deleted')];
    const owner = await userId(registry, world.callers.outsider);
    for (const id of [banned, deleted]) await makePublisher(registry, owner, { id });
    await registry.call('POST', `/publishers/${banned}/ban`, { as: admin });
    await registry.call('DELETE', `/publishers/${deleted}`, { as: admin });
    const move = (id: string, as: string) =>
      registry.call('PUT', `/admin/nodes/${node}`, { as, body: { publisher: { id } } });
    for (const id of [banned, deleted]) expectError(await move(id, admin), 409, 'PUBLISHER_UNAVAILABLE');
    expectError(await move('no-such-publisher', admin), 404, 'PUBLISHER_NOT_FOUND');
    expectError(await move(world.foreignId, world.callers.owner), 403, 'FORBIDDEN');
  });

  it('move a node out of a banned publisher, which ends a ban that came with that of the publisher', async () => {
    const owner = await userId(registry, world.callers.outsider);
    const from = await makePublisher(registry, owner);
    const [covered, alone] = [await makeNode(registry, from), await makeNode(registry, from)];
    await registry.call('POST', `/publishers/${from}/nodes/${alone}/ban`, { as: admin });
    await registry.call('POST', `/publishers/${from}/ban`, { as: admin });
    const statuses = [];
    for (const id of [covered, alone]) {
      const { data } = await registry.graph(
        'mutation ($id: ID!, $to: ID!) { adminUpdateNode(nodeId: $id, input: { publisherId: $to }) { status publisher { id } } }',
        { id, to: world.id },
        { as: admin },
      );
      expect(data.adminUpdateNode.publisher.id).toBe(world.id);
      statuses.push(data.adminUpdateNode.status);
    }
    expect(statuses).toEqual(['NodeStatusActive', 'NodeStatusBanned']);
  });

  it('generate a token for an hour, which has the admin role, but can’t generate another one', async () => {
    const answer = await registry.call('POST', '/admin/generate-token', { as: admin });
    expect(answer.status).toBe(200);
    const { token, expires_at: expiresAt } = answer.body;
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
    expect(Math.abs(minutes - 60)).toBeLessThan(2);
    const [self, generated] = [admin, token].map((as) => registry.call('GET', '/users', { as }));
    expect((await generated!).body).toEqual((await self!).body);
    const body = { search_ranking: 3 };
    expect((await registry.call('PUT', `/admin/nodes/${node}`, { as: token, body })).status).toBe(200);
    expectError(await registry.call('POST', '/admin/generate-token', { as: token }), 403, 'FORBIDDEN');
    expectError(await registry.call('POST', '/admin/generate-token', { as: world.callers.owner }), 403, 'FORBIDDEN');
    expectError(await registry.call('POST', '/admin/generate-token'), 401, 'UNAUTHENTICATED');
    expect(await auditRows(registry, 'adminToken.create', await userId(registry, admin))).toHaveLength(1);
    const { data } = await registry.graph('mutation { generateAdminToken { token expiresAt } }', {}, { as: admin });
    expect((await registry.call('GET', '/users', { as: data.generateAdminToken.token })).body.isAdmin).toBe(true);
    const [header, , signature] = (token as string).split('.');
    const forged = Buffer.from(JSON.stringify({ iss: 'urn:extension-registry:admin', sub: 'x', admin: true }));
    expectError(
      await registry.call('GET', '/users', { as: `${header}.${forged.toString('base64url')}.${signature}` }),
      401,
      'UNAUTHENTICATED',
    );
  });

  it('require credentials', async () => {
    for (const path of [`/publishers/${world.id}`, `/publishers/${world.id}/nodes/${node}`]) {
      for (const as of [undefined, 'expired.or.invalid']) {
        const answer = await registry.call('GET', `${path}/permissions`, { as });
        expect([answer.status, answer.body]).toEqual([200, { canEdit: false }]);
      }
      expect((await registry.call('GET', `${path}/permissions`, { as: world.callers.owner })).body.canEdit).toBe(true);
    }
    const banned = await makeNode(registry, world.id);
    await changeNode(registry, banned, `status = 'NodeStatusBanned'`);
    expectError(await registry.call('GET', `/publishers/${world.id}/nodes/${banned}/permissions`), 403, 'NODE_BANNED');
  });
});
