#!/usr/bin/env node
// The package's command: builds what has changed, then runs the command line on the runtime that the package brings.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const brought = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const node = existsSync(brought) ? brought : process.execPath;

for (const args of [[join(root, 'scripts', 'build.mjs'), '--if-changed'], [join(root, 'dist', 'src', 'cli.js'), ...process.argv.slice(2)]]) {
  const { status } = spawnSync(node, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
