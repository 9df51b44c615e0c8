import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { type Cli, openCli, openCliOnServer } from '../support/cli.js';
import { isOnServer, itOnServer, itWhen } from '../support/skips.js';

describe('the start of several processes on one port', () => {
  const settings = { DEMO: 'false', WORKERS: '2' };
  let cli: Cli;

  beforeAll(async () => {
    cli = isOnServer ? await openCliOnServer(settings) : openCli(settings);
  });
  afterAll(() => cli.close());

  itWhen(!isOnServer, 'is about the embedded database')('need a database that several may use', async () => {
    expect(await cli.run(['start'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('WORKERS must be 1 with the embedded database'),
    });
  });

  itOnServer('ends with the error that prevents it', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = taken.address() as AddressInfo;
      expect(await cli.run(['start'], { PORT: String(port) })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`PORT ${port} is in use`),
      });
    } finally {
      taken.close();
    }
    expect(await cli.run(['start'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('DATABASE_URL'),
    });
  });
});
