import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Cli, type CliServer, openCli } from '../support/cli.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
const get = async (server: CliServer, path: string): Promise<any> => (await fetch(server.url + path)).json();

async function newToken(cli: Cli): Promise<string> {
  return (await cli.run(['token', '--user', 'ada'])).stdout.trim();
}

describe('registry', () => {
  it('explains each command, and refuses others', async () => {
    const cli = openCli();
    try {
      const commands = [
        ['--help'],
        ['start', '--help'],
        ['migrate', '--help'],
        ['token', '--help'],
        ['import', '--help'],
        ['admin', '--help'],
        ['admin', 'grant', '--help'],
        ['admin', 'revoke', '--help'],
        ['help', 'import'],
      ];
      const explained = await Promise.all(commands.map((args) => cli.run(args)));
      for (const ended of explained)
        expect(ended).toEqual({ code: 0, stdout: expect.stringMatching(/^Usage: registry/), stderr: '' });
      const { code, stdout, stderr } = await cli.run(['sart']);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^error: unknown command 'sart'/);
      expect(existsSync(cli.dataDir)).toBe(false);
    } finally {
      await cli.close();
    }
  }, 60_000);

  it.each([['start'], ['migrate'], ['token', '--user', 'ada'], ['import', '.']])(
    'says one line for each wrong setting: %s',
    async (...args) => {
      const cli = openCli();
      try {
        writeFileSync(join(cli.folder, 'extension-list.json'), '{"custom_nodes": []}');
        const { code, stdout, stderr } = await cli.run(args, { PORT: 'http', DEMO: 'maybe', TRUST_PROXY: '1.2.3.4.5' });
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr.trimEnd().split('\n').sort()).toEqual([
          expect.stringMatching(/^DEMO takes/),
          expect.stringMatching(/^PORT takes/),
          expect.stringMatching(/^TRUST_PROXY takes/),
        ]);
        expect(existsSync(cli.dataDir)).toBe(false);
      } finally {
        await cli.close();
      }
    },
  );
});

describe('registry migrate', () => {
  it('makes the database, also twice', async () => {
    const cli = openCli();
    try {
      for (let turn = 0; turn < 2; turn++)
        expect(await cli.run(['migrate'])).toEqual({ code: 0, stdout: 'The database is migrated.\n', stderr: '' });
      expect(existsSync(join(cli.dataDir, 'registry.lock'))).toBe(false);
    } finally {
      await cli.close();
    }
  }, 60_000);

  it('says in one line when the server is not there, and not its password', async () => {
    const cli = openCli();
    try {
      const { code, stdout, stderr } = await cli.run(['migrate'], {
        DATABASE_URL: 'postgres://user:hush@127.0.0.1:1/none',
      });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^[^\n]+\n$/);
      expect(stderr).toMatch(/^DATABASE_URL: /);
      expect(stderr).not.toContain('hush');
    } finally {
      await cli.close();
    }
  });
});

