import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Incoming } from '../../src/storage/incoming.js';

it('removes files of dead processes, and keeps those that other processes are receiving', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'registry-incoming-'));
  try {
    for (const name of ['left', 'running']) writeFileSync(join(folder, name), 'x');
    const long = Date.now() / 1000 - 2 * 3600;
    utimesSync(join(folder, 'left'), long, long);
    await new Incoming(folder, 1, 10).sweep();
    expect(readdirSync(folder)).toEqual(['running']);
    await new Incoming(join(folder, 'none'), 1, 10).sweep();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
