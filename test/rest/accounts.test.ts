import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageOf, zipOf } from '../support/archives.js';
import { auditRows, makeNode, makeWorld, uniqueName, userId } from '../support/builders.js';
import { put } from '../support/publishing.js';
import { expectError } from '../support/refusals.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';

describe('accounts', () => {
  let registry: TestRegistry;
  let admin: string;
  beforeAll(async () => {
    registry = await sharedTestRegistry();
    admin = await registry.signIn(uniqueName('chief'), { admin: true });
  });
  afterAll(() => registry.close());

  const decide = (verb: string, user: string, body?: object, as = admin) =>
    registry.call('POST', `/admin/users/${user}/${verb}`, { as, body });
  const list = (question: string) => registry.call('GET', `/admin/users?${question}`, { as: admin });

  it('a suspension invalidates all credentials of a user at once, and a reinstatement makes them valid again', async () => {
    const { id, callers } = await makeWorld(registry);
    const { owner, token } = callers;
    const user = await userId(registry, owner);
    const node = await makeNode(registry, id);
    const path = `/publishers/${id}/nodes/${node}`;
    const published = await registry.call('POST', `${path}/versions`, {
      as: token,
      body: { node: {}, node_version: { version: '2.0.0' } },
    });
    const attempts = [owner, token].flatMap((as) => [
      () => registry.call('PUT', path, { as, body: { author: uniqueName('a') } }),
      () => registry.call('POST', `/nodes/${node}/translations`, { as, body: { data: { de: { name: 'N' } } } }),
    ]);
    const inBody = (version: string) =>
      registry.call('POST', `${path}/versions`, {
        body: { personal_access_token: token, node: {}, node_version: { version } },
      });
    expect((await decide('suspend', user, { reason: 'spam' })).body).toMatchObject({
      id: user,
      suspendedReason: 'spam',
      suspendedAt: expect.any(String),
    });
    for (const attempt of [...attempts, () => inBody('3.0.0'), () => registry.call('GET', '/users', { as: owner })]) {
      const answer = await attempt();
      expectError(answer, 403, 'ACCOUNT_SUSPENDED');
      expect(answer.body.message).toContain('spam');
    }
    const { errors } = await registry.graph(
      `mutation { updateNode(nodeId: "${node}", input: { author: "x" }) { id } }`,
      {},
      { as: owner },
    );
    expect(errors[0].extensions.code).toBe('ACCOUNT_SUSPENDED');
    expect((await put(registry, published.body.signedUrl, await zipOf(packageOf('Late')))).status).toBe(403);
    // Public data stays readable, and other members are not affected.
    expect((await registry.call('GET', `/nodes/${node}`, { as: owner })).status).toBe(200);
    expect((await registry.call('PUT', path, { as: callers.member, body: { author: 'M' } })).status).toBe(200);

    expect((await decide('reinstate', user)).body).not.toHaveProperty('suspendedAt');
    for (const attempt of [...attempts, () => inBody('3.0.0')]) expect((await attempt()).status).toBeLessThan(300);
    for (const verb of ['reinstate', 'suspend'])
      expect(await auditRows(registry, `user.${verb}`, user)).toHaveLength(1);
    expect(await auditRows(registry, 'user.suspend', user)).toMatchObject([{ reason: 'spam' }]);
  });

  it('a suspension refuses a write that is already past authentication', async () => {
    const { id, callers } = await makeWorld(registry);
    const user = await userId(registry, callers.owner);
    const viewer = await registry.services.authenticator.authenticate(`Bearer ${callers.owner}`);
    await decide('suspend', user, { reason: 'spam' });
    const actor = { viewer, requestId: 'late', address: '' };
    await expect(registry.services.nodes.create(actor, id, { id: uniqueName('late') })).rejects.toMatchObject({
      code: 'ACCOUNT_SUSPENDED',
    });
  });

  it('admins can suspend other users only, and need a reason', async () => {
    const user = await userId(registry, await registry.signIn(uniqueName('user')));
    expectError(await decide('suspend', user, {}), 400, 'INVALID_INPUT');
    expectError(await decide('suspend', user, { reason: ' ' }), 400, 'INVALID_INPUT');
    expectError(await decide('suspend', await userId(registry, admin), { reason: 'x' }), 403, 'FORBIDDEN');
    expectError(
      await decide('suspend', '00000000-0000-4000-8000-000000000000', { reason: 'x' }),
      404,
      'USER_NOT_FOUND',
    );
    expectError(await decide('reinstate', 'nobody'), 404, 'USER_NOT_FOUND');
  });

  it('lists users by name, e-mail address, id and status, in pages', async () => {
    const name = uniqueName('Percent%');
    const people = await Promise.all(
      [1, 2, 3].map(async (index) => {
        const as = await registry.signIn(uniqueName('listed'), {
          name: `${name} ${index}`,
          email: `${name}.${index}@example.org`,
        });
        return userId(registry, as);
      }),
    );
    await decide('suspend', people[1]!, { reason: 'spam' });
    const ids = async (question: string) => (await list(question)).body.users.map(({ id }: { id: string }) => id);
    expect((await ids(`search=${encodeURIComponent(name.toLowerCase())}`)).sort()).toEqual(people.toSorted());
    expect(await ids(`search=${encodeURIComponent(`${name}.3@`)}`)).toEqual([people[2]]);
    expect(await ids(`search=${people[0]!.toUpperCase()}`)).toEqual([people[0]]);
    expect(await ids(`search=${encodeURIComponent(name)}&status=suspended`)).toEqual([people[1]]);
    expect((await ids(`search=${encodeURIComponent(name)}&status=approved`)).sort()).toEqual(
      [people[0], people[2]].sort(),
    );
    const page = await list(`search=${encodeURIComponent(name)}&limit=2&page=2`);
    expect(page.body).toMatchObject({ page: 2, limit: 2, total: 3, totalPages: 2, users: [{ isApproved: true }] });
    expectError(await list('status=odd'), 400, 'INVALID_INPUT');
    const graph = await registry.graph(
      'query ($search: String) { users(search: $search, status: suspended) { total nodes { id suspendedReason } } }',
      { search: name },
      { as: admin },
    );
    expect(graph.data.users).toEqual({ total: 1, nodes: [{ id: people[1], suspendedReason: 'spam' }] });
  });
});
