import type { AppError } from '../errors/app-error.js';
import { limitedName, type Viewer } from '../policy/viewer.js';
import { FAILED_SIGN_IN, rateLimited, type RateLimits, type Verdict } from './rate-limits.js';

/** The properties of a request that identify its caller. */
export interface CallerIdentity {
  readonly address: string;
  readonly authorization: string | undefined;
}

/** Charges one request to the rate limits of its caller, and provides the `RateLimit` headers of the response. */
export class Allowance {
  #verdict: Verdict | undefined;

  constructor(
    private readonly limits: RateLimits,
    private readonly identity: CallerIdentity,
  ) {}

  /** The response headers, as alternating names and values. */
  get headers(): readonly string[] {
    return this.#verdict?.headers ?? [];
  }

  /** Counts the request itself as one read. */
  enter(): void {
    this.#verdict = this.limits.read(this.#caller, 1);
  }

  /** The error if the last charge exceeded the limit; `undefined` if it was allowed. */
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
   * Checks that the caller has enough work left, without counting anything and without I/O.
   * @throws RATE_LIMITED if the local bucket shows that less work is left
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
      this.identity.authorization === undefined ||
      this.#caller !== this.limits.callerOf(this.identity.address, undefined)
    );
  }

  /** Records that the credential of the request is valid, and belongs to a viewer. */
  recognize(viewer: Viewer): void {
    const caller = limitedName(viewer);
    if (this.identity.authorization !== undefined && caller !== undefined)
      this.limits.recognize(this.identity.authorization, caller);
  }

  /**
   * Charges work to the viewer of a token in the body, in addition to the caller of the request.
   * @throws RATE_LIMITED
   */
  async workOf(viewer: Viewer, units: number): Promise<void> {
    const caller = limitedName(viewer);
    if (caller !== undefined && caller !== this.#caller) this.#judge(await this.limits.work(caller, units));
  }

  /** Charges the network address for an invalid credential, so that credentials can't be guessed by brute force. */
  chargeFailedSignIn(): void {
    this.limits.charge(this.limits.callerOf(this.identity.address, undefined), FAILED_SIGN_IN);
  }

  get #caller(): string {
    return this.limits.callerOf(this.identity.address, this.identity.authorization);
  }

  #judge(verdict: Verdict): void {
    this.#verdict = verdict;
    if (!verdict.isAllowed) throw rateLimited(verdict);
  }
}
