import type { AppError } from '../errors/app-error.js';
import { callerName, type Viewer } from '../policy/viewer.js';
import { FAILED_SIGN_IN, rateLimited, type RateLimits, type Verdict } from './rate-limits.js';

/** What a transport knows of who asks. */
export interface Asker {
  readonly address: string;
  readonly authorization: string | undefined;
}

/** What one request may cost its caller, and the headers that tell him what is left. */
export class Allowance {
  #verdict: Verdict | undefined;

  constructor(
    private readonly limits: RateLimits,
    private readonly asker: Asker,
  ) {}

  /** The headers of the answer; names and values in turn. */
  get headers(): readonly string[] {
    return this.#verdict?.headers ?? [];
  }

  /** Counts the request itself, at the front door: one read, whatever it asks for. */
  enter(): void {
    this.#verdict = this.limits.read(this.#caller, 1);
  }

  /** Why the request is refused whatever it asks for; undefined where it is not. */
  get refusal(): AppError | undefined {
    return this.#verdict === undefined || this.#verdict.isAllowed ? undefined : rateLimited(this.#verdict);
  }

  /**
   * Counts what is read beyond the request itself.
   * @throws RATE_LIMITED
   */
  read(units: number): void {
    if (units > 0) this.#judge(this.limits.read(this.#caller, units));
  }

  /**
   * Counts nothing, and asks nobody.
   * @throws RATE_LIMITED where it is known that less work is left
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

  /** Whether whose limit it is is known without looking the credential up. */
  get isKnown(): boolean {
    return (
      this.asker.authorization === undefined || this.#caller !== this.limits.callerOf(this.asker.address, undefined)
    );
  }

  /** Notes that the caller's credential holds. */
  recognize(viewer: Viewer): void {
    const caller = callerName(viewer);
    if (this.asker.authorization !== undefined && caller !== undefined)
      this.limits.recognize(this.asker.authorization, caller);
  }

  /** Notes that the caller's credential does not hold: his address pays, so that none is found by trying. */
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
