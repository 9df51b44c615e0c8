import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Analysis } from './analyse.js';

/** What looking into one archive may take. */
export interface Bounds {
  readonly seconds: number;
  readonly megabytes: number;
}

const USUAL: Bounds = { seconds: 30, megabytes: 512 };

// Tests run the sources; a thread takes only what was built of them.
const beside = new URL('./worker.js', import.meta.url);
const WORKER = existsSync(beside) ? beside : new URL('../../dist/src/analysis/worker.js', import.meta.url);

const notChecked = (why: string): Analysis => ({
  findings: [{ rule: 'archive-safety', file: '', line: 0, message: why }],
  extraction: { status: 'failed', coreNodes: [], causes: [`The archive ${why}.`] },
});

/**
 * Looks into an archive in a thread of its own, which is ended when it takes too much: whatever is in it, the server
 * goes on, and what could not be looked into is a finding.
 */
export async function analyseBounded(
  path: string,
  checksOff: readonly string[],
  bounds: Bounds = USUAL,
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

async function analyseIn(worker: Worker, bounds: Bounds): Promise<Analysis> {
  try {
    return await new Promise<Analysis>((resolve, reject) => {
      const late = setTimeout(() => resolve(notChecked('takes too long to be checked')), bounds.seconds * 1000);
      worker.once('message', (analysis: Analysis) => {
        clearTimeout(late);
        resolve(analysis);
      });
      worker.once('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(late);
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(notChecked('takes too much memory to be checked'));
        // That the thread can't be started is ours; all else comes of the archive.
        else if (error.code === 'ERR_MODULE_NOT_FOUND') reject(error);
        else resolve(notChecked('can’t be checked'));
      });
    });
  } finally {
    await worker.terminate();
  }
}
