import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Cli, openCli } from '../support/cli.js';

describe('registry start on a port in use', () => {
  let cli: Cli;

  beforeEach(() => {
    cli = openCli();
  });
  afterEach(() => cli.close());

  it('reports that in one line, and releases the data directory', async () => {
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
});
