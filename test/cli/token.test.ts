import { generateKeyPairSync } from 'node:crypto';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { type Cli, openCli } from '../support/cli.js';

describe('registry token', () => {
  let cli: Cli;

  beforeEach(() => {
    cli = openCli({}, { hasDatabase: false });
  });
  afterEach(() => cli.close());

  it('prints one line, and creates a key file that only its owner can read', async () => {
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

  it('prints a link that signs in to the web pages', async () => {
    const { code, stdout } = await cli.run(['token', '--login', '--admin'], {
      PUBLIC_URL: 'https://registry.example/',
    });
    expect(code).toBe(0);
    const [, token] = /^https:\/\/registry\.example\/session\/login\?token=([\w-]+\.[\w-]+\.[\w-]+)\n$/.exec(stdout)!;
    const claims = decodeJwt(token!);
    expect(claims).toMatchObject({ sub: 'me', admin: true, jti: expect.any(String) });
    expect(claims.exp! - claims.iat!).toBe(600);
  });

  it('reports an invalid key without revealing it', async () => {
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

  it('is disabled with an external provider', async () => {
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
