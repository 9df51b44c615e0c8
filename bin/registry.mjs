#!/usr/bin/env node
// The package's command: builds what has changed, then runs the command line on the runtime that the package brings.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const brought = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const isRightRuntime = Number(process.versions.node.split('.')[0]) >= 24;
const node = isRightRuntime || !existsSync(brought) ? process.execPath : brought;
const cli = join(root, 'dist', 'src', 'cli.js');

const { status } = spawnSync(node, [join(root, 'scripts', 'build.mjs'), '--if-changed'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

// npm hands a signal to the shell that it started us with, and that dies of it without a word: then we are meant.
if (process.env.npm_lifecycle_event !== undefined) {
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || process.kill(process.pid, 'SIGTERM'), 100).unref();
}

if (isRightRuntime) {
  // In this process, so that a signal reaches the server itself.
  process.argv[1] = cli;
  await import(cli);
} else {
  const child = spawn(node, [cli, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('close', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}
