import type { SqlRunner } from '../db/database.js';
import { AppError } from '../errors/app-error.js';

/** Limit of changed resources that are listed instead of a response that is not stored. */
const NAMED_MAX = 10;

/** A request with an Idempotency-Key, from its start until its response is stored. */
export class IdempotentRequest {
  /** True if the response contains a secret that is shown once. */
  showsSecret = false;

  /**
   * @param id identifies caller, method, path and key
   * @param turn id of this run, which distinguishes it from a repetition that took over
   */
  constructor(
    readonly id: string,
    readonly turn: string,
  ) {}

  /**
   * Records in the transaction of the write that the request was executed, so that it is executed only once, even if
   * its response is lost.
   * @param made the kinds and ids of the changed resources
   * @throws IDEMPOTENCY_KEY_RUNNING if a repetition took over, because this request took too long
   */
  async recordIn(write: SqlRunner, made: readonly string[], showsSecret: boolean): Promise<void> {
    const noted = await write.query(
      `update idempotency_keys set written = true, made = (made || $3::text[])[1:${NAMED_MAX}] where id = $1::text and turn = $2::uuid returning id`,
      [this.id, this.turn, [...made]],
    );
    if (noted.length === 0)
      throw new AppError(
        'IDEMPOTENCY_KEY_RUNNING',
        'Another request with this Idempotency-Key has taken over. Try again in a moment.',
        {
          retryAfter: 1,
        },
      );
    this.showsSecret ||= showsSecret;
  }
}