describe('registry start', () => {
  let cli: Cli;

  beforeEach(() => {
    cli = openCli();
  });
  afterEach(() => cli.close());

  it('says in one line that it is ready, with the demo, and keeps what is written', async () => {
    const first = await cli.start();
    expect(
      first
        .stdout()
        .split('\n')
        .filter((line) => !line.startsWith('{') && line !== ''),
    ).toEqual([
      `Ready. REST: ${first.url}/nodes   GraphQL playground: ${first.url}/graphql   Documentation: ${first.url}/docs`,
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
  }, 60_000);

  it('leaves the demo out where the setting says so, and then for ever once somebody has been there', async () => {
    const bare = await cli.start({ DEMO: 'false' });
    expect((await get(bare, '/nodes')).total).toBe(0);
    await fetch(`${bare.url}/users`, { headers: { authorization: `Bearer ${await newToken(cli)}` } });
    await bare.stop();
    const later = await cli.start();
    expect((await get(later, '/nodes')).total).toBe(0);
  }, 60_000);

  it('is alone on its directory: every other command that needs the database is refused', async () => {
    const server = await cli.start({ DEMO: 'false' });
    writeFileSync(join(cli.folder, 'extension-list.json'), '{"custom_nodes": []}');
    for (const args of [['start'], ['migrate'], ['import', cli.folder]]) {
      const { code, stdout, stderr } = await cli.run(args);
      expect([args, code, stdout]).toEqual([args, 1, '']);
      expect(stderr).toMatch(
        new RegExp(`^The data directory ${cli.dataDir} is in use by process ${server.pid}\\..*DATABASE_URL.*\\n$`),
      );
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  }, 60_000);

  it('takes over from a process that died, with everything that it had answered', async () => {
    const first = await cli.start({ DEMO: 'false' });
    const as = await newToken(cli);
    const created = await fetch(`${first.url}/publishers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${as}` },
      body: '{"id":"my-team"}',
    });
    expect(created.status).toBe(201);
    await first.stop('SIGKILL');
    expect(existsSync(join(cli.dataDir, 'registry.lock'))).toBe(true);
    const second = await cli.start({ DEMO: 'false' });
    const taken = await fetch(`${second.url}/publishers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${as}` },
      body: '{"id":"my-team"}',
    });
    expect(taken.status).toBe(400);
    expect(JSON.parse(readFileSync(join(cli.dataDir, 'registry.lock'), 'utf8'))).toMatchObject({ pid: second.pid });
  }, 60_000);

  it('says in one line when its port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = other.address() as AddressInfo;
      const { code, stdout, stderr } = await cli.run(['start'], { DEMO: 'false', PORT: String(port) });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(new RegExp(`^[^\\n]*${port}[^\\n]*\\n$`));
      expect(existsSync(join(cli.dataDir, 'registry.lock'))).toBe(false);
    } finally {
      other.close();
    }
  });

  it('finishes what runs when it is told to stop, takes nothing new, and ends soon', async () => {
    const server = await cli.start({ DEMO: 'false' });
    const as = await newToken(cli);
    const idle = await fetch(`${server.url}/nodes`);
    await idle.text();
    const body = JSON.stringify({ id: 'late-team' });
    const slow = httpRequest(`${server.url}/publishers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length, authorization: `Bearer ${as}` },
    });
    const answered = new Promise<number>((resolve, reject) => {
      slow.on('response', (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
      slow.on('error', reject);
    });
    slow.write(body.slice(0, 5));
    // It has begun to read the request when it answers another that came later.
    await (await fetch(`${server.url}/healthz`)).text();
    const ended = server.stop();
    for (const deadline = Date.now() + 10_000; ; await wait(20)) {
      const refused = await fetch(`${server.url}/healthz`).then(
        () => false,
        () => true,
      );
      if (refused) break;
      expect(Date.now()).toBeLessThan(deadline);
    }
    slow.end(body.slice(5));
    const began = Date.now();
    expect(await answered).toBe(201);
    expect((await ended).code).toBe(0);
    expect(Date.now() - began).toBeLessThan(8000);

    const again = await cli.start({ DEMO: 'false' });
    const taken = await fetch(`${again.url}/publishers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${as}` },
      body,
    });
    expect(taken.status).toBe(400);
  }, 60_000);

  it('does not wait for ever for a request that never ends', async () => {
    const server = await cli.start({ DEMO: 'false', SHUTDOWN_TIMEOUT: '1' });
    const stuck = httpRequest(`${server.url}/publishers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 100 },
    });
    stuck.on('error', () => undefined);
    stuck.write('{');
    await (await fetch(`${server.url}/healthz`)).text();
    expect((await server.stop()).code).toBe(0);
  });
});

describe('registry admin', () => {
  it('is refused with the built-in issuer, which says it in the token', async () => {
    const cli = openCli();
    try {
      for (const verb of ['grant', 'revoke']) {
        const { code, stdout, stderr } = await cli.run(['admin', verb, 'ada']);
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr).toMatch(
          /^The built-in issuer says in each token who is an admin: registry token --user ID --admin\..*\n$/,
        );
      }
      expect(existsSync(cli.dataDir)).toBe(false);
    } finally {
      await cli.close();
    }
  });

  it('names admins of an outside provider, by subject and by our id', async () => {
    const cli = openCli({ AUTH_ISSUER: 'https://id.example.org', AUTH_AUDIENCE: 'x' });
    try {
      const granted = await cli.run(['admin', 'grant', 'ada']);
      expect([granted.code, granted.stderr]).toEqual([0, '']);
      const id = /^ada \(user ([0-9a-f-]{36})\) is an admin now\.\n$/.exec(granted.stdout)![1]!;
      expect((await cli.run(['admin', 'revoke', id])).stdout).toBe(`${id} (user ${id}) is no admin any more.\n`);
      expect((await cli.run(['admin', 'grant', 'ada'])).stdout).toContain(id);
    } finally {
      await cli.close();
    }
  }, 60_000);
});
