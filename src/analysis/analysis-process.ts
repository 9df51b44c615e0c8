import type { Analysis } from './analyse.js';
import { ArchiveAnalyser } from './bounded.js';
import type { Bounds } from './processor-time.js';

/** An archive that the process is to analyse. */
export interface ProcessOrder {
  readonly id: number;
  /** The archive's file. */
  readonly path: string;
  /** Names of checks to leave out. */
  readonly checksOff: readonly string[];
  readonly bounds: Bounds;
}

/** A message of the process: first that it has started, then an analysis or an error of the registry for each order. */
export type ProcessAnswer =
  | { readonly isStarted: true }
  | { readonly id: number; readonly analysis: Analysis }
  | { readonly id: number; readonly error: Error };

// Runs in a separate process, see isolated.ts.
const analyser = new ArchiveAnalyser();
const answer = (message: ProcessAnswer): void => void process.send?.(message);

process.on('message', ({ id, path, checksOff, bounds }: ProcessOrder) => {
  analyser.analyse(path, checksOff, bounds).then(
    (analysis) => answer({ id, analysis }),
    (error: unknown) => answer({ id, error: error instanceof Error ? error : new Error(String(error)) }),
  );
});
// It ends with the server, which stops in order at these signals. A terminal sends them to both.
process
  .on('disconnect', () => process.exit())
  .on('SIGINT', () => undefined)
  .on('SIGTERM', () => undefined);
answer({ isStarted: true });
