import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Analysis } from './analyse.js';
import { type Bounds, ProcessorTime } from './processor-time.js';
import type { AnalysisOrder } from './worker.js';

/** For archives that take longer than `FAST_BOUNDS` allows. */
export const SLOW_BOUNDS: Bounds = { seconds: 30, megabytes: 512 };

/** For every archive at first. After 5 s it may only go on if nothing else runs, so that it delays no others. */
export const FAST_BOUNDS: Bounds = { seconds: 5, extendedSeconds: SLOW_BOUNDS.seconds, megabytes: 512 };

/** How often the processor time is read. */
const LOOK_EVERY_MS = 200;

const WORKER = new URL('./worker.js', import.meta.url);

/** The analysis of an archive that could not be checked. */
export const notChecked = (why: string, isTooLong = false): Analysis => ({
  isTooLong,
  findings: [{ level: 'hold', rule: 'archive-safety', file: '', line: 0, message: why }],
  extraction: { status: 'failed', coreNodes: [], causes: [`The archive ${why}.`] },
});

/** A thread that has analysed more than this is ended, which returns its memory. In seconds of processor time. */
const REUSABLE_SECONDS = 1;

/** An analysis, and whether its thread can analyse another archive. */
interface Outcome {
  readonly analysis: Analysis;
  readonly isReusable: boolean;
}

/** Larger ones take up to 100 MB more memory for a large archive, and save no time. */
const YOUNG_GENERATION_MEGABYTES = 12;

const startThread = ({ megabytes }: Bounds): Worker =>
  new Worker(WORKER, {
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: YOUNG_GENERATION_MEGABYTES },
    stdout: true,
    stderr: true,
  });

/** Seconds of processor time of a thread; `undefined` if it has ended. */
const secondsOf = (worker: Worker): Promise<number | undefined> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1_000_000,
    () => undefined,
  );

/**
 * Analyses archives in separate threads of this process, which is not that of the server (isolated.ts). A thread that
 * exceeds its bounds is ended, and the archive gets a finding. Loading the analysis takes longer than a small archive,
 * so one thread waits for the next one until the process ends.
 */
export class ArchiveAnalyser {
  /** A thread without work, and the bounds that it was started with. */
  #idle: { readonly worker: Worker; readonly megabytes: number } | undefined;
  #running = 0;

  /**
   * Analyses an archive.
   * @param path the archive's file
   * @param checksOff names of checks to leave out
   */
  async analyse(path: string, checksOff: readonly string[], bounds: Bounds): Promise<Analysis> {
    // Opened and closed here, because a thread that is terminated does not close its files.
    const file = await open(path);
    this.#running++;
    try {
      const worker = this.#take(bounds) ?? startThread(bounds);
      let isReusable = false;
      try {
        const allowed = new ProcessorTime(bounds, () => this.#running === 1);
        const outcome = await analyseIn(worker, { file: file.fd, checksOff }, allowed);
        isReusable = outcome.isReusable;
        return outcome.analysis;
      } finally {
        if (isReusable && this.#idle === undefined) this.#keep(worker, bounds);
        else await worker.terminate();
      }
    } finally {
      this.#running--;
      await file.close();
    }
  }

  #take({ megabytes }: Bounds): Worker | undefined {
    if (this.#idle?.megabytes !== megabytes) return undefined;
    const { worker } = this.#idle;
    this.#idle = undefined;
    worker.ref();
    return worker.removeAllListeners('exit');
  }

  /** An idle thread does not keep the process running. */
  #keep(worker: Worker, { megabytes }: Bounds): void {
    worker.unref();
    const idle = { worker, megabytes };
    worker.once('exit', () => {
      if (this.#idle === idle) this.#idle = undefined;
    });
    this.#idle = idle;
  }
}

/** Calls back when a thread has used its processor time. @returns a function that stops watching */
function onExhausted(worker: Worker, allowed: ProcessorTime, before: number, exhausted: () => void): () => void {
  const began = performance.now();
  let seconds = 0;
  const timer = setInterval(() => {
    void secondsOf(worker).then((now) => (seconds = (now ?? before) - before));
    if (allowed.mustEnd(seconds, (performance.now() - began) / 1000)) exhausted();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

async function analyseIn(worker: Worker, order: AnalysisOrder, allowed: ProcessorTime): Promise<Outcome> {
  const before = (await secondsOf(worker)) ?? 0;
  let stopWatching = (): void => undefined;
  try {
    const ended = (analysis: Analysis): Outcome => ({ analysis, isReusable: false });
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      stopWatching = onExhausted(worker, allowed, before, () =>
        resolve(ended(notChecked('takes too long to be checked', !allowed.isUsedUp))),
      );
      worker.once('message', (analysis: Analysis) => resolve({ analysis, isReusable: true }));
      worker.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
          resolve(ended(notChecked('takes too much memory to be checked')));
        // Only a thread that can't be started is an error of the registry. Others are caused by the archive.
        else if (error.code === 'ERR_MODULE_NOT_FOUND') reject(error);
        else resolve(ended(notChecked('can’t be checked')));
      });
      worker.once('exit', () => resolve(ended(notChecked('can’t be checked'))));
      worker.postMessage(order);
    });
    const after = (await secondsOf(worker)) ?? Infinity;
    return { ...outcome, isReusable: outcome.isReusable && after - before < REUSABLE_SECONDS };
  } finally {
    stopWatching();
    // An idle thread that fails just ends.
    worker
      .removeAllListeners('message')
      .removeAllListeners('exit')
      .removeAllListeners('error')
      .on('error', () => undefined);
  }
}
