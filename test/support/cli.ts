import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '../../bin/node-flags.mjs';
import { Database } from '../../src/db/database.js';
import { openOnServer } from './database.js';
import { hasServer } from './skips.js';

/** The root folder of the project. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READY = /Ready\. REST: (http:\/\/\S+)\/nodes/;

/** The exit code and output of a command that has ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A server that was started on the command line. */
export interface CliServer {
  readonly url: string;
  readonly pid: number;
  /** Returns the standard output so far. */
  readonly stdout: () => string;
  /** Sends a signal and waits for the exit. @returns the exit code and output */
  readonly stop: (signal?: NodeJS.Signals) => Promise<Ended>;
}

/** The command line as an operator uses it: separate processes in a temporary folder. */
export interface Cli {
  /** A temporary folder, which is also the working directory. The embedded database is in its folder `data`. */
  readonly folder: string;
  readonly dataDir: string;
  /** Settings of all processes. */
  readonly common: Readonly<Record<string, string>>;
  /** @param input the standard input */
  readonly run: (args: readonly string[], variables?: Record<string, string>, input?: string) => Promise<Ended>;
  /** Runs `start` and waits until the server is ready. */
  readonly start: (variables?: Record<string, string>) => Promise<CliServer>;
  /** Opens the database while no process of the command line has it open. */
  readonly inDatabase: <T>(look: (database: Database) => Promise<T>) => Promise<T>;
  /** Stops the running processes and removes the folder. */
  readonly close: () => Promise<void>;
}

/** Returns a free port of the loopback interface. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Watched {
  readonly child: ChildProcess;
  stdout: string;
  readonly ended: Promise<Ended>;
}

/**
 * Opens a command line on a new data directory with a migrated, empty database.
 * @param common settings of all processes
 * @param options `hasDatabase: false` for a data directory that does not exist yet, so that the first start migrates
 *   it, which takes seconds; `project` to run `npm start` in another project folder, which first checks if sources have
 *   changed
 */
export function openCli(
  common: Record<string, string> = {},
  { hasDatabase = true, project }: { hasDatabase?: boolean; project?: string } = {},
): Cli {
  const folder = mkdtempSync(join(tmpdir(), 'registry-cli-'));
  const dataDir = join(folder, 'data');
  if (hasDatabase && common['DATABASE_URL'] === undefined)
    cpSync(process.env['TEST_DATA_DIR']!, dataDir, { recursive: true });
  const running = new Set<ChildProcess>();

  const launch = (args: readonly string[], variables: Record<string, string>, input?: string): Watched => {
    // Slow statements are not logged, because how long they take depends on the load of the machine.
    const env = {
      ...NODE_ENVIRONMENT,
      PATH: process.env['PATH'],
      HOME: folder,
      DATA_DIR: dataDir,
      PORT: '0',
      SLOW_QUERY_MS: '3600000',
      NODE_COMPILE_CACHE: process.env['TEST_COMPILE_CACHE'],
      ...common,
      ...variables,
    };
    const command =
      project === undefined
        ? [...NODE_FLAGS, join(ROOT, 'dist', 'src', 'cli.js')]
        : [join(project, 'bin', 'registry.mjs')];
    const child = spawn(process.execPath, [...command, ...args], {
      cwd: folder,
      env,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    child.stdin?.end(input);
    running.add(child);
    let stderr = '';
    const watched: Watched = {
      child,
      stdout: '',
      ended: new Promise((resolve, reject) => {
        child.on('error', reject);
        child.on('close', (code) => {
          running.delete(child);
          resolve({ code, stdout: watched.stdout, stderr });
        });
      }),
    };
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (watched.stdout += text));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    return watched;
  };

  return {
    folder,
    dataDir,
    common,
    run: (args, variables = {}, input) => launch(args, variables, input).ended,
    start: async (variables = {}) => {
      const watched = launch(['start'], variables);
      let failed: Ended | undefined;
      void watched.ended.then((ended) => (failed = ended));
      for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(20)) {
        const url = READY.exec(watched.stdout)?.[1];
        if (url !== undefined) {
          return {
            url,
            pid: watched.child.pid!,
            stdout: () => watched.stdout,
            stop: (signal = 'SIGTERM') => {
              watched.child.kill(signal);
              return watched.ended;
            },
          };
        }
        if (failed) throw new Error(`The server ended: ${failed.stderr}`);
      }
      throw new Error(`The server is not ready: ${watched.stdout}`);
    },
    inDatabase: async (look) => {
      const database = await Database.embedded({ directory: join(dataDir, 'database') });
      try {
        return await look(database);
      } finally {
        await database.close();
      }
    },
    close: async () => {
      await Promise.all(
        [...running].map(
          (child) =>
            new Promise((resolve) => {
              child.once('close', resolve);
              child.kill('SIGKILL');
            }),
        ),
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Opens a command line on a new PostgreSQL database, which starts twice as fast as the embedded one. Uses the
 * embedded database if there is no server.
 */
export async function openCliOnServer(common: Record<string, string> = {}): Promise<Cli> {
  if (!hasServer) return openCli(common);
  const { url, database, close } = await openOnServer();
  const cli = openCli({ ...common, DATABASE_URL: url! });
  return {
    ...cli,
    inDatabase: (look) => look(database),
    close: async () => {
      await cli.close();
      await close();
    },
  };
}

/** Creates a token of the built-in issuer for the user ada. */
export async function newToken(cli: Cli): Promise<string> {
  return (await cli.run(['token', '--user', 'ada'])).stdout.trim();
}
