import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 100;

/**
 * Waits until no other file of this run of tests measures how long callers wait.
 * @param patienceMs after so long it is taken for one that died in its turn
 * @returns ends the turn
 */
export async function takeTurn(patienceMs: number): Promise<() => void> {
  // Jest's workers have one parent.
  const mark = join(tmpdir(), `registry-measuring-${process.ppid}`);
  for (const end = Date.now() + patienceMs; Date.now() < end; await wait(LOOK_MS)) {
    try {
      mkdirSync(mark);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  // Who waited too long may have ended it before.
  return () => rmSync(mark, { recursive: true, force: true });
}
