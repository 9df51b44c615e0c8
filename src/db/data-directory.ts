import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Another process holds the data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';

  constructor(directory: string, pid: number) {
    super(
      `The data directory ${directory} is in use by process ${pid}. The embedded database takes one process at a time: ` +
        'stop that one first, give this one another DATA_DIR, or run on PostgreSQL (DATABASE_URL), which takes any number.',
    );
  }
}

interface Holder {
  readonly pid: number;
  /** When that process began, as the system counts it: a number that comes again belongs to another process. */
  readonly started: string;
  readonly token: string;
}

/** When a process began, in the system's own count; empty where the system doesn't tell. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // One that has ended, and whose parent has not asked how yet, holds nothing.
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
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Takes the data directory for this process by a lock file that names it; the file of a dead process is taken over.
 * @returns what gives it back
 * @throws DataDirectoryInUse where a living process holds it: two on one directory would lose data silently
 */
export async function lockDataDirectory(directory: string): Promise<() => void> {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(`DATA_DIR ${directory} can’t be made or is no folder (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
  const file = join(directory, 'registry.lock');
  const mine: Holder = { pid: process.pid, started: startOf(process.pid), token: randomUUID() };
  for (let attempt = 0; attempt < 20; attempt++) {
    if (tryCreate(file, mine)) {
      // Two that take over a dead one's file at once: the later rename may move the earlier one's new file away.
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
