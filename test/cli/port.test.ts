import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Cli, freePort, openCli } from '../support/cli.js';

describe('registry start on a port in use', () => {
  let cli: Cli;

  beforeEach(() => {
    cli = openCli();
  });
  afterEach(() => cli.close());

  it.each<[string, (taken: string, free: string) => Record<string, string>]>([
    ['PORT', (taken) => ({ PORT: taken })],
    ['PORT, with another one for metrics', (taken, free) => ({ PORT: taken, METRICS_PORT: free })],
    ['METRICS_PORT', (taken, free) => ({ PORT: free, METRICS_PORT: taken })],
  ])('ends with one line that names it, and releases the data directory: %s', async (_which, ports) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    try {
      const port = String((other.address() as AddressInfo).port);
      const { code, stdout, stderr } = await cli.run(['start'], {
        DEMO: 'false',
        LOG_LEVEL: 'fatal',
        ...ports(port, String(await freePort())),
      });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(new RegExp(`^[^\\n]*${port}[^\\n]*\\n$`));
      expect(existsSync(join(cli.dataDir, 'registry.lock'))).toBe(false);
    } finally {
      other.close();
    }
  });
});
