import { AppError } from '../errors/app-error.js';

/** How many requests may be open at a time, and what to tell callers over the limits. */
export interface SlotLimits {
  readonly perCaller: number;
  readonly inAll: number;
  /** The message for a caller who has too many. */
  readonly ofCaller: string;
  /** The message if there are too many in all. */
  readonly full: string;
}

/** Counts the open requests of each caller, and of all callers of this process. */
export class CallerSlots {
  readonly #callers = new Map<string, number>();
  #total = 0;

  constructor(private readonly limits: SlotLimits) {}

  /** The number of open requests. */
  get count(): number {
    return this.#total;
  }

  /**
   * Counts a request as open.
   * @throws RATE_LIMITED if the caller has too many, SERVICE_UNAVAILABLE if there are too many in all
   */
  enter(caller: string): void {
    const { perCaller, inAll, ofCaller, full } = this.limits;
    const own = this.#callers.get(caller) ?? 0;
    if (own >= perCaller) throw new AppError('RATE_LIMITED', ofCaller, { retryAfter: 1 });
    if (this.#total >= inAll) throw new AppError('SERVICE_UNAVAILABLE', full, { retryAfter: 1 });
    this.#callers.set(caller, own + 1);
    this.#total++;
  }

  /** Counts a request as ended. */
  leave(caller: string): void {
    const left = this.#callers.get(caller)! - 1;
    if (left > 0) this.#callers.set(caller, left);
    else this.#callers.delete(caller);
    this.#total--;
  }
}
