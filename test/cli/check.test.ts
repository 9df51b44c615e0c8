import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Cli, openCli } from '../support/cli.js';
import { openOnServer } from '../support/database.js';
import { AUDIENCE, startFakeIdentityProvider } from '../support/fake-identity-provider.js';
import { startFakeObjectStore } from '../support/fake-object-store.js';
import { hasServer, itWhen } from '../support/skips.js';

describe('registry check', () => {
  let cli: Cli;

  beforeEach(() => {
    cli = openCli({}, { hasDatabase: false });
  });
  afterEach(() => cli.close());

  const check = async (variables: Record<string, string> = {}, ...args: string[]) => {
    const { code, stdout, stderr } = await cli.run(['check', ...args], variables);
    expect(stderr).toBe('');
    return { code, lines: stdout.trimEnd().split('\n') };
  };

  it('prints one line for each check, and creates no files', async () => {
    const { code, lines } = await check();
    expect(lines).toEqual([
      'ok    settings  all are valid',
      `ok    database  embedded, in ${cli.dataDir}/database, which will be created`,
      `ok    storage   folder ${cli.dataDir}/archives, which will be created`,
      `ok    provider  built-in issuer, with the key in ${cli.dataDir}/signing-key.pem, which will be created`,
    ]);
    expect([code, existsSync(cli.dataDir)]).toEqual([0, false]);
  });

  it('accepts the database of a running registry', async () => {
    const running = openCli({ DEMO: 'false' });
    try {
      const server = await running.start();
      const found = await running.run(['check']);
      expect([found.code, found.stdout]).toEqual([0, expect.stringContaining('a running registry uses it')]);
      await server.stop();
      for (let turn = 0; turn < 3; turn++) {
        const { code, stdout } = await running.run(['check']);
        expect([code, stdout]).toEqual([
          0,
          expect.stringContaining(
            `ok    database  embedded, in ${running.dataDir}/database; the schema is that of this build\n`,
          ),
        ]);
      }
    } finally {
      await running.close();
    }
  });

  it('stops after the settings if one is invalid or unknown', async () => {
    expect(await check({ PORT: 'x', DEMO: 'maybe' })).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^FAIL {2}settings {2}(PORT|DEMO) takes .*; (PORT|DEMO) takes/)],
    });
    const file = join(cli.folder, 'settings.env');
    writeFileSync(file, 'POSTGRES_PASSWORD=x\nMAX_PUBLISHER_SIZE=1\nLOG_LEVL=info\nDEMO=false\n');
    expect(await check({}, '--env-file', file)).toEqual({
      code: 1,
      lines: [
        'FAIL  settings  MAX_PUBLISHER_SIZE is not a setting; LOG_LEVL is not a setting. Did you mean LOG_LEVEL? Rename or remove it',
      ],
    });
  });

  itWhen(hasServer, 'needs a PostgreSQL server')(
    'checks a PostgreSQL server, a bucket and an OpenID Connect provider',
    async () => {
      const [{ url, close }, store, provider] = await Promise.all([
        openOnServer(),
        startFakeObjectStore('archives', 'key-id'),
        startFakeIdentityProvider(),
      ]);
      const settings = {
        DATABASE_URL: url!,
        S3_BUCKET: 'archives',
        S3_ENDPOINT: store.url,
        S3_ACCESS_KEY_ID: 'key-id',
        S3_SECRET_ACCESS_KEY: 'hush',
        AUTH_ISSUER: provider.issuer,
        AUTH_AUDIENCE: AUDIENCE,
      };
      try {
        const { code, lines } = await check(settings);
        const { host, pathname } = new URL(url!);
        expect(lines.slice(1)).toEqual([
          expect.stringMatching(/^ok {4}database {2}PostgreSQL \d+\.\d+.* at .*; the schema is that of this build$/),
          expect.stringMatching(/^ok {4}storage {3}bucket /),
          `ok    provider  ${provider.issuer}, with 3 usable keys at ${provider.jwksUrl}`,
        ]);
        expect([code, lines[1]]).toEqual([0, expect.stringContaining(host + pathname)]);
        expect(store.objects.size).toBe(0);

        provider.isBroken = true;
        store.refusal = { status: 403, code: 'AccessDenied' };
        const broken = await check({ ...settings, DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/none' });
        expect(broken).toEqual({
          code: 1,
          lines: [
            'ok    settings  all are valid',
            expect.stringMatching(/^FAIL {2}database {2}DATABASE_URL: can’t connect/),
            expect.stringMatching(/^FAIL {2}storage {3}The archive store is not available/),
            expect.stringMatching(/^FAIL {2}provider {2}The identity provider/),
          ],
        });
        expect(broken.lines.join()).not.toContain('hush');
      } finally {
        await Promise.all([close(), store.close(), provider.close()]);
      }
    },
  );
});
