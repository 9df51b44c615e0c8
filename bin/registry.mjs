#!/usr/bin/env node
// The package's command: builds what has changed, then runs the command line on the runtime that the package brings.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_ENVIRONMENT, NODE_FLAGS } from './node-flags.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const included = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const isRightRuntime = Number(process.versions.node.split('.')[0]) >= 24;
const node = isRightRuntime || !existsSync(included) ? process.execPath : included;

const { status } = spawnSync(node, [join(root, 'scripts', 'build.mjs'), '--if-changed'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const args = [...NODE_FLAGS, join(root, 'dist', 'src', 'cli.js'), ...process.argv.slice(2)];
const env = { ...NODE_ENVIRONMENT, ...process.env };
const isUnderNpm = process.env.npm_lifecycle_event !== undefined;

// The server takes the place of this process, so that signals reach it. Windows has no such call, and npm needs the
// parent below.
if (isRightRuntime && !isUnderNpm && process.platform !== 'win32')
  process.execve(process.execPath, [process.execPath, ...args], env);

const child = spawn(node, args, { stdio: 'inherit', env });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('close', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));

// npm passes a signal to the shell that started this process, and the shell ends without passing it on.
if (isUnderNpm) {
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || child.kill('SIGTERM'), 100).unref();
}
