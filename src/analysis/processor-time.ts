/** Limits of the analysis of one archive. */
export interface Bounds {
  /** Seconds of processor time. */
  readonly seconds: number;
  /** The same, if the process runs no other analysis when `seconds` are used. */
  readonly extendedSeconds?: number;
  readonly megabytes: number;
}

/** A thread that does not get the processor is ended after so many times its processor time. */
const WALL_FACTOR = 6;

/** The processor time that an analysis may use. */
export class ProcessorTime {
  #seconds: number;

  /** @param mayExtend asked once, when `seconds` are used */
  constructor(
    private readonly bounds: Bounds,
    private readonly mayExtend: () => boolean,
  ) {
    this.#seconds = bounds.seconds;
  }

  get #isExtended(): boolean {
    return this.#seconds !== this.bounds.seconds;
  }

  /** True if an analysis has used even the extended time, so that another attempt would end the same way. */
  isUsedUp = false;

  /**
   * Extends the time if it is used and may be extended.
   * @param seconds processor time used so far
   * @param wallSeconds time since the analysis began
   * @returns true if the analysis must end
   */
  mustEnd(seconds: number, wallSeconds: number): boolean {
    const { extendedSeconds } = this.bounds;
    const isUsed = (): boolean => seconds > this.#seconds;
    // A thread that does not get the processor is not extended: another attempt may succeed.
    if (isUsed() && !this.#isExtended && extendedSeconds !== undefined && this.mayExtend())
      this.#seconds = extendedSeconds;
    this.isUsedUp = this.#isExtended && isUsed();
    return isUsed() || wallSeconds > this.#seconds * WALL_FACTOR;
  }
}
