import { createPublicKey, verify } from 'node:crypto';
import { hostname } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FakeReceiver, type Received, startFakeReceiver } from '../support/fake-receiver.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { until } from '../support/until.js';

describe('callbacks of video tasks', () => {
  let registry: TestRegistry;
  let receiver: FakeReceiver;
  let user: string;

  beforeAll(async () => {
    receiver = await startFakeReceiver();
    registry = await startTestRegistry({
      VIDEO_SANDBOX_STEP_MS: '300',
      CALLBACK_EXEMPT_HOSTS: '127.0.0.1',
      ANONYMOUS_CALLBACKS_PER_HOST: '2',
    });
    user = await registry.signIn('ada');
  });
  afterAll(async () => {
    await registry.close();
    await receiver.close();
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = { status: 204 };
  });

  const submit = async (as: string | undefined, more: object = {}) =>
    registry.call('POST', '/proxy/video/start-end2video', {
      as,
      body: {
        model: 'm',
        images: ['https://example.org/a.png', 'https://example.org/b.png'],
        callback_url: receiver.url,
        ...more,
      },
    });
  const states = (calls: readonly Received[]): string[] =>
    calls.map(({ body }) => (JSON.parse(body) as { state: string }).state);
  it('report each change of state with the body of the task, with a verifiable signature', async () => {
    const { body: task } = await submit(user);
    await until(() => states(receiver.received).includes('success'));
    const order = ['queueing', 'processing', 'success'];
    const told = states(receiver.received);
    expect([...told].sort((a, b) => order.indexOf(a) - order.indexOf(b))).toEqual(told);
    expect(new Set(told).size).toBe(told.length);
    const last = receiver.received.at(-1)!;
    expect(JSON.parse(last.body)).toEqual(
      (await registry.call('GET', `/proxy/video/tasks/${task.task_id as string}/creations`, { as: user })).body,
    );

    const { keys } = (await registry.call('GET', '/.well-known/webhook-keys.json')).body as {
      keys: { id: string; type: string; public_key: string }[];
    };
    expect(keys).toEqual([
      { id: expect.any(String), type: 'ed25519', public_key: expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/) },
    ]);
    const raw = Buffer.from(keys[0]!.public_key.slice('whpk_'.length), 'base64');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });
    const {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    } = last.headers as Record<string, string>;
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
    const [version, bytes] = signature!.split(',');
    expect(version).toBe('v1a');
    const isSigned = (text: string): boolean => verify(null, Buffer.from(text), key, Buffer.from(bytes!, 'base64'));
    expect([isSigned(`${id}.${timestamp}.${last.body}`), isSigned(`${id}.${timestamp}.${last.body} `)]).toEqual([
      true,
      false,
    ]);
  });

  it('report a failure, too', async () => {
    await submit(user, { prompt: 'fail' });
    await until(() => states(receiver.received).includes('failed'));
    expect(JSON.parse(receiver.received.at(-1)!.body)).toMatchObject({
      state: 'failed',
      err_code: 'SandboxFailure',
      creations: [],
    });
  });

  it('are retried with the same id until the receiver accepts them', async () => {
    receiver.answer = { status: 503 };
    await submit(user);
    await until(() => receiver.received.length > 0);
    const first = receiver.received[0]!;
    const again = () =>
      receiver.received.filter(({ headers }) => headers['webhook-id'] === first.headers['webhook-id']);
    const hurry = () =>
      registry.database.jobRunner.executeSql(`update jobs.job set start_after = now() where state = 'retry'`);
    await until(async () => {
      await hurry();
      return again().length >= 3;
    });
    receiver.answer = { status: 200 };
    const before = again().length;
    await until(async () => {
      await hurry();
      return again().length > before;
    });
    const taken = again().length;
    await hurry();
    await registry.idle();
    expect(again()).toHaveLength(taken);
    expect(new Set(again().map(({ body }) => body)).size).toBe(1);
  });

  it('follow no redirect', async () => {
    const other = await startFakeReceiver();
    receiver.answer = { status: 302, headers: { location: other.url } };
    await submit(user);
    await until(() => receiver.received.length > 0);
    await registry.idle();
    expect(other.received).toEqual([]);
    await other.close();
  });

  it('of anonymous callers are tried once, for a limited number of tasks per host', async () => {
    receiver.answer = { status: 500 };
    const submitted = await submit(undefined);
    expect(submitted.status).toBe(200);
    // Excludes retries of callbacks of other tests.
    const own = () =>
      receiver.received.find(({ body }) => (JSON.parse(body) as { id: string }).id === submitted.body.task_id);
    await until(() => own() !== undefined);
    const id = own()!.headers['webhook-id'];
    await registry.database.jobRunner.executeSql(
      `update jobs.job set start_after = now() where state = 'retry' and name = 'video.callback'`,
    );
    await registry.idle();
    expect(receiver.received.filter(({ headers }) => headers['webhook-id'] === id)).toHaveLength(1);
    expect((await submit(undefined)).status).toBe(200);
    const refused = await submit(undefined);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0, refused.body.details]).toEqual([
      429,
      true,
      [expect.any(String)],
    ]);
    expect((await submit(user)).status).toBe(200);
  });

  it('never call private addresses, also if a host name resolves to one', async () => {
    const untouched = await startFakeReceiver();
    const { port } = new URL(untouched.url);
    const strict = await startTestRegistry({ VIDEO_SANDBOX_STEP_MS: '0' });
    try {
      const as = await strict.signIn('ada');
      for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
        const answer = await strict.call('POST', '/proxy/video/start-end2video', {
          as,
          body: {
            model: 'm',
            images: ['https://example.org/a.png', 'https://example.org/b.png'],
            callback_url: `http://${host}:${port}/hook`,
          },
        });
        expect(answer.status).toBe(400);
      }
      // The host name of this machine is not a literal address, and resolves to a local address or not at all.
      const answer = await strict.call('POST', '/proxy/video/start-end2video', {
        as,
        body: {
          model: 'm',
          images: ['https://example.org/a.png', 'https://example.org/b.png'],
          callback_url: `http://${hostname()}:${port}/hook`,
        },
      });
      expect(answer.status).toBe(200);
      await until(
        async () =>
          (
            await strict.database.jobRunner.executeSql(
              `select 1 from jobs.job where name = 'video.callback' and state in ('retry', 'failed')`,
            )
          ).rows.length > 0,
      );
      expect(untouched.received).toEqual([]);
    } finally {
      await strict.close();
      await untouched.close();
    }
  });
});
