import { generateKeyPairSync } from 'node:crypto';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { type Cli, openCli, openCliOnServer } from '../support/cli.js';
import { until } from '../support/until.js';

const self = async (url: string, token: string) => {
  const response = await fetch(`${url}/users`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe('registry token', () => {
  let cli: Cli;

  beforeEach(() => {
    cli = openCli({}, { hasDatabase: false });
  });
  afterEach(() => cli.close());

  it('prints one line and nothing else, and keeps the key to its owner', async () => {
    const { code, stdout, stderr } = await cli.run([
      'token',
      '--user',
      'ada',
      '--name',
      'Ada',
      '--email',
      'ada@example.org',
      '--admin',
      '--ttl',
      '15m',
    ]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const claims = decodeJwt(stdout.trim());
    expect(claims).toMatchObject({
      sub: 'ada',
      name: 'Ada',
      email: 'ada@example.org',
      email_verified: true,
      admin: true,
    });
    expect(claims.exp! - claims.iat!).toBe(900);
    const key = statSync(join(cli.dataDir, 'signing-key.pem'));
    expect([key.mode & 0o777, statSync(cli.dataDir).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(existsSync(join(cli.dataDir, 'database'))).toBe(false);
  });

  it('prints a link that signs in to the pages', async () => {
    const { code, stdout } = await cli.run(['token', '--login', '--admin'], {
      PUBLIC_URL: 'https://registry.example/',
    });
    expect(code).toBe(0);
    const [, token] = /^https:\/\/registry\.example\/session\/login\?token=([\w-]+\.[\w-]+\.[\w-]+)\n$/.exec(stdout)!;
    const claims = decodeJwt(token!);
    expect(claims).toMatchObject({ sub: 'me', admin: true, jti: expect.any(String) });
    expect(claims.exp! - claims.iat!).toBe(600);
  });

  it('works while a server runs on the same directory, and only that server takes it', async () => {
    await cli.close();
    cli = openCli();
    const server = await cli.start({ DEMO: 'false' });
    const { code, stdout } = await cli.run(['token', '--user', 'ada', '--name', 'Ada']);
    expect(code).toBe(0);
    expect(await self(server.url, stdout.trim())).toEqual({
      status: 200,
      body: { id: expect.any(String), name: 'Ada', isAdmin: false, isApproved: true },
    });
    // The server of another directory says why it refuses a token.
    const other = await cli.run(['token', '--user', 'ada'], { DATA_DIR: join(cli.dataDir, 'another') });
    const { status, body } = await self(server.url, other.stdout.trim());
    expect([status, body['message']]).toEqual([401, expect.stringContaining('DATA_DIR')]);
    const admin = await cli.run(['token', '--user', 'ada', '--admin']);
    expect((await self(server.url, admin.stdout.trim())).body['isAdmin']).toBe(true);
    const short = await cli.run(['token', '--user', 'ada', '--ttl', '1s']);
    await until(async () => (await self(server.url, short.stdout.trim())).status === 401);
  });

  it('signs with AUTH_SIGNING_KEY where it is set, and makes no file then', async () => {
    await cli.close();
    cli = await openCliOnServer();
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const server = await cli.start({ DEMO: 'false', AUTH_SIGNING_KEY: pem });
    // On one line, as files of variables have it.
    const { stdout } = await cli.run(['token', '--user', 'ada'], { AUTH_SIGNING_KEY: pem.replaceAll('\n', '\\n') });
    expect((await self(server.url, stdout.trim())).status).toBe(200);
    expect(existsSync(join(cli.dataDir, 'signing-key.pem'))).toBe(false);
    const other = await cli.run(['token', '--user', 'ada']);
    expect((await self(server.url, other.stdout.trim())).status).toBe(401);
  });

  it('says what is wrong with a key, and shows nothing of it', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }) as string;
    for (const AUTH_SIGNING_KEY of ['hush', rsa]) {
      const { code, stdout, stderr } = await cli.run(['token', '--user', 'ada'], { AUTH_SIGNING_KEY });
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^AUTH_SIGNING_KEY must be .*\n$/)]);
    }
    await cli.run(['token', '--user', 'ada']);
    const file = join(cli.dataDir, 'signing-key.pem');
    writeFileSync(file, 'broken');
    const { code, stderr } = await cli.run(['token', '--user', 'ada']);
    expect([code, stderr]).toEqual([1, expect.stringContaining(file)]);
  });

  it('is off where an outside provider issues tokens', async () => {
    const { code, stdout, stderr } = await cli.run(['token', '--user', 'ada'], {
      AUTH_ISSUER: 'https://id.example.org',
      AUTH_AUDIENCE: 'x',
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Tokens are issued by https:\/\/id\.example\.org.*\n$/);
  });

  it.each([
    ['nobody', []],
    ['an empty name', ['--user', ' ']],
    ['a name that is too long', ['--user', 'x'.repeat(321)]],
    ['no time', ['--user', 'ada', '--ttl', 'soon']],
    ['no time at all', ['--user', 'ada', '--ttl', '0s']],
    ['a time beyond a year', ['--user', 'ada', '--ttl', '367d']],
    ['an unknown option', ['--user', 'ada', '--role', 'admin']],
  ])('refuses %s', async (_what, args) => {
    const { code, stdout, stderr } = await cli.run(['token', ...args]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^error: /);
    expect(existsSync(cli.dataDir)).toBe(false);
  });
});
