import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Cli, openCli, openCliOnServer } from '../support/cli.js';
import { until } from '../support/until.js';

const self = async (url: string, token: string) => {
  const response = await fetch(`${url}/users`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe('a token of the command line', () => {
  let cli: Cli;

  afterEach(() => cli.close());

  it('is valid for the running server with the same directory only', async () => {
    cli = openCli();
    const server = await cli.start({ DEMO: 'false' });
    const { code, stdout } = await cli.run(['token', '--user', 'ada', '--name', 'Ada']);
    expect(code).toBe(0);
    expect(await self(server.url, stdout.trim())).toEqual({
      status: 200,
      body: { id: expect.any(String), name: 'Ada', isAdmin: false, isApproved: true },
    });
    // The server refuses a token of another directory with a reason.
    const other = await cli.run(['token', '--user', 'ada'], { DATA_DIR: join(cli.dataDir, 'another') });
    const { status, body } = await self(server.url, other.stdout.trim());
    expect([status, body['message']]).toEqual([401, expect.stringContaining('DATA_DIR')]);
    const admin = await cli.run(['token', '--user', 'ada', '--admin']);
    expect((await self(server.url, admin.stdout.trim())).body['isAdmin']).toBe(true);
    const short = await cli.run(['token', '--user', 'ada', '--ttl', '1s']);
    await until(async () => (await self(server.url, short.stdout.trim())).status === 401);
  });

  it('is signed with AUTH_SIGNING_KEY if that is set, without creating a key file', async () => {
    cli = await openCliOnServer();
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const server = await cli.start({ DEMO: 'false', AUTH_SIGNING_KEY: pem });
    // The key on one line, as in an env file.
    const { stdout } = await cli.run(['token', '--user', 'ada'], { AUTH_SIGNING_KEY: pem.replaceAll('\n', '\\n') });
    expect((await self(server.url, stdout.trim())).status).toBe(200);
    expect(existsSync(join(cli.dataDir, 'signing-key.pem'))).toBe(false);
    const other = await cli.run(['token', '--user', 'ada']);
    expect((await self(server.url, other.stdout.trim())).status).toBe(401);
  });
});
