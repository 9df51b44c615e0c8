import { AppError } from '../errors/app-error.js';

/** Limits of open requests, and the messages of the errors. */
export interface SlotLimits {
  readonly perCaller: number;
  readonly inAll: number;
  /** The message for a caller with too many open requests. */
  readonly ofCaller: string;
  /** The message if all callers together have too many open requests. */
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
   * @throws RATE_LIMITED if the caller has too many, SERVICE_UNAVAILABLE if all callers together have too many
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
