import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Thrown if another process uses the data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';

  constructor(directory: string, pid: number) {
    super(
      `The data directory ${directory} is in use by process ${pid}. The embedded database supports one process at a time. ` +
        'Stop that process, set another DATA_DIR, or use PostgreSQL (DATABASE_URL), which supports any number.',
    );
  }
}

/** The content of the lock file: the process that has the lock. */
interface Holder {
  readonly pid: number;
  /** Start time of the process, see `startOf`. It tells a process from a later one with the same process id. */
  readonly started: string;
  /** Random; identifies this lock. */
  readonly token: string;
}

/** Returns the start time of a process in the clock ticks of Linux; empty if /proc does not provide it. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie process has ended, so it no longer uses the directory.
    return state === 'Z' || state === 'X' ? 'ended' : (fields[18] ?? '');
  } catch {
    return '';
  }
}

function isRunning(holder: Holder): boolean {
  if (holder.pid === process.pid) return holder.started === startOf(process.pid);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return holder.started === '' || holder.started === startOf(holder.pid);
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function tryCreate(file: string, holder: Holder): boolean {
  try {
    writeFileSync(file, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw new Error(`DATA_DIR: ${file} can’t be written (${code}).`, { cause: error });
  }
}

/**
 * Locks the data directory with a file that identifies this process. Takes over the lock of a dead process.
 * @returns a function that releases the lock
 * @throws DataDirectoryInUse if a running process has the lock: two processes would lose data silently
 */
export async function lockDataDirectory(directory: string): Promise<() => void> {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(
      `DATA_DIR ${directory} can’t be created or is not a folder (${(error as NodeJS.ErrnoException).code}).`,
      {
        cause: error,
      },
    );
  }
  const file = join(directory, 'registry.lock');
  const mine: Holder = { pid: process.pid, started: startOf(process.pid), token: randomUUID() };
  for (let attempt = 0; attempt < 20; attempt++) {
    if (tryCreate(file, mine)) {
      // If two processes take over the lock of a dead process at the same time, one may rename the new lock file of the
      // other. So the file is read again after a while.
      await wait(attempt === 0 ? 0 : 50);
      if (readHolder(file)?.token === mine.token)
        return () => {
          if (readHolder(file)?.token === mine.token) rmSync(file, { force: true });
        };
      continue;
    }
    const holder = readHolder(file);
    if (holder && isRunning(holder)) throw new DataDirectoryInUse(directory, holder.pid);
    if (!holder) await wait(50);
    const aside = `${file}.${mine.token}`;
    try {
      renameSync(file, aside);
    } catch {
      continue;
    }
    const moved = readHolder(aside);
    if (moved && moved.token !== holder?.token && isRunning(moved)) {
      renameSync(aside, file);
      throw new DataDirectoryInUse(directory, moved.pid);
    }
    rmSync(aside, { force: true });
  }
  throw new Error(`The data directory ${directory} could not be locked.`);
}
