import type { Revision } from '../catalogue/revision.js';
import { CallerSlots } from './caller-slots.js';

/** Limits of waiting requests: of one caller, and of all callers of this process. */
export const WAITS_PER_CALLER = 10;
const WAITS_IN_ALL = 500;

/** The limits of one wait. */
export interface Wait {
  /** Name of the caller, whose waiting requests are counted. */
  readonly caller: string;
  readonly seconds: number;
  /** Aborted when the caller closes the connection. */
  readonly closed: AbortSignal;
}

/**
 * Lets requests wait for changes of versions. Each new revision wakes the requests that wait for a changed version,
 * whichever process made the change. Waiting itself runs no statements.
 */
export class VersionWaits {
  readonly #woken = new Map<string, Set<() => void>>();
  readonly #slots = new CallerSlots({
    perCaller: WAITS_PER_CALLER,
    inAll: WAITS_IN_ALL,
    ofCaller: `${WAITS_PER_CALLER} of your requests wait for versions already. Retry without \`wait\`, or when one has ended.`,
    full: 'Too many requests wait for versions. Retry without `wait`.',
  });
  #isStopped = false;

  constructor(revision: Pick<Revision, 'onMove'>) {
    revision.onMove((changes) => {
      if (changes === undefined) this.#wakeAll();
      else for (const { kind, subject_id: id } of changes) if (kind === 'version') this.#wake(id);
    });
  }

  /** The number of waiting requests. */
  get count(): number {
    return this.#slots.count;
  }

  /**
   * Waits until the condition is met, the time limit is reached, the caller closes the connection, or the process
   * stops.
   * @param isMet called at once, and again after each change of the version
   * @throws RATE_LIMITED if the caller has too many waiting requests, SERVICE_UNAVAILABLE if all callers together have
   *   too many
   */
  async until(versionId: string, { caller, seconds, closed }: Wait, isMet: () => Promise<boolean>): Promise<void> {
    this.#slots.enter(caller);
    let isOver = false;
    let resume = (): void => undefined;
    const wake = (): void => resume();
    const end = (): void => {
      isOver = true;
      resume();
    };
    const timer = setTimeout(end, seconds * 1000);
    closed.addEventListener('abort', end);
    this.#listen(versionId, wake);
    try {
      while (!isOver && !closed.aborted && !this.#isStopped) {
        // Created before the condition is checked, so that a change during the check is not missed.
        const moved = new Promise<void>((resolve) => (resume = resolve));
        if (await isMet()) return;
        await moved;
      }
    } finally {
      clearTimeout(timer);
      closed.removeEventListener('abort', end);
      this.#forget(versionId, wake);
      this.#slots.leave(caller);
    }
  }

  /** Ends all waits, because the process stops. Later requests don't wait. */
  stop(): void {
    this.#isStopped = true;
    this.#wakeAll();
  }

  #listen(versionId: string, wake: () => void): void {
    const own = this.#woken.get(versionId) ?? new Set();
    this.#woken.set(versionId, own.add(wake));
  }

  #forget(versionId: string, wake: () => void): void {
    const own = this.#woken.get(versionId)!;
    own.delete(wake);
    if (own.size === 0) this.#woken.delete(versionId);
  }

  #wake(versionId: string): void {
    for (const wake of this.#woken.get(versionId) ?? []) wake();
  }

  #wakeAll(): void {
    for (const versionId of this.#woken.keys()) this.#wake(versionId);
  }
}
