import { createHmac, createPublicKey, verify } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { auditRows, makeNode, makeWorld, type PublisherWorld, uniqueName } from '../support/builders.js';
import { type FakeReceiver, type Received, startFakeReceiver } from '../support/fake-receiver.js';
import { expectError, expectNoContent } from '../support/refusals.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { until } from '../support/until.js';

interface Told {
  readonly cursor: string;
  readonly kind: string;
  readonly id: string;
  readonly change: string;
}

describe('webhooks', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let receiver: FakeReceiver;

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
    // Webhooks of earlier tests may still be sent.
    await registry.idle();
    receiver.received.length = 0;
    receiver.answer = { status: 204 };
  });
  // Otherwise, repeated attempts reach the receiver during later tests.
  afterEach(async () => {
    for (const [id, as] of [
      [world.id, world.callers.owner],
      [world.foreignId, world.callers.outsider],
    ] as const) {
      for (const hook of (await registry.call('GET', hooks(id), { as })).body as { id: string }[])
        expectNoContent(await registry.call('DELETE', `${hooks(id)}/${hook.id}`, { as }));
    }
  });

  const hooks = (id = world.id): string => `/publishers/${id}/webhooks`;
  const create = (body: object = {}, as = world.callers.owner, path = hooks()) =>
    registry.call('POST', path, { as, body: { url: receiver.url, ...body } });
  const rename = (author: string, node: string, as = world.callers.owner, publisher = world.id) =>
    registry.call('PUT', `/publishers/${publisher}/nodes/${node}`, { as, body: { author } });
  const message = ({ body }: Received) =>
    JSON.parse(body) as { type: string; timestamp: string; data: { changes: Told[]; next: string } };
  const told = (calls: readonly Received[] = receiver.received): Told[] => {
    // Repeated deliveries of a message are identical.
    const once = new Map(calls.map((call) => [call.headers['webhook-id'], call]));
    return [...once.values()].flatMap((call) => message(call).data.changes);
  };
  /** Makes the next attempt due now. */
  const hurry = async (id: string): Promise<void> => {
    await registry.database.query(
      'update webhooks set next_attempt_at = now() where id = $1::uuid and next_attempt_at is not null',
      [id],
    );
    await registry.database.jobRunner.executeSql(
      `update jobs.job set start_after = now() where name in ('webhook.deliver', 'webhook.retry') and state < 'active'`,
    );
  };
  const read = async (id: string, as = world.callers.owner) =>
    ((await registry.call('GET', hooks(), { as })).body as Record<string, unknown>[]).find((one) => one['id'] === id);

  it('receive the changes of a publisher, with both signatures', async () => {
    const node = await makeNode(registry, world.id);
    const foreign = await makeNode(registry, world.foreignId);
    const created = await create({ description: 'For the site.' });
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: expect.any(String),
        publisher_id: world.id,
        url: receiver.url,
        description: 'For the site.',
        enabled: true,
        secret_unread: false,
        cursor: expect.any(String),
        createdAt: expect.any(String),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    ]);
    const { id, secret } = created.body as { id: string; secret: string };
    await rename('A', node);
    await rename('B', foreign, world.callers.outsider, world.foreignId);
    await registry.call('PUT', `/publishers/${world.id}`, { as: world.callers.owner, body: { name: 'Renamed' } });
    await until(() => told().length >= 2);
    expect(told()).toMatchObject([
      { kind: 'node', id: node, change: 'updated' },
      { kind: 'publisher', id: world.id, change: 'updated' },
    ]);

    const last = receiver.received.at(-1)!;
    const { type, timestamp, data } = message(last);
    expect([type, timestamp, data.next]).toEqual([
      'catalogue.changed',
      expect.stringMatching(/^\d{4}-.*Z$/),
      data.changes.at(-1)!.cursor,
    ]);
    // They equal the changes of the feed, and have a cursor in it.
    expect((await registry.call('GET', `/changes?since=${created.body.cursor as string}`)).body.changes).toEqual(
      expect.arrayContaining(told()),
    );
    expect((await registry.call('GET', `/changes?since=${data.next}`)).body.changes).toEqual([]);

    const {
      'webhook-id': messageId,
      'webhook-timestamp': sentAt,
      'webhook-signature': signatures,
    } = last.headers as Record<string, string>;
    const content = `${messageId}.${sentAt}.${last.body}`;
    const [symmetric, asymmetric, ...others] = signatures!.split(' ');
    expect(others).toEqual([]);
    expect(symmetric).toBe(
      `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
        .update(content)
        .digest('base64')}`,
    );
    const { keys } = (await registry.call('GET', '/.well-known/webhook-keys.json')).body as {
      keys: { public_key: string }[];
    };
    const key = createPublicKey({
      key: {
        kty: 'OKP',
        crv: 'Ed25519',
        x: Buffer.from(keys[0]!.public_key.slice('whpk_'.length), 'base64').toString('base64url'),
      },
      format: 'jwk',
    });
    expect(verify(null, Buffer.from(content), key, Buffer.from(asymmetric!.split(',')[1]!, 'base64'))).toBe(true);

    await until(
      async () => (await read(id))!['delivered_at'] !== undefined && (await read(id))!['cursor'] === data.next,
    );
    expect(await read(id)).not.toHaveProperty('secret');
    const graph = await registry.graph(
      `{ publisher(id: "${world.id}") { webhooks { id url cursor deliveredAt enabled secret } } }`,
      {},
      { as: world.callers.owner },
    );
    expect(graph.data.publisher.webhooks).toEqual([
      { id, url: receiver.url, cursor: data.next, deliveredAt: expect.any(String), enabled: true, secret: null },
    ]);
    expect(JSON.stringify(await registry.database.query('select * from webhooks'))).not.toContain(
      secret.slice('whsec_'.length),
    );
  });

  it('of admins receive all changes', async () => {
    const created = await create({}, world.callers.admin, '/admin/webhooks');
    expect([created.status, created.body.publisher_id]).toEqual([201, undefined]);
    const [mine, foreign] = [await makeNode(registry, world.id), await makeNode(registry, world.foreignId)];
    await until(() => told().length >= 4);
    expect(
      told()
        .filter(({ kind }) => kind === 'node')
        .map(({ id }) => id),
    ).toEqual([mine, foreign]);
    expect((await registry.call('GET', '/admin/webhooks', { as: world.callers.admin })).body).toMatchObject([
      { id: created.body.id },
    ]);
    expect(
      (await registry.graph('{ webhooks { id publisherId } }', {}, { as: world.callers.admin })).data.webhooks,
    ).toEqual([{ id: created.body.id, publisherId: null }]);
    expectNoContent(
      await registry.call('DELETE', `/admin/webhooks/${created.body.id as string}`, { as: world.callers.admin }),
    );
  });

  it('receive all changes in order after failures, the first message unchanged', async () => {
    const node = await makeNode(registry, world.id);
    receiver.answer = { status: 500 };
    const { id } = (await create()).body as { id: string };
    await rename('A', node);
    await until(() => receiver.received.length > 0);
    await until(async () => (await read(id))!['failing_since'] !== undefined);
    expect(await read(id)).toMatchObject({
      enabled: true,
      last_error: 'The receiver responded with status 500.',
      next_attempt_at: expect.any(String),
    });
    await rename('B', node);
    await rename('C', node);
    await registry.idle();
    // Further changes don't cause an earlier attempt.
    expect(receiver.received).toHaveLength(1);
    await until(async () => {
      await hurry(id);
      return receiver.received.length >= 3;
    });
    const refused = receiver.received.slice(0, 3);
    expect(new Set(refused.map(({ body, headers }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(1);
    receiver.answer = { status: 200 };
    await until(async () => {
      await hurry(id);
      return told().length >= 3;
    });
    expect(told().map(({ change }) => change)).toEqual(['updated', 'updated', 'updated']);
    const cursors = told().map(({ cursor }) => cursor);
    expect(cursors).toEqual(
      ((await registry.call('GET', '/changes?limit=1000')).body.changes as Told[])
        .filter((change) => change.id === node && change.change === 'updated')
        .map(({ cursor }) => cursor),
    );
    await until(async () => (await read(id))!['failing_since'] === undefined);
  });

  it('are disabled after a day of failures, and continue from their position when enabled', async () => {
    const node = await makeNode(registry, world.id);
    receiver.answer = { status: 410 };
    const { id } = (await create()).body as { id: string };
    await rename('A', node);
    await until(async () => (await read(id))!['failing_since'] !== undefined);
    await registry.database.query(
      `update webhooks set failing_since = now() - interval '25 hours' where id = $1::uuid`,
      [id],
    );
    await until(async () => {
      await hurry(id);
      return (await read(id))!['enabled'] === false;
    });
    const calls = receiver.received.length;
    await rename('B', node);
    await registry.idle();
    expect(receiver.received).toHaveLength(calls);
    receiver.answer = { status: 204 };
    const changed = await registry.call('PUT', `${hooks()}/${id}`, {
      as: world.callers.owner,
      body: { enabled: true },
    });
    expect([changed.status, changed.body.enabled, changed.body.last_error]).toEqual([200, true, undefined]);
    await until(() => told(receiver.received.slice(calls)).length >= 2);
  });

  it('begin after the given cursor', async () => {
    const since = (await create()).body.cursor as string;
    const node = await makeNode(registry, world.id);
    await create({ since });
    await until(() => receiver.received.length >= 2 && told().length >= 4);
    expect(told().filter(({ kind, id }) => kind === 'node' && id === node)).toHaveLength(2);
    expectError(await create({ since: 'nowhere' }), 400, 'INVALID_INPUT');
  });

  it('send long histories in several messages, without a gap', async () => {
    const since = (await registry.call('GET', '/changes?limit=1')).body.next as string;
    const nodes = await Promise.all(Array.from({ length: 130 }, () => makeNode(registry, world.id, { versions: [] })));
    await create({ since });
    await until(() => told().filter(({ kind }) => kind === 'node').length >= 130);
    expect(
      new Set(
        told()
          .filter(({ kind }) => kind === 'node')
          .map(({ id }) => id),
      ),
    ).toEqual(new Set(nodes));
    expect(new Set(told().map(({ cursor }) => cursor)).size).toBe(told().length);
    expect(receiver.received.length).toBeGreaterThan(1);
  });

  it('that never respond do not delay others', async () => {
    const silent = await startFakeReceiver();
    silent.answer = { status: 200, isSilent: true };
    for (let index = 0; index < 3; index++) await create({ url: silent.url });
    await create();
    await makeNode(registry, world.id);
    await until(() => told().length >= 2 && silent.received.length > 0);
    await silent.close();
  });

  it('that respond with an upgrade to another protocol count as failed, and do not delay others', async () => {
    receiver.answer = { status: 101, headers: { connection: 'upgrade', upgrade: 'other' } };
    const { id } = (await create()).body as { id: string };
    await makeNode(registry, world.id);
    await until(async () => (await read(id))!['failing_since'] !== undefined);
    expect((await read(id))!['last_error']).toBe('The receiver responded with status 101.');
  });

  it('that never respond do not delay others during further changes', async () => {
    const silent = await startFakeReceiver();
    silent.answer = { status: 200, isSilent: true };
    await create({ url: silent.url });
    await makeNode(registry, world.id);
    await until(() => silent.received.length > 0);
    for (let index = 0; index < 3; index++) await makeNode(registry, world.id);
    await registry.services.webhookJobs.announced();
    await create({}, world.callers.outsider, hooks(world.foreignId));
    await makeNode(registry, world.foreignId);
    await until(() => told().length >= 2);
    await silent.close();
  });

  it('whose URL changes during a delivery send the message again to the new URL', async () => {
    const old = await startFakeReceiver();
    old.answer = { status: 200, afterMs: 1500 };
    const { id } = (await create({ url: old.url })).body as { id: string };
    await makeNode(registry, world.id);
    await until(() => old.received.length > 0);
    await registry.call('PUT', `${hooks()}/${id}`, { as: world.callers.owner, body: { url: receiver.url } });
    await until(() => told().length >= 2);
    expect(receiver.received[0]!.headers['webhook-id']).toBe(old.received[0]!.headers['webhook-id']);
    await old.close();
  });

  it('send to the new URL after a change, and nothing after their deletion', async () => {
    const other = await startFakeReceiver();
    const { id } = (await create()).body as { id: string };
    expect(
      (
        await registry.call('PUT', `${hooks()}/${id}`, {
          as: world.callers.owner,
          body: { url: other.url, description: '' },
        })
      ).body,
    ).toMatchObject({ id, url: other.url });
    await makeNode(registry, world.id);
    await until(() => other.received.length > 0);
    expect(receiver.received).toEqual([]);
    expectNoContent(await registry.call('DELETE', `${hooks()}/${id}`, { as: world.callers.owner }));
    await registry.idle();
    const calls = other.received.length;
    await makeNode(registry, world.id);
    await registry.idle();
    expect(other.received).toHaveLength(calls);
    expectError(
      await registry.call('DELETE', `${hooks()}/${id}`, { as: world.callers.owner }),
      404,
      'WEBHOOK_NOT_FOUND',
    );
    expect(await auditRows(registry, 'webhook.create', id)).toHaveLength(1);
    expect(await auditRows(registry, 'webhook.delete', id)).toMatchObject([
      { after: { host: new URL(other.url).host } },
    ]);
    await other.close();
  });

  it('refuse invalid input', async () => {
    expectError(await registry.call('POST', hooks(), { body: { url: receiver.url } }), 401, 'UNAUTHENTICATED');
    expectError(await create({}, world.callers.owner, hooks('nobody')), 404, 'PUBLISHER_NOT_FOUND');
    for (const url of [
      '',
      'ftp://example.org',
      'x',
      5,
      'http://localhost/x',
      'http://10.0.0.1/',
      'http://0x0a.1/',
      'http://[::1]/',
      'http://169.254.169.254/latest',
    ])
      expectError(await create({ url }), 400, 'INVALID_INPUT');
    const foreign = (await create({}, world.callers.outsider, hooks(world.foreignId))).body.id as string;
    for (const id of [foreign, 'x', '00000000-0000-4000-8000-000000000000'])
      expectError(
        await registry.call('PUT', `${hooks()}/${id}`, { as: world.callers.owner, body: { enabled: false } }),
        404,
        'WEBHOOK_NOT_FOUND',
      );
    for (let index = 0; index < 10; index++) expect((await create()).status).toBe(201);
    expectError(await create(), 403, 'QUOTA_REACHED');
  });

  it('are the same in GraphQL', async () => {
    const id = uniqueName('hook');
    const made = await registry.graph(
      'mutation ($p: ID, $input: CreateWebhookInput!) { createWebhook(publisherId: $p, input: $input) { id url description secret } }',
      { p: world.id, input: { url: receiver.url, description: id } },
      { as: world.callers.owner },
    );
    expect(made.data.createWebhook).toEqual({
      id: expect.any(String),
      url: receiver.url,
      description: id,
      secret: expect.stringMatching(/^whsec_/),
    });
    const args = { p: world.id, id: made.data.createWebhook.id as string };
    const changed = await registry.graph(
      'mutation ($p: ID, $id: ID!) { updateWebhook(publisherId: $p, webhookId: $id, input: { enabled: false }) { enabled description } }',
      args,
      { as: world.callers.owner },
    );
    expect(changed.data.updateWebhook).toEqual({ enabled: false, description: id });
    const refused = await registry.graph(
      'mutation ($p: ID, $id: ID!) { deleteWebhook(publisherId: $p, webhookId: $id) { id } }',
      args,
      { as: world.callers.outsider },
    );
    expect(refused.errors[0].extensions.code).toBe('FORBIDDEN');
    const deleted = await registry.graph(
      'mutation ($p: ID, $id: ID!) { deleteWebhook(publisherId: $p, webhookId: $id) { id } }',
      args,
      { as: world.callers.owner },
    );
    expect(deleted.data.deleteWebhook).toEqual({ id: args.id });
  });
});
