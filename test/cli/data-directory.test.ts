import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Cli, type CliServer, newToken, openCli } from '../support/cli.js';

describe('a server on the embedded database', () => {
  let cli: Cli;

  beforeEach(() => {
    cli = openCli();
  });
  afterEach(() => cli.close());

  it('locks its directory, and after a crash another process takes it over with all acknowledged writes', async () => {
    const first = await cli.start({ DEMO: 'false' });
    writeFileSync(join(cli.folder, 'extension-list.json'), '{"custom_nodes": []}');
    for (const args of [['start'], ['migrate'], ['import', cli.folder]]) {
      const { code, stdout, stderr } = await cli.run(args);
      expect([args, code, stdout]).toEqual([args, 1, '']);
      expect(stderr).toMatch(
        new RegExp(`^The data directory ${cli.dataDir} is in use by process ${first.pid}\\..*DATABASE_URL.*\\n$`),
      );
    }
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);

    const as = await newToken(cli);
    const create = ({ url }: CliServer): Promise<Response> =>
      fetch(`${url}/publishers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${as}` },
        body: '{"id":"my-team"}',
      });
    expect((await create(first)).status).toBe(201);
    await first.stop('SIGKILL');
    expect(existsSync(join(cli.dataDir, 'registry.lock'))).toBe(true);
    const second = await cli.start({ DEMO: 'false' });
    // The id exists.
    expect((await create(second)).status).toBe(400);
    expect(JSON.parse(readFileSync(join(cli.dataDir, 'registry.lock'), 'utf8'))).toMatchObject({ pid: second.pid });
  });
});
