// Starts the servers: the registry as an operator would, the peers as their manuals recommend for production.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { NODE_ENVIRONMENT } from '../bin/node-flags.mjs';
import { beforeCli, cli, here, root } from './paths.mjs';
import { ManagedProcess } from './processes.mjs';

/** Names of the servers in the report. */
export const TITLES = {
  ours: 'registry',
  oursUncached: 'registry, caches off',
  oursTwo: 'registry, `WORKERS=2`',
  before: 'before',
  beforeUncached: 'before, caches off',
  bare: '(a) bare SQL',
  postgraphile: '(b) PostGraphile',
  mercurius: '(c) Mercurius',
  naive: '(d) naive',
};

/** True if the registry has a setting of this name. */
export const hasSetting = (name) => new RegExp(`^${name}=`, 'm').test(readFileSync(join(root, '.env.example'), 'utf8'));

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
    probe.on('error', reject);
  });

/** The base URL of links in responses. It is the same for all servers, so that their responses are equal. */
const PUBLIC_URL = 'http://localhost';

/** The environment of a process. Only PATH is inherited. */
const environment = (folder, databaseUrl, more = {}) => ({
  PATH: process.env.PATH,
  HOME: folder,
  TZ: 'UTC',
  NODE_ENV: 'production',
  PUBLIC_URL,
  DATABASE_URL: databaseUrl,
  ...more,
});

/** The settings of the registry: the defaults, except for its data folder, and without demo data and rate limits. */
const settings = (folder, more) => ({
  ...NODE_ENVIRONMENT,
  DATA_DIR: join(folder, 'data'),
  DEMO: 'false',
  ...(hasSetting('RATE_LIMIT') ? { RATE_LIMIT: 'off' } : {}),
  ...more,
});

/** The environment of the registry's commands. */
export const registryEnvironment = (folder, databaseUrl, more = {}) =>
  environment(folder, databaseUrl, settings(folder, more));

/** The flags of Node that a checkout starts its command line with. */
async function flagsOf(program) {
  const file = join(program, '..', '..', '..', 'bin', 'node-flags.mjs');
  return existsSync(file) ? (await import(file)).NODE_FLAGS : [];
}

/** Starts the registry. @param log base name of its log file @param program its built command line */
export async function startRegistry(name, folder, databaseUrl, more = {}, log = name, program = cli) {
  mkdirSync(join(folder, 'data'), { recursive: true });
  const port = await freePort();
  const env = registryEnvironment(folder, databaseUrl, { PORT: String(port), ...more });
  const serverProcess = new ManagedProcess(name, process.execPath, [...(await flagsOf(program)), program, 'start'], {
    env,
    cwd: folder,
    log: join(folder, `${log}.log`),
  });
  const { took } = await serverProcess.waitForOutput(/Ready\. REST: /, 60);
  return { name, port, process: serverProcess, readyAfter: took };
}

async function startPeer(name, folder, databaseUrl, log) {
  const serverProcess = new ManagedProcess(name, process.execPath, [join(here, 'peers', `${name}.mjs`)], {
    env: environment(folder, databaseUrl),
    cwd: here,
    log: join(folder, `${log}.log`),
    ipc: true,
  });
  const { match } = await serverProcess.waitForOutput(/^Ready\. PORT (\d+)$/m, 60);
  return { name, port: Number(match[1]), process: serverProcess };
}

/** Starts a server by its name. @param log base name of its log file. Defaults to the name of the server */
export function startServer(name, folder, databaseUrl, log = name) {
  if (name === 'ours') return startRegistry(name, folder, databaseUrl, {}, log);
  if (name === 'oursUncached') return startRegistry(name, folder, databaseUrl, { CACHE_MEGABYTES: '0' }, log);
  if (name === 'oursTwo') return startRegistry(name, folder, databaseUrl, { WORKERS: '2' }, log);
  if (name === 'before') return startRegistry(name, folder, databaseUrl, {}, log, beforeCli);
  if (name === 'beforeUncached')
    return startRegistry(name, folder, databaseUrl, { CACHE_MEGABYTES: '0' }, log, beforeCli);
  return startPeer(name, folder, databaseUrl, log);
}
