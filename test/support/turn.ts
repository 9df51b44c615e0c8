import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 100;

/**
 * Waits until no other test file of this run measures latencies. This file may then measure them.
 * @param patienceMs after this time, the other file is assumed to have crashed
 * @returns a function to call after the measurement
 */
export async function takeTurn(patienceMs: number): Promise<() => void> {
  // The parent process is the same for all workers of Jest.
  const mark = join(tmpdir(), `registry-measuring-${process.ppid}`);
  for (const end = Date.now() + patienceMs; Date.now() < end; await wait(LOOK_MS)) {
    try {
      mkdirSync(mark);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  // Another file may have removed it after `patienceMs`.
  return () => rmSync(mark, { recursive: true, force: true });
}
