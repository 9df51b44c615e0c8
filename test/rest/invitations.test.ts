import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  auditRows,
  changePublisher,
  changeRows,
  makePublisher,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  userId,
} from '../support/builders.js';
import { expectError, expectNoContent } from '../support/refusals.js';
import { sharedTestRegistry, type TestRegistry } from '../support/registry.js';

describe('invitations', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let outsiderId: string;

  beforeAll(async () => {
    registry = await sharedTestRegistry();
    world = await makeWorld(registry);
    outsiderId = await userId(registry, world.callers.outsider);
  });
  afterAll(() => registry.close());

  const invite = (publisherId: string, body: object, as = world.callers.owner) =>
    registry.call('POST', `/publishers/${publisherId}/members`, { as, body });
  const answer = (id: string, verb: 'accept' | 'decline', as: string | undefined) =>
    registry.call('POST', `/users/invitations/${id}/${verb}`, { as });
  const own = async (as: string): Promise<{ id: string; publisher_id: string }[]> =>
    (await registry.call('GET', '/users/invitations', { as })).body;
  const pending = async (publisherId: string, as = world.callers.owner): Promise<{ id: string }[]> =>
    (await registry.call('GET', `/publishers/${publisherId}/invitations`, { as })).body;
  const withdraw = (publisherId: string, id: string, as = world.callers.owner) =>
    registry.call('DELETE', `/publishers/${publisherId}/invitations/${id}`, { as });
  const ownPublisher = async () => makePublisher(registry, await userId(registry, world.callers.owner));
  const memberCount = async (id: string): Promise<number> =>
    (await registry.call('GET', `/publishers/${id}`)).body.members.length;
  const person = (email?: string) => registry.signIn(uniqueName('person'), email === undefined ? {} : { email });
  const run = (sql: string, parameters: unknown[]) =>
    registry.database.transaction(async ({ query }) => void (await query(sql, parameters)));

  it('grant no membership before they are accepted', async () => {
    const id = await ownPublisher();
    const invited = await invite(id, { user_id: outsiderId, role: 'member' });
    expect([invited.status, invited.body]).toEqual([
      201,
      {
        id: expect.any(String),
        publisher_id: id,
        role: 'member',
        user_id: outsiderId,
        createdAt: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
    expect(Date.parse(invited.body.expires_at) - Date.parse(invited.body.createdAt)).toBe(14 * 86_400_000);
    expect(await memberCount(id)).toBe(1);
    expect(
      (await registry.call('GET', '/users/publishers', { as: world.callers.outsider })).body.map(
        (one: { id: string }) => one.id,
      ),
    ).not.toContain(id);
    const tokens = () => registry.call('GET', `/publishers/${id}/tokens`, { as: world.callers.outsider });
    expectError(await tokens(), 403, 'FORBIDDEN');
    expect(await changeRows(registry, 'publisher', id)).toHaveLength(1);
    expect(await pending(id)).toEqual([invited.body]);
    expect(await own(world.callers.outsider)).toContainEqual(invited.body);

    const accepted = await answer(invited.body.id, 'accept', world.callers.outsider);
    expect([accepted.status, accepted.body]).toMatchObject([200, { role: 'member', user: { id: outsiderId } }]);
    expect([await memberCount(id), (await tokens()).status, await pending(id)]).toEqual([2, 200, []]);
    expect(await changeRows(registry, 'publisher', id)).toHaveLength(2);
    for (const action of ['invitation.create', 'invitation.accept'])
      expect(await auditRows(registry, action, invited.body.id)).toMatchObject([{ publisher_id: id }]);
    expectError(await answer(invited.body.id, 'accept', world.callers.outsider), 404, 'INVITATION_NOT_FOUND');
  });

  it('are answered alike whether or not an address has an account', async () => {
    const id = await ownPublisher();
    const email = `${uniqueName('ann')}@example.org`;
    const ann = await person(email);
    await userId(registry, ann);
    const absent = `${uniqueName('absent')}@example.org`;
    const answers = [await invite(id, { email }), await invite(id, { email: absent })];
    for (const { status, body } of answers)
      expect([status, Object.keys(body).sort()]).toEqual([
        201,
        ['createdAt', 'email', 'expires_at', 'id', 'publisher_id', 'role'],
      ]);
    expect((await pending(id)).map((one) => Object.keys(one).length)).toEqual([6, 6]);
    for (const address of [email, absent])
      expectError(
        await registry.call('DELETE', `/publishers/${id}/members`, {
          as: world.callers.owner,
          body: { email: address },
        }),
        404,
        'MEMBER_NOT_FOUND',
      );
    expect(JSON.stringify(await auditRows(registry, 'invitation.create', answers[0]!.body.id))).not.toContain(email);
  });

  it('to an address are for the user who signs in with it verified, in any case', async () => {
    const id = await ownPublisher();
    const email = `${uniqueName('Later')}@Example.org`;
    const { body } = await invite(id, { email, role: 'owner' });
    const later = await person(email.toUpperCase());
    const laterId = await userId(registry, later);
    await run('update users set email_verified = false where id = $1::uuid', [laterId]);
    const viewer = { kind: 'user', id: laterId, isAdmin: false, isApproved: true, name: null, email } as const;
    // Through the service, because a token of the built-in issuer says again that the address is verified.
    expect(await registry.services.invitations.listOwn(viewer)).toEqual([]);
    expect(await own(later)).toEqual([body]);
    expect((await answer(body.id, 'accept', later)).body).toMatchObject({ role: 'owner', user: { id: laterId } });
  });

  it('can be declined by the invited person only, and withdrawn by owners only', async () => {
    const id = await ownPublisher();
    const vic = await person();
    const { body } = await invite(id, { user_id: await userId(registry, vic) });
    for (const verb of ['accept', 'decline'] as const) {
      expectError(await answer(body.id, verb, undefined), 401, 'UNAUTHENTICATED');
      expectError(await answer(body.id, verb, world.callers.token), 403, 'FORBIDDEN');
      for (const as of [world.callers.owner, world.callers.outsider, world.callers.admin])
        expectError(await answer(body.id, verb, as), 404, 'INVITATION_NOT_FOUND');
      expectError(await answer('nonsense', verb, vic), 404, 'INVITATION_NOT_FOUND');
    }
    expectNoContent(await answer(body.id, 'decline', vic));
    expect([await own(vic), await pending(id), await memberCount(id)]).toEqual([[], [], 1]);
    expect(await auditRows(registry, 'invitation.decline', body.id)).toHaveLength(1);

    const again = await invite(id, { user_id: await userId(registry, vic) });
    expectError(await withdraw(id, again.body.id, world.callers.outsider), 403, 'FORBIDDEN');
    expectError(await withdraw(world.id, again.body.id), 404, 'INVITATION_NOT_FOUND');
    expectError(
      await registry.call('GET', `/publishers/${id}/invitations`, { as: world.callers.outsider }),
      403,
      'FORBIDDEN',
    );
    expectNoContent(await withdraw(id, again.body.id));
    expectError(await answer(again.body.id, 'accept', vic), 404, 'INVITATION_NOT_FOUND');
    expect(await auditRows(registry, 'invitation.withdraw', again.body.id)).toHaveLength(1);
  });

  it('expire after 14 days', async () => {
    const id = await ownPublisher();
    const vic = await person();
    const { body } = await invite(id, { user_id: await userId(registry, vic) });
    await run(`update publisher_invitations set expires_at = now() where id = $1::uuid`, [body.id]);
    expect([await own(vic), await pending(id)]).toEqual([[], []]);
    for (const verb of ['accept', 'decline'] as const)
      expectError(await answer(body.id, verb, vic), 404, 'INVITATION_NOT_FOUND');
    expect(await memberCount(id)).toBe(1);
  });

  it('are one per person when repeated, and at most 50', async () => {
    const id = await ownPublisher();
    const email = `${uniqueName('one')}@example.org`;
    const first = await invite(id, { email });
    const second = await invite(id, { email: email.toUpperCase(), role: 'owner' });
    expect(second.body).toMatchObject({ id: first.body.id, role: 'owner' });
    for (let count = 1; count < 50; count++)
      expect((await invite(id, { email: `${uniqueName('many')}@example.org` })).status).toBe(201);
    expectError(await invite(id, { email: 'too-many@example.org' }), 403, 'QUOTA_REACHED');
    expectError(await invite(id, { user_id: outsiderId }), 403, 'QUOTA_REACHED');
    expect((await invite(id, { email })).status).toBe(201);
    await run(`update publisher_invitations set expires_at = now() where id = $1::uuid`, [first.body.id]);
    expect((await invite(id, { user_id: outsiderId })).status).toBe(201);
  });

  it('do not restore a removed member, and keep the role of a member', async () => {
    const id = await ownPublisher();
    const email = `${uniqueName('ann')}@example.org`;
    const ann = await person(email);
    const annId = await userId(registry, ann);
    // Two invitations to one person, which the publisher can't know.
    const [byId, byEmail] = [await invite(id, { user_id: annId }), await invite(id, { email, role: 'owner' })];
    expect((await answer(byId.body.id, 'accept', ann)).body.role).toBe('member');
    expect([await pending(id), await own(ann)]).toEqual([[], []]);
    expectError(await answer(byEmail.body.id, 'accept', ann), 404, 'INVITATION_NOT_FOUND');
    const late = await invite(id, { email, role: 'owner' });
    expect((await answer(late.body.id, 'accept', ann)).body.role).toBe('member');

    await registry.call('DELETE', `/publishers/${id}/members?user_id=${annId}`, { as: world.callers.owner });
    const { body } = await invite(id, { email });
    await answer(body.id, 'accept', ann);
    await run(
      `insert into publisher_invitations (id, publisher_id, user_id, role, created_at, expires_at)
       values (gen_random_uuid(), $1, $2::uuid, 'owner', now(), now() + interval '1 day')`,
      [id, annId],
    );
    await registry.call('DELETE', `/publishers/${id}/members?user_id=${annId}`, { as: world.callers.owner });
    expect(await own(ann)).toEqual([]);
  });

  it('end with their publisher, and can’t be accepted while it is banned', async () => {
    const [banned, deleted] = [await ownPublisher(), await ownPublisher()];
    const vic = await person();
    const vicId = await userId(registry, vic);
    const { body } = await invite(banned, { user_id: vicId });
    await changePublisher(registry, banned, `status = 'PublisherStatusBanned'`);
    expectError(await answer(body.id, 'accept', vic), 403, 'PUBLISHER_BANNED');
    await changePublisher(registry, banned, `status = 'PublisherStatusActive'`);
    expect((await answer(body.id, 'accept', vic)).status).toBe(200);

    await invite(deleted, { user_id: vicId });
    expectNoContent(await registry.call('DELETE', `/publishers/${deleted}`, { as: world.callers.owner }));
    expect(await own(vic)).toEqual([]);
  });

  it('are accepted once for concurrent requests, and not after they were withdrawn', async () => {
    const vic = await person();
    const vicId = await userId(registry, vic);
    for (let round = 0; round < 5; round++) {
      const id = await ownPublisher();
      const { body } = await invite(id, { user_id: vicId });
      const rivals = await Promise.all([
        answer(body.id, 'accept', vic),
        answer(body.id, 'accept', vic),
        round % 2 === 0 ? withdraw(id, body.id) : answer(body.id, 'decline', vic),
      ]);
      expect(rivals.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(await memberCount(id)).toBe(rivals.slice(0, 2).some(({ status }) => status === 200) ? 2 : 1);
      expect(rivals.filter(({ status }) => status >= 300).map(({ status }) => status)).toEqual([404, 404]);
    }
  });
});
