import { parentPort } from 'node:worker_threads';
import { analyse } from './analyse.js';

/** The archive that a thread is to analyse. */
export interface AnalysisOrder {
  /** The descriptor of its open file. */
  readonly file: number;
  /** Names of checks to leave out. */
  readonly checksOff: readonly string[];
}

// Runs in a separate thread, because only a thread can be terminated from outside. See bounded.ts.
parentPort!.on('message', async ({ file, checksOff }: AnalysisOrder) => {
  parentPort!.postMessage(await analyse(file, checksOff));
});
