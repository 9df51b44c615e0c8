import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openCli } from '../support/cli.js';

describe('registry migrate', () => {
  it('creates the database, and can be repeated', async () => {
    const cli = openCli({}, { hasDatabase: false });
    try {
      for (let turn = 0; turn < 2; turn++)
        expect(await cli.run(['migrate'])).toEqual({ code: 0, stdout: 'The database is migrated.\n', stderr: '' });
      expect(existsSync(join(cli.dataDir, 'registry.lock'))).toBe(false);
    } finally {
      await cli.close();
    }
  });

  it('reports in one line that the server is unavailable, without its password', async () => {
    const cli = openCli({}, { hasDatabase: false });
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
