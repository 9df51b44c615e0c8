import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Analysis } from './analyse.js';
import type { ProcessAnswer, ProcessOrder } from './analysis-process.js';
import { notChecked } from './bounded.js';
import type { Bounds } from './processor-time.js';

/**
 * Flags of Node for the process that analyses archives, which keep its memory low.
 *
 * - `heap-growing-percent`: how far the heap grows beyond the objects in use before it is collected.
 * - `no-incremental-marking`: the heap would grow by 30 MB while it is marked. No request waits for this process.
 * - `decommit-pooled-pages`: returns the memory of scripts before Python sources are parsed.
 */
export const ANALYSIS_FLAGS = ['--heap-growing-percent=10', '--no-incremental-marking', '--decommit-pooled-pages'];

/**
 * The whole environment of that process, which gets no settings of the registry. It configures glibc's allocator: V8's
 * compilers free large blocks, which would stay in an arena for each thread, 50 MB in all.
 */
export const ANALYSIS_ENVIRONMENT = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '32768' };

const PROCESS = fileURLToPath(new URL('./analysis-process.js', import.meta.url));

/** A process in which one analysis took longer is ended, which returns its memory. */
const REUSABLE_MS = 1000;
/** How long a process without work waits for the next archive. */
const IDLE_MS = 10_000;

/** What waits for an analysis; it gets undefined if the process ends before. */
interface Waiting {
  readonly since: number;
  readonly resolve: (analysis: Analysis | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** A process that analyses archives. */
class AnalysisProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #isStarted = false;
  #idle: NodeJS.Timeout | undefined;
  /** True if it takes no further archives. */
  isEnding = false;

  constructor() {
    this.#child = fork(PROCESS, {
      execArgv: ANALYSIS_FLAGS,
      env: ANALYSIS_ENVIRONMENT,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
      .on('message', (answer: ProcessAnswer) => this.#take(answer))
      .on('error', (error) => this.#fail(error))
      .on('exit', (code) => this.#fail(code ? new Error(`It ended with the code ${code}.`) : undefined));
  }

  /** Analyses an archive. @returns undefined if the process ends before it is done */
  analyse(order: Omit<ProcessOrder, 'id'>): Promise<Analysis | undefined> {
    clearTimeout(this.#idle);
    this.#child.ref();
    this.#child.channel?.ref();
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { since: performance.now(), resolve, reject });
      // Sending only fails if the process has ended, which it reports itself.
      this.#child.send({ ...order, id }, () => undefined);
    });
  }

  /** Ends the process once it has no work. */
  end(): void {
    this.isEnding = true;
    if (this.#waiting.size === 0 && this.#child.connected) this.#child.disconnect();
  }

  #take(answer: ProcessAnswer): void {
    if ('isStarted' in answer) {
      this.#isStarted = true;
      return;
    }
    const waiting = this.#waiting.get(answer.id);
    // An answer may arrive after the end of the process was noticed.
    if (!waiting) return;
    this.#waiting.delete(answer.id);
    if (performance.now() - waiting.since > REUSABLE_MS) this.isEnding = true;
    if (this.#waiting.size === 0) this.#rest();
    if ('error' in answer) waiting.reject(answer.error);
    else waiting.resolve(answer.analysis);
  }

  /** Waits for the next archive without keeping the server running. */
  #rest(): void {
    if (this.isEnding) return this.end();
    this.#child.unref();
    this.#child.channel?.unref();
    this.#idle = setTimeout(() => this.end(), IDLE_MS).unref();
  }

  /** Applies that the process has ended. One that does not start is an error of the registry, unless it was killed. */
  #fail(cause: Error | undefined): void {
    this.isEnding = true;
    clearTimeout(this.#idle);
    for (const { resolve, reject } of this.#waiting.values())
      if (this.#isStarted || !cause) resolve(undefined);
      else reject(new Error('The process that analyses archives could not be started.', { cause }));
    this.#waiting.clear();
  }
}

/**
 * Analyses archives in a separate process, so that no archive can stop the server or take its memory. Starting it takes
 * longer than a small archive, so it waits some seconds for the next one.
 */
export class IsolatedAnalyser {
  #shared: AnalysisProcess | undefined;

  /**
   * Analyses an archive.
   * @param path the archive's file
   * @param checksOff names of checks to leave out
   * @throws Error if the file can't be opened, or no process can be started
   */
  async analyse(path: string, checksOff: readonly string[], bounds: Bounds): Promise<Analysis> {
    const order = { path, checksOff, bounds };
    if (!this.#shared || this.#shared.isEnding) this.#shared = new AnalysisProcess();
    // Another archive may have ended the process, so this one gets another process for itself.
    return (await this.#shared.analyse(order)) ?? (await analyseAlone(order)) ?? notChecked('can’t be checked');
  }
}

async function analyseAlone(order: Omit<ProcessOrder, 'id'>): Promise<Analysis | undefined> {
  const alone = new AnalysisProcess();
  try {
    return await alone.analyse(order);
  } finally {
    alone.end();
  }
}
