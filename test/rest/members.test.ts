import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addMember,
  auditRows,
  changePublisher,
  joinPublisher,
  makePublisher,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  userId,
} from '../support/builders.js';
import { MemberRole } from '../../src/values/states.js';
import { expectError, expectNoContent } from '../support/refusals.js';
import { sharedTestRegistry, startTestRegistry, type TestRegistry } from '../support/registry.js';

describe('members of a publisher', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let outsiderId: string;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
    outsiderId = await userId(registry, world.callers.outsider);
  });
  afterAll(() => registry.close());

  const add = (as: string | undefined, publisherId: string, body: unknown) =>
    registry.call('POST', `/publishers/${publisherId}/members`, { as, body });
  const remove = (as: string | undefined, publisherId: string, user: string) =>
    registry.call('DELETE', `/publishers/${publisherId}/members?user_id=${user}`, { as });
  const rolesOf = async (id: string): Promise<string[]> =>
    (await registry.call('GET', `/publishers/${id}`)).body.members
      .map(({ role, user }: { role: string; user: { id: string } }) => `${role} ${user.id}`)
      .sort();
  const ownPublisher = async () => makePublisher(registry, await userId(registry, world.callers.owner));

  it('join by an invitation, get another role, and are removed', async () => {
    const id = await ownPublisher();
    const ownerId = await userId(registry, world.callers.owner);
    await joinPublisher(registry, id, world.callers.owner, world.callers.outsider);
    expect(await rolesOf(id)).toEqual([`member ${outsiderId}`, `owner ${ownerId}`].sort());
    const promoted = await add(world.callers.owner, id, { user_id: outsiderId, role: 'owner' });
    expect([promoted.status, promoted.body]).toEqual([
      201,
      { id: expect.any(String), role: 'owner', user: { id: outsiderId, name: 'Otto Outsider' } },
    ]);
    expect((await add(world.callers.owner, id, { user_id: outsiderId.toUpperCase(), role: 'member' })).body.role).toBe(
      'member',
    );
    expectNoContent(await remove(world.callers.owner, id, outsiderId));
    expect(await rolesOf(id)).toEqual([`owner ${ownerId}`]);
    expect(await auditRows(registry, 'member.changeRole', outsiderId)).toMatchObject([
      { publisher_id: id, from_state: 'member', to_state: 'owner' },
      { from_state: 'owner', to_state: 'member' },
    ]);
    expect([
      await auditRows(registry, 'member.add', outsiderId),
      await auditRows(registry, 'member.remove', outsiderId),
    ]).toMatchObject([[{ publisher_id: id }], [{ publisher_id: id }]]);
  });

  it('get and lose their permissions at once', async () => {
    const id = await ownPublisher();
    const tokens = () => registry.call('GET', `/publishers/${id}/tokens`, { as: world.callers.outsider });
    expect((await tokens()).status).toBe(403);
    await joinPublisher(registry, id, world.callers.owner, world.callers.outsider);
    expect((await tokens()).status).toBe(200);
    expect(
      (await registry.call('GET', '/users/publishers', { as: world.callers.outsider })).body.map(
        (one: { id: string }) => one.id,
      ),
    ).toContain(id);
    await remove(world.callers.owner, id, outsiderId);
    expect((await tokens()).status).toBe(403);
  });

  it('are found by a verified address in any case, if they share it with the publisher', async () => {
    const id = await ownPublisher();
    const email = `${uniqueName('Ann')}@Example.org`;
    const ann = await registry.signIn(uniqueName('ann'), { email });
    const annId = await userId(registry, ann);
    const removeByEmail = () =>
      registry.call('DELETE', `/publishers/${id}/members`, { as: world.callers.owner, body: { email } });
    await joinPublisher(registry, id, world.callers.owner, ann);
    // The user was invited by id, so the publisher does not have their address.
    expectError(await removeByEmail(), 404, 'MEMBER_NOT_FOUND');
    expect((await add(world.callers.owner, id, { email, role: 'owner' })).body).not.toHaveProperty('user');
    expect((await add(world.callers.admin, id, { email, role: 'owner' })).body).toMatchObject({ user: { id: annId } });
    expectNoContent(await remove(world.callers.owner, id, annId));
    const invitation = await add(world.callers.owner, id, { email: email.toUpperCase() });
    await registry.call('POST', `/users/invitations/${invitation.body.id}/accept`, { as: ann });
    expect((await add(world.callers.owner, id, { email, role: 'owner' })).body).toMatchObject({
      role: 'owner',
      user: { id: annId, email },
    });
    expectNoContent(await removeByEmail());
    expectError(await removeByEmail(), 404, 'MEMBER_NOT_FOUND');
    expect(await rolesOf(id)).toHaveLength(1);
  });

  it('use no quota of their own, and have a hidden address if they were invited by id', async () => {
    const few = await startTestRegistry({ MAX_PUBLISHERS_PER_USER: '1' });
    try {
      const [eve, vic] = [await few.signIn('eve'), await few.signIn('vic', { email: 'vic@example.org' })];
      await few.call('POST', '/publishers', { as: eve, body: { id: 'eve-team' } });
      await joinPublisher(few, 'eve-team', eve, vic, 'owner');
      expect((await few.call('GET', '/publishers/eve-team', { as: eve })).text).not.toContain('vic@example.org');
      expect((await few.call('GET', '/publishers/eve-team', { as: vic })).text).toContain('vic@example.org');
      expect((await few.call('POST', '/publishers', { as: vic, body: { id: 'vic-team' } })).status).toBe(201);
      expectError(await few.call('POST', '/publishers', { as: eve, body: { id: 'eve-second' } }), 403, 'QUOTA_REACHED');
    } finally {
      await few.close();
    }
  });

  it('may leave, except the last owner', async () => {
    const id = await ownPublisher();
    await addMember(registry, id, outsiderId);
    const ownerId = await userId(registry, world.callers.owner);
    expectNoContent(await remove(world.callers.outsider, id, outsiderId));
    expect(await auditRows(registry, 'member.leave', outsiderId)).toMatchObject([{ publisher_id: id }]);
    for (const as of [world.callers.owner, world.callers.admin]) {
      expectError(await remove(as, id, ownerId), 409, 'LAST_OWNER');
      expectError(await add(as, id, { user_id: ownerId, role: 'member' }), 409, 'LAST_OWNER');
    }
    expect(await rolesOf(id)).toEqual([`owner ${ownerId}`]);
  });

  it('are 404 if they do not exist, and 400 if they are identified incorrectly', async () => {
    const { owner } = world.callers;
    expectError(await add(undefined, world.id, { user_id: outsiderId }), 401, 'UNAUTHENTICATED');
    expectError(await add(owner, 'nobody-here', { user_id: outsiderId }), 404, 'PUBLISHER_NOT_FOUND');
    expectError(await add(owner, world.id, { user_id: 'nonsense' }), 404, 'USER_NOT_FOUND');
    for (const body of [
      {},
      { user_id: outsiderId, email: 'x@example.org' },
      { user_id: outsiderId, role: 'king' },
      { user_id: 5 },
      { email: 'nobody' },
      { email: 'a b@example.org' },
    ])
      expectError(await add(owner, world.id, body), 400, 'INVALID_INPUT');
    expectError(await remove(owner, world.id, outsiderId), 404, 'MEMBER_NOT_FOUND');
    expectError(await registry.call('DELETE', `/publishers/${world.id}/members`, { as: owner }), 400, 'INVALID_INPUT');
    const banned = await ownPublisher();
    await changePublisher(registry, banned, `status = 'PublisherStatusBanned'`);
    expectError(await add(owner, banned, { user_id: outsiderId }), 403, 'PUBLISHER_BANNED');
  });

  it('always include an owner, also if several leave at once', async () => {
    const [ann, bob] = await Promise.all(['ann', 'bob'].map((name) => registry.signIn(uniqueName(name))));
    const [annId, bobId] = [await userId(registry, ann!), await userId(registry, bob!)];
    const rounds = registry.testDatabase.kind === 'postgres' ? 100 : 20;
    const outcomes = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const id = await makePublisher(registry, annId);
      await addMember(registry, id, bobId, MemberRole.Owner);
      const answers = await Promise.all(
        round % 2 === 0
          ? [remove(ann, id, annId), remove(bob, id, bobId)]
          : [remove(ann, id, bobId), add(bob, id, { user_id: annId, role: 'member' })],
      );
      outcomes.add(
        answers
          .map(({ status }) => status)
          .sort()
          .join(),
      );
      const owners = await registry.database.query(
        `select 1 from publisher_members where publisher_id = $1 and role = 'owner'`,
        [id],
      );
      expect(owners).toHaveLength(1);
    }
    // One succeeds. The other is then the last owner, or no longer an owner.
    for (const outcome of outcomes) expect(['204,409', '201,403', '201,409', '204,403']).toContain(outcome);
  });
});
