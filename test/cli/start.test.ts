import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Cli, type CliServer, newToken, openCli, ROOT } from '../support/cli.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
const get = async (server: CliServer, path: string): Promise<any> => (await fetch(server.url + path)).json();

describe('registry start', () => {
  let cli: Cli;

  beforeEach(() => {
    cli = openCli({}, { project: ROOT });
  });
  afterEach(() => cli.close());

  it('logs one line when it is ready, loads the demo, and keeps writes', async () => {
    const first = await cli.start();
    const records = first
      .stdout()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records.filter(({ msg }) => String(msg).startsWith('Ready.'))).toEqual([
      expect.objectContaining({
        msg: `Ready. REST: ${first.url}/nodes   GraphQL playground: ${first.url}/graphql   Documentation: ${first.url}/docs`,
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        build: expect.stringMatching(/^[0-9a-f]{8}$/),
        database: { kind: 'embedded', address: join(cli.dataDir, 'database') },
        url: first.url,
      }),
    ]);
    const { total } = await get(first, '/nodes');
    expect(total).toBeGreaterThan(0);
    for (const path of ['/healthz', '/readyz', '/docs', '/graphql'])
      expect([path, (await fetch(first.url + path, { headers: { accept: 'text/html,*/*' } })).status]).toEqual([
        path,
        200,
      ]);
    const created = await fetch(`${first.url}/publishers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await newToken(cli)}` },
      body: '{"id":"my-team"}',
    });
    expect(created.status).toBe(201);
    const ended = await first.stop();
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(existsSync(join(cli.dataDir, 'registry.lock'))).toBe(false);

    const second = await cli.start();
    expect((await get(second, '/nodes')).total).toBe(total);
    const again = await fetch(`${second.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ publisher(id: "my-team") { id } }' }),
    });
    expect(await again.json()).toMatchObject({ data: { publisher: { id: 'my-team' } } });
    expect((await second.stop('SIGINT')).code).toBe(0);
  });
});
