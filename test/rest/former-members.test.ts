import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  auditRows,
  joinPublisher,
  makeNode,
  makeToken,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  userId,
} from '../support/builders.js';
import { type FakeReceiver, startFakeReceiver } from '../support/fake-receiver.js';
import { expectError } from '../support/refusals.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { until } from '../support/until.js';

describe('credentials that an owner created or received', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let receiver: FakeReceiver;
  let leaver: string;
  let leaverId: string;

  beforeAll(async () => {
    registry = await startTestRegistry({ CALLBACK_EXEMPT_HOSTS: '127.0.0.1' });
    receiver = await startFakeReceiver();
  });
  afterAll(async () => {
    await registry.close();
    await receiver.close();
  });
  beforeEach(async () => {
    world = await makeWorld(registry);
    receiver.received.length = 0;
    receiver.answer = { status: 204 };
    leaver = await registry.signIn(uniqueName('leaver'), { name: 'Lea Leaver' });
    leaverId = await userId(registry, leaver);
    await joinPublisher(registry, world.id, world.callers.owner, leaver, 'owner');
  });

  const tokens = async (as: string, id = world.id): Promise<{ id: string; created_by?: object }[]> =>
    (await registry.call('GET', `/publishers/${id}/tokens`, { as })).body;
  const hooks = (rest = ''): string => `/publishers/${world.id}/webhooks${rest}`;
  const update = (node: string, as: string) =>
    registry.call('PUT', `/publishers/${world.id}/nodes/${node}`, { as, body: { author: uniqueName('author') } });

  /** The three ways in which a user stops being an owner. */
  const ENDS: Record<string, () => Promise<{ status: number }>> = {
    'is removed': () =>
      registry.call('DELETE', `/publishers/${world.id}/members?user_id=${leaverId}`, { as: world.callers.owner }),
    leaves: () => registry.call('DELETE', `/publishers/${world.id}/members?user_id=${leaverId}`, { as: leaver }),
    'is demoted': () =>
      registry.call('POST', `/publishers/${world.id}/members`, {
        as: world.callers.owner,
        body: { user_id: leaverId, role: 'member' },
      }),
  };

  it('show their creator to owners and admins, not to other members', async () => {
    await makeToken(registry, world.id, leaver);
    const creators = async (as: string) => (await tokens(as)).map(({ created_by: creator }) => creator);
    const owner = { id: await userId(registry, world.callers.owner), name: 'Olga Owner' };
    const both = [owner, { id: leaverId, name: 'Lea Leaver' }];
    expect(await creators(world.callers.owner)).toEqual(both);
    expect(await creators(world.callers.admin)).toEqual(both);
    expect(await creators(world.callers.member)).toEqual([undefined, undefined]);
    const document = `{ publisher(id: "${world.id}") { tokens { createdBy { id name } } } }`;
    const inGraph = async (as: string) => (await registry.graph(document, {}, { as })).data.publisher.tokens;
    expect(await inGraph(world.callers.owner)).toEqual(both.map((createdBy) => ({ createdBy })));
    expect(await inGraph(world.callers.member)).toEqual([{ createdBy: null }, { createdBy: null }]);
    const { data } = await registry.graph(
      `mutation { createPublisherToken(publisherId: "${world.id}", input: { name: "x" }) { id createdBy { id } } }`,
      {},
      { as: leaver },
    );
    expect(data.createPublisherToken.createdBy).toEqual({ id: leaverId });
  });

  it.each(Object.keys(ENDS))(
    'are invalid at once when the owner %s: tokens and invitations, only their own',
    async (how) => {
      const node = await makeNode(registry, world.id);
      const foreign = await registry.call('POST', '/publishers', { as: leaver, body: { id: uniqueName('theirs') } });
      const foreignToken = await makeToken(registry, foreign.body.id, leaver);
      const token = await makeToken(registry, world.id, leaver);
      const tokenId = (await tokens(leaver)).at(-1)!.id;
      const invitation = await registry.call('POST', `/publishers/${world.id}/members`, {
        as: leaver,
        body: { email: `${uniqueName('friend')}@example.org`, role: 'owner' },
      });
      expect((await update(node, token)).status).toBe(200);

      expect((await ENDS[how]!()).status).toBeLessThan(300);
      expectError(await update(node, token), 401, 'UNAUTHENTICATED');
      expect((await update(node, world.callers.token)).status).toBe(200);
      expect(await tokens(world.callers.owner)).toHaveLength(1);
      expect(await tokens(leaver, foreign.body.id)).toHaveLength(1);
      expect(foreignToken).toMatch(/^xrt_/);
      expect(
        (await registry.call('GET', `/publishers/${world.id}/invitations`, { as: world.callers.owner })).body,
      ).toEqual([]);
      const rows = [
        ...(await auditRows(registry, 'token.delete', tokenId)),
        ...(await auditRows(registry, 'invitation.withdraw', invitation.body.id)),
      ];
      expect(rows).toMatchObject([
        { publisher_id: world.id, reason: expect.stringContaining('Its creator') },
        { publisher_id: world.id },
      ]);
      // In the same transaction that ended the role.
      const [role] = await registry.database.query<{ at: string; request_id: string }>(
        `select at, request_id from audit_log where subject_kind = 'member' and subject_id = $1 order by id desc limit 1`,
        [leaverId],
      );
      expect(rows.map(({ at, request_id }) => ({ at, request_id }))).toEqual([role, role]);
    },
  );

  const isSignedWith = (secret: string): boolean => {
    const { headers, body } = receiver.received.at(-1)!;
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return String(headers['webhook-signature']).startsWith(
      `v1,${createHmac('sha256', key).update(content).digest('base64')} `,
    );
  };

  it.each(Object.keys(ENDS))(
    'signs no webhook any more when the owner %s; another owner reads a new secret',
    async (how) => {
      const node = await makeNode(registry, world.id);
      const made = async (as: string) =>
        (await registry.call('POST', hooks(), { as, body: { url: receiver.url } })).body;
      const { id, secret, ...before } = await made(leaver);
      expect(before.secret_unread).toBe(false);
      const other = await registry.call('POST', hooks(), {
        as: world.callers.owner,
        body: { url: 'http://127.0.0.1:9/' },
      });
      const deliver = async (): Promise<void> => {
        // A message in delivery has the signature of the previous secret.
        await registry.idle();
        const seen = receiver.received.length;
        await update(node, world.callers.owner);
        await until(() => receiver.received.length > seen);
      };
      await deliver();
      expect(isSignedWith(secret)).toBe(true);

      expect((await ENDS[how]!()).status).toBeLessThan(300);
      await deliver();
      expect(isSignedWith(secret)).toBe(false);
      const list = (await registry.call('GET', hooks(), { as: world.callers.owner })).body;
      expect(list).toMatchObject([
        { id, secret_unread: true },
        { id: other.body.id, secret_unread: false },
      ]);

      const rotated = await registry.call('POST', hooks(`/${id}/rotate-secret`), { as: world.callers.owner });
      expect([rotated.status, rotated.body]).toMatchObject([200, { id, secret_unread: false }]);
      await deliver();
      expect([isSignedWith(secret), isSignedWith(rotated.body.secret)]).toEqual([false, true]);
      expect(await auditRows(registry, 'webhook.rotateSecret', id)).toMatchObject([
        { publisher_id: world.id, reason: expect.stringContaining('Its creator') },
        { publisher_id: world.id, reason: null },
      ]);
      for (const caller of ['member', 'outsider', 'token'] as const)
        expectError(
          await registry.call('POST', hooks(`/${id}/rotate-secret`), { as: world.callers[caller] }),
          403,
          'FORBIDDEN',
        );
    },
  );

  it('include a webhook secret that they received by rotating it', async () => {
    const { body } = await registry.call('POST', hooks(), { as: world.callers.owner, body: { url: receiver.url } });
    await registry.call('POST', hooks(`/${body.id}/rotate-secret`), { as: leaver });
    await ENDS['leaves']!();
    expect((await registry.call('GET', hooks(), { as: world.callers.owner })).body).toMatchObject([
      { id: body.id, secret_unread: true },
    ]);
  });
});
