import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Cli, type CliServer, freePort, openCli } from '../support/cli.js';
import { type FakeReceiver, type Received, startFakeReceiver } from '../support/fake-receiver.js';
import { until } from '../support/until.js';

describe('callbacks and webhooks while the server is killed', () => {
  let cli: Cli;
  let server: CliServer;
  let bearer: string;
  let metricsPort: number;
  let receiver: FakeReceiver;

  beforeAll(async () => {
    receiver = await startFakeReceiver();
    metricsPort = await freePort();
    cli = openCli({
      METRICS_PORT: String(metricsPort),
      DEMO: 'false',
      LOG_LEVEL: 'silent',
      CALLBACK_EXEMPT_HOSTS: '127.0.0.1',
      VIDEO_SANDBOX_STEP_MS: '300',
    });
    server = await cli.start();
    bearer = (await cli.run(['token', '--user', 'ada'])).stdout.trim();
    await ask('POST', '/publishers', { id: 'my-team' });
  });
  afterAll(async () => {
    await cli.close();
    await receiver.close();
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = { status: 204 };
  });

  async function ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const answer = await fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBeLessThan(300);
    return (answer.status === 204 ? {} : await answer.json()) as Record<string, unknown>;
  }

  /** Waits until the metrics count no running or waiting job. */
  const idle = (): Promise<void> =>
    until(async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return !/^job_queue_jobs\{.*state="(active|waiting)"\} [1-9]/m.test(metrics);
    });

  async function killAndRestart(): Promise<void> {
    await server.stop('SIGKILL');
    server = await cli.start();
  }

  const idOf = ({ headers }: Received): string => String(headers['webhook-id']);
  /** Returns each distinct message once. Repeated deliveries must be identical. */
  function messages(): string[] {
    const bodies = new Map<string, string>();
    for (const call of receiver.received) {
      expect(bodies.get(idOf(call)) ?? call.body).toBe(call.body);
      bodies.set(idOf(call), call.body);
    }
    return [...bodies.values()];
  }
  const submit = () =>
    ask('POST', '/proxy/video/start-end2video', {
      model: 'm',
      images: ['https://example.org/a.png', 'https://example.org/b.png'],
      callback_url: receiver.url,
    });
  const states = (): string[] => messages().map((body) => (JSON.parse(body) as { state: string }).state);

  it('report each state of a video task once, at any time of the crash', async () => {
    // Right after the task was accepted.
    await submit();
    await killAndRestart();
    await until(() => states().includes('success'));
    expect(new Set(states()).size).toBe(states().length);

    // During the delivery: the receiver may have accepted it, so it is delivered again with the same id.
    receiver.received.length = 0;
    receiver.answer = { status: 204, isSilent: true };
    await submit();
    await until(() => receiver.received.length > 0);
    const cut = receiver.received[0]!;
    receiver.answer = { status: 204 };
    await killAndRestart();
    await until(
      () => receiver.received.filter((call) => idOf(call) === idOf(cut)).length >= 2 && states().includes('success'),
    );
    expect(new Set(states()).size).toBe(states().length);

    // Nothing is delivered again once a delivery has succeeded and that is stored.
    await idle();
    const calls = receiver.received.length;
    await killAndRestart();
    await idle();
    expect(receiver.received).toHaveLength(calls);
  });

  it('report every change once, at any time of the crash', async () => {
    await ask('POST', '/publishers/my-team/webhooks', { url: receiver.url });
    const told = (): string[] =>
      messages().flatMap((body) =>
        (JSON.parse(body) as { data: { changes: { id: string; change: string }[] } }).data.changes.map(
          ({ id, change }) => `${id} ${change}`,
        ),
      );

    // Right after a change was acknowledged.
    await ask('POST', '/publishers/my-team/nodes', { id: 'first' });
    await killAndRestart();
    await until(() => told().length >= 1);

    // During the delivery, with more changes to come.
    receiver.answer = { status: 204, isSilent: true };
    await ask('POST', '/publishers/my-team/nodes', { id: 'second' });
    await until(() => receiver.received.length >= 2);
    await ask('POST', '/publishers/my-team/nodes', { id: 'third' });
    receiver.answer = { status: 204 };
    await killAndRestart();
    await until(() => told().length >= 3);
    await idle();
    await killAndRestart();
    await idle();
    expect(told()).toEqual(['first created', 'second created', 'third created']);
  });
});
