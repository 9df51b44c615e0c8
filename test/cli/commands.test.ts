import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openCli, openCliOnServer } from '../support/cli.js';

describe('registry', () => {
  it('describes each command, and refuses unknown ones', async () => {
    const cli = openCli({}, { hasDatabase: false });
    try {
      const commands = [
        ['--help'],
        ['start', '--help'],
        ['check', '--help'],
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
  });

  it.each([
    ['export', 'out.gz'],
    ['resolve', 'workflow.json'],
  ])('creates no database to read from: %s', async (...args) => {
    const cli = openCli({}, { hasDatabase: false });
    try {
      writeFileSync(join(cli.folder, 'workflow.json'), '{"nodes": [{"id": 1, "type": "A"}], "links": []}');
      expect(await cli.run(args)).toEqual({
        code: 1,
        stdout: '',
        stderr: `There is no database in ${join(cli.dataDir, 'database')}.\n`,
      });
      expect([existsSync(cli.dataDir), existsSync(join(cli.folder, 'out.gz'))]).toEqual([false, false]);
    } finally {
      await cli.close();
    }
  });

  it('refuses a folder for archives that can’t be created', async () => {
    const cli = openCli({ DEMO: 'false' });
    try {
      writeFileSync(join(cli.folder, 'file'), '');
      const { code, stderr } = await cli.run(['start'], { ARCHIVE_DIR: join(cli.folder, 'file', 'archives') });
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^ARCHIVE_DIR: the folder .* can’t be created \(ENOTDIR.*\n$/),
      ]);
    } finally {
      await cli.close();
    }
  });

  it('prints its version and build', async () => {
    const cli = openCli({}, { hasDatabase: false });
    try {
      const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
      const { code, stdout } = await cli.run(['--version']);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+ \(build [0-9a-f]{8}\)\n$/)]);
      expect(stdout.split(' ')[0]).toBe(version);
    } finally {
      await cli.close();
    }
  });

  it.each([['start'], ['migrate'], ['token', '--user', 'ada'], ['import', '.']])(
    'prints one line for each invalid setting: %s',
    async (...args) => {
      const cli = openCli({}, { hasDatabase: false });
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

describe('registry admin', () => {
  it('is refused with the built-in issuer, whose tokens contain the role', async () => {
    const cli = openCli({}, { hasDatabase: false });
    try {
      for (const verb of ['grant', 'revoke']) {
        const { code, stdout, stderr } = await cli.run(['admin', verb, 'ada']);
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr).toMatch(
          /^With the built-in issuer, the token itself grants the admin role: registry token --user ID --admin\..*\n$/,
        );
      }
      expect(existsSync(cli.dataDir)).toBe(false);
    } finally {
      await cli.close();
    }
  });

  it('grants the role to users of an external provider, by subject and by id', async () => {
    const cli = await openCliOnServer({ AUTH_ISSUER: 'https://id.example.org', AUTH_AUDIENCE: 'x' });
    try {
      const granted = await cli.run(['admin', 'grant', 'ada']);
      expect([granted.code, granted.stderr]).toEqual([0, '']);
      const id = /^ada \(user ([0-9a-f-]{36})\) is now an admin\.\n$/.exec(granted.stdout)![1]!;
      expect((await cli.run(['admin', 'revoke', id])).stdout).toBe(`${id} (user ${id}) is no longer an admin.\n`);
      expect((await cli.run(['admin', 'grant', 'ada'])).stdout).toContain(id);
    } finally {
      await cli.close();
    }
  });
});
