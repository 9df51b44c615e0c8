import type { AppError } from '../errors/app-error.js';
import { limitedName, type Viewer } from '../policy/viewer.js';
import { FAILED_SIGN_IN, rateLimited, type RateLimits, type Verdict } from './rate-limits.js';

/** The properties of a request that identify its caller. */
export interface Asker {
  readonly address: string;
  readonly authorization: string | undefined;
}

/** Charges one request to its caller's rate limit, and provides the headers that report what is left. */
export class Allowance {
  #verdict: Verdict | undefined;

  constructor(
    private readonly limits: RateLimits,
    private readonly asker: Asker,
  ) {}

  /** The response headers, as alternating names and values. */
  get headers(): readonly string[] {
    return this.#verdict?.headers ?? [];
  }

  /** Counts the request itself as one read, whatever it requests. */
  enter(): void {
    this.#verdict = this.limits.read(this.#caller, 1);
  }

  /** The error if the request as such exceeds the limit; `undefined` if it is allowed. */
  get refusal(): AppError | undefined {
    return this.#verdict === undefined || this.#verdict.isAllowed ? undefined : rateLimited(this.#verdict);
  }

  /**
   * Counts reads in addition to the request itself.
   * @throws RATE_LIMITED
   */
  read(units: number): void {
    if (units > 0) this.#judge(this.limits.read(this.#caller, units));
  }

  /**
   * Checks the work budget without counting anything and without I/O.
   * @throws RATE_LIMITED if this process knows that less work is left
   */
  assertLeft(units: number): void {
    const lacking = units > 0 ? this.limits.lacking(this.#caller, units) : undefined;
    if (lacking) this.#judge(lacking);
  }

  /**
   * Counts work, before it is done.
   * @throws RATE_LIMITED
   */
  async work(units: number): Promise<void> {
    this.#judge(await this.limits.work(this.#caller, units));
  }

  /** True if the bucket to charge is known without resolving the credential. */
  get isKnown(): boolean {
    return (
      this.asker.authorization === undefined || this.#caller !== this.limits.callerOf(this.asker.address, undefined)
    );
  }

  /** Records that the caller's credential is valid. */
  recognize(viewer: Viewer): void {
    const caller = limitedName(viewer);
    if (this.asker.authorization !== undefined && caller !== undefined)
      this.limits.recognize(this.asker.authorization, caller);
  }

  /**
   * Charges work to the viewer of a credential in the body, in addition to the caller of the request.
   * @throws RATE_LIMITED
   */
  async workOf(viewer: Viewer, units: number): Promise<void> {
    const caller = limitedName(viewer);
    if (caller !== undefined && caller !== this.#caller) this.#judge(await this.limits.work(caller, units));
  }

  /** Charges the caller's address for an invalid credential, so that credentials can't be guessed by brute force. */
  mistrust(): void {
    this.limits.fine(this.limits.callerOf(this.asker.address, undefined), FAILED_SIGN_IN);
  }

  get #caller(): string {
    return this.limits.callerOf(this.asker.address, this.asker.authorization);
  }

  #judge(verdict: Verdict): void {
    this.#verdict = verdict;
    if (!verdict.isAllowed) throw rateLimited(verdict);
  }
}
