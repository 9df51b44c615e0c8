import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageOf, zipOf } from '../support/archives.js';
import { type Cli, type CliServer, openCli } from '../support/cli.js';

describe('a publication while the server is killed', () => {
  let cli: Cli;
  let server: CliServer;
  let token: string;

  beforeAll(async () => {
    cli = openCli({ DEMO: 'false', LOG_LEVEL: 'silent' });
    server = await cli.start();
    const bearer = (await cli.run(['token', '--user', 'ada'])).stdout.trim();
    await ask('POST', '/publishers', { id: 'my-team' }, bearer);
    token = (await ask('POST', '/publishers/my-team/tokens', { name: 'ci' }, bearer)).body['token'] as string;
  });
  afterAll(() => cli.close());

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    as = token,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const answer = await fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  }

  async function put(signedUrl: string, archive: Buffer): Promise<number> {
    const { pathname, search } = new URL(signedUrl);
    return (
      await fetch(server.url + pathname + search, {
        method: 'PUT',
        headers: { 'content-type': 'application/zip' },
        body: new Uint8Array(archive),
      })
    ).status;
  }

  async function killAndRestart(): Promise<void> {
    await server.stop('SIGKILL');
    server = await cli.start();
  }

  async function becomesActive(version: string): Promise<void> {
    for (let turn = 0; turn < 300; turn++) {
      const { body } = await ask('GET', `/nodes/crashed/versions/${version}`);
      if (body['status'] === 'NodeVersionStatusActive') {
        expect(body['core_node_extract_status']).toBe('success');
        return;
      }
      await wait(100);
    }
    throw new Error(`${version} is stuck`);
  }

  const publish = async (version: string): Promise<string> => {
    const answer = await ask('POST', '/publishers/my-team/nodes/crashed/versions', {
      node: {},
      node_version: { version },
    });
    expect(answer.status).toBe(201);
    return answer.body['signedUrl'] as string;
  };

  it('is resumed, at any time of the crash', async () => {
    const archive = await zipOf(packageOf('Small'));
    // Large enough that its check takes a while.
    const long = await zipOf({
      ...packageOf('Long'),
      ...Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [
          `more/m${index}.py`,
          'def f(a):\n    return [a, (a, {"k": a})]\n'.repeat(800),
        ]),
      ),
    });

    // Between publishing and the upload: the upload URL stays valid.
    const first = await publish('1.0.0');
    await killAndRestart();
    expect(await put(first, archive)).toBe(200);
    await becomesActive('1.0.0');

    // Right after the upload was acknowledged.
    expect(await put(await publish('1.1.0'), archive)).toBe(200);
    await killAndRestart();
    await becomesActive('1.1.0');

    // During the check of the archive.
    for (const [index, delay] of [20, 150, 400].entries()) {
      const version = `1.2.${index}`;
      expect(await put(await publish(version), long)).toBe(200);
      await wait(delay);
      await killAndRestart();
      await becomesActive(version);
    }

    // During the upload: it is not stored, and can be sent again.
    const signedUrl = await publish('1.3.0');
    const cut = put(
      signedUrl,
      await zipOf({
        ...packageOf('Big'),
        'noise.bin': Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 7919) % 251)),
      }),
    ).catch(() => 0);
    await wait(5);
    await killAndRestart();
    if ((await cut) !== 200) expect(await put(signedUrl, archive)).toBe(200);
    await becomesActive('1.3.0');

    // Nothing was executed twice: each version has its definitions and one check in the log.
    const versions = ['1.0.0', '1.1.0', '1.2.0', '1.2.1', '1.2.2', '1.3.0'];
    for (const version of versions)
      expect((await ask('GET', `/nodes/crashed/versions/${version}/core-nodes`)).body['core_nodes']).toHaveLength(1);
    const { body } = await ask(
      'GET',
      '/publishers/my-team/audit?limit=100',
      undefined,
      (await cli.run(['token', '--user', 'ada'])).stdout.trim(),
    );
    const actions = (body['entries'] as { action: string }[]).map(({ action }) => action);
    for (const action of ['version.publish', 'version.upload', 'version.check'])
      expect([action, actions.filter((one) => one === action).length]).toEqual([action, versions.length]);
  }, 180_000);
});
