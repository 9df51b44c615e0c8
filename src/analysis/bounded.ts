import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Analysis } from './analyse.js';

/** Limits of the analysis of one archive. */
export interface Bounds {
  /** Seconds of processor time. */
  readonly seconds: number;
  readonly megabytes: number;
}

/** For every archive at first. */
export const FAST_BOUNDS: Bounds = { seconds: 5, megabytes: 512 };

/** For archives that take longer. */
export const SLOW_BOUNDS: Bounds = { seconds: 30, megabytes: 512 };

/** How often the processor time is read. */
const LOOK_EVERY_MS = 200;
/** A thread that does not get the processor is ended after so many times its processor time. */
const WALL_FACTOR = 6;

// Tests run the sources; a thread takes only what was built of them.
const beside = new URL('./worker.js', import.meta.url);
const WORKER = existsSync(beside) ? beside : new URL('../../dist/src/analysis/worker.js', import.meta.url);

const notChecked = (why: string, isTooLong = false): Analysis => ({
  isTooLong,
  findings: [{ level: 'hold', rule: 'archive-safety', file: '', line: 0, message: why }],
  extraction: { status: 'failed', coreNodes: [], causes: [`The archive ${why}.`] },
});

/**
 * Analyses an archive in a separate thread, which is ended when it takes too much: whatever is in it, the server
 * goes on, and what could not be looked into is a finding.
 */
export async function analyseBounded(
  path: string,
  checksOff: readonly string[],
  bounds: Bounds = SLOW_BOUNDS,
): Promise<Analysis> {
  // Opened and closed here: a thread that is ended takes its own orders to close a file with it, and the file stays
  // open.
  const file = await open(path);
  try {
    return await analyseIn(
      new Worker(WORKER, {
        workerData: { file: file.fd, checksOff },
        resourceLimits: { maxOldGenerationSizeMb: bounds.megabytes },
        stdout: true,
        stderr: true,
      }),
      bounds,
    );
  } finally {
    await file.close();
  }
}

/** Calls back when a thread has used its processor time. @returns a function that stops looking */
function onExhausted(worker: Worker, { seconds }: Bounds, exhausted: () => void): () => void {
  const look = setInterval(() => {
    // It fails if the thread has ended.
    worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1_000_000 > seconds && exhausted(),
      () => undefined,
    );
  }, LOOK_EVERY_MS);
  const late = setTimeout(exhausted, seconds * WALL_FACTOR * 1000);
  return () => {
    clearInterval(look);
    clearTimeout(late);
  };
}

async function analyseIn(worker: Worker, bounds: Bounds): Promise<Analysis> {
  let stopLooking = (): void => undefined;
  try {
    return await new Promise<Analysis>((resolve, reject) => {
      stopLooking = onExhausted(worker, bounds, () => resolve(notChecked('takes too long to be checked', true)));
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(notChecked('takes too much memory to be checked'));
        // Only a thread that can't be started is an error of the registry. Others are caused by the archive.
        else if (error.code === 'ERR_MODULE_NOT_FOUND') reject(error);
        else resolve(notChecked('can’t be checked'));
      });
    });
  } finally {
    stopLooking();
    await worker.terminate();
  }
}
