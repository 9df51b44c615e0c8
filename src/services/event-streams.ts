import { AppError } from '../errors/app-error.js';
import type { Settings } from '../settings.js';
import { CallerSlots } from './caller-slots.js';

/** The open event streams of this process. Limits their number, and ends them when the process stops. */
export class EventStreams {
  readonly #slots: CallerSlots;
  readonly #open = new Set<() => void>();
  #isStopped = false;

  constructor({
    MAX_SUBSCRIPTIONS_PER_CALLER: perCaller,
    MAX_SUBSCRIPTIONS: inAll,
  }: Pick<Settings, 'MAX_SUBSCRIPTIONS' | 'MAX_SUBSCRIPTIONS_PER_CALLER'>) {
    this.#slots = new CallerSlots({
      perCaller,
      inAll,
      ofCaller: `You have ${perCaller} subscriptions already. End one before you begin another.`,
      full: 'Too many subscriptions are open. Read the changes feed instead, or retry later.',
    });
  }

  /** The number of open streams. */
  get count(): number {
    return this.#slots.count;
  }

  /**
   * Counts a stream as open.
   * @param end closes the connection of the stream; called when the process stops
   * @returns a function to call when the stream is closed
   * @throws RATE_LIMITED if the caller has too many, SERVICE_UNAVAILABLE if all callers together have too many or the
   *   process stops
   */
  open(caller: string, end: () => void): () => void {
    if (this.#isStopped)
      throw new AppError('SERVICE_UNAVAILABLE', 'The registry is restarting. Retry.', { retryAfter: 1 });
    this.#slots.enter(caller);
    this.#open.add(end);
    return () => {
      if (this.#open.delete(end)) this.#slots.leave(caller);
    };
  }

  /** Ends all streams, because the process stops. Refuses new ones from then on. */
  stop(): void {
    this.#isStopped = true;
    for (const end of this.#open) end();
  }
}
