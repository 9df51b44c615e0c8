import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { type Cli, type CliServer, freePort, openCliOnServer } from '../support/cli.js';
import { itOnServer } from '../support/skips.js';
import { until } from '../support/until.js';

describe('several processes on one port', () => {
  let cli: Cli;

  beforeAll(async () => {
    cli = await openCliOnServer({ DEMO: 'false', WORKERS: '2' });
  });
  afterAll(() => cli.close());

  /** Returns the process ids in the log lines of requests. */
  const pids = (server: CliServer): Set<number> =>
    new Set(
      server
        .stdout()
        .split('\n')
        .filter((line) => line.includes('request completed'))
        .map((line) => (JSON.parse(line) as { pid: number }).pid),
    );
  /** Sends a request on a new connection, which either process may accept. */
  const ask = async (
    server: CliServer,
    path: string,
    options: RequestInit = {},
  ): Promise<{ status: number; body: Record<string, unknown> }> => {
    const answer = await fetch(server.url + path, {
      signal: AbortSignal.timeout(20_000),
      ...options,
      headers: { connection: 'close', ...options.headers },
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  itOnServer('give equal responses, also right after a write, and a process that dies is replaced', async () => {
    const metricsPort = await freePort();
    const server = await cli.start({ METRICS_PORT: String(metricsPort) });
    const bearer = (await cli.run(['token', '--user', 'ada'], { WORKERS: '1' })).stdout.trim();
    const as = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const many = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: 16 }, (_, index) => work(index)));
    expect((await ask(server, '/publishers', { method: 'POST', headers: as, body: '{"id": "my-team"}' })).status).toBe(
      201,
    );
    expect(
      (await ask(server, '/publishers/my-team/nodes', { method: 'POST', headers: as, body: '{"id": "shared"}' }))
        .status,
    ).toBe(201);
    for (let round = 0; round < 5; round++) {
      await many(() => ask(server, '/nodes'));
      const name = `round ${round}`;
      expect(
        (
          await ask(server, '/publishers/my-team/nodes/shared', {
            method: 'PUT',
            headers: as,
            body: JSON.stringify({ name }),
          })
        ).status,
      ).toBe(200);
      const names = (): Promise<string[]> =>
        many(async () => ((await ask(server, '/nodes')).body['nodes'] as { name: string }[])[0]!.name);
      // The other process is notified of it.
      await until(async () => (await names()).every((one) => one === name));
    }
    const answered = pids(server);
    expect(answered.size).toBe(2);
    expect(answered.has(server.pid)).toBe(false);

    // The metrics include both processes.
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const counted = /^http_server_request_duration_seconds_count\{method="PUT",.*\} (\d+)$/m.exec(metrics)?.[1];
    expect(counted).toBe('5');
    expect(
      Number(
        /^http_server_request_duration_seconds_count\{method="GET",route="\/nodes",status="200"\} (\d+)$/m.exec(
          metrics,
        )?.[1],
      ),
    ).toBeGreaterThanOrEqual(5 * 32);

    // Connections that arrive before its death is noticed are passed to the other process; those that it had accepted
    // are closed.
    const [victim] = answered;
    process.kill(victim!, 'SIGKILL');
    const meanwhile = await Promise.all(
      Array.from({ length: 16 }, () =>
        ask(server, '/nodes').then(
          ({ status }) => status,
          (error: Error) => error.name,
        ),
      ),
    );
    expect(meanwhile.filter((end) => end !== 200)).not.toContain('TimeoutError');
    expect(meanwhile).toContain(200);
    await until(async () => {
      await ask(server, '/nodes').catch(() => undefined);
      return [...pids(server)].filter((pid) => pid !== victim).length >= 2;
    });
    expect([...pids(server)].filter((pid) => pid !== victim)).toHaveLength(2);

    const ended = await server.stop();
    expect([ended.code, ended.stdout.includes('A worker process died')]).toEqual([0, true]);
    for (const pid of pids(server)) expect(() => readFileSync(`/proc/${pid}/stat`)).toThrow();
  });
});
