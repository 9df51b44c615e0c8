import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openCli } from '../support/cli.js';
import { createDatabase } from '../support/database.js';
import { hasServer, itWhen } from '../support/skips.js';

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

  it('refuses a database that a newer build has migrated', async () => {
    const cli = openCli();
    try {
      const name = 'Migration20991231235959_later';
      await cli.inDatabase((database) =>
        database.query('insert into mikro_orm_migrations (name) values ($1)', [name]).then(() => undefined),
      );
      for (const command of ['migrate', 'start'])
        expect(await cli.run([command], { DEMO: 'false' })).toMatchObject({
          code: 1,
          stderr: `A newer build has migrated the database (${name}). Start that build, or restore a backup.\n`,
        });
    } finally {
      await cli.close();
    }
  });

  itWhen(hasServer, 'needs a PostgreSQL server')('refuses a database that can’t store all texts', async () => {
    const { url, drop } = await createDatabase(undefined, "template0 encoding 'LATIN1' locale 'C'");
    const cli = openCli({ DATABASE_URL: url }, { hasDatabase: false });
    try {
      const { code, stderr } = await cli.run(['migrate']);
      expect([code, stderr]).toEqual([1, 'The database has the encoding LATIN1. It must be UTF8.\n']);
      expect((await cli.run(['check'])).stdout).toContain('FAIL  database  the database has the encoding LATIN1');
    } finally {
      await cli.close();
      await drop();
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
