import type { SqlRunner } from '../db/database.js';
import { AppError } from '../errors/app-error.js';

/** Things that are named to whoever asks for an answer that was not kept. */
const NAMED_MAX = 10;

/** A request that carries an Idempotency-Key, from when it was begun until its answer is kept. */
export class IdempotentRequest {
  /** Whether its answer holds what is shown once. */
  showsSecret = false;

  /**
   * @param id names caller, method, path and key
   * @param turn tells this run of it from one that took it over
   */
  constructor(
    readonly id: string,
    readonly turn: string,
  ) {}

  /**
   * Notes in the transaction of a write that it happened, so that it happens once whatever becomes of the answer.
   * @param made the kinds and ids of what it is about
   * @throws IDEMPOTENCY_KEY_RUNNING where another run took it over, because this one took too long
   */
  async noteIn(write: SqlRunner, made: readonly string[], showsSecret: boolean): Promise<void> {
    const noted = await write.query(
      `update idempotency_keys set written = true, made = (made || $3::text[])[1:${NAMED_MAX}] where id = $1::text and turn = $2::uuid returning id`,
      [this.id, this.turn, [...made]],
    );
    if (noted.length === 0)
      throw new AppError('IDEMPOTENCY_KEY_RUNNING', 'Another request with this Idempotency-Key has taken over.', {
        retryAfter: 1,
      });
    this.showsSecret ||= showsSecret;
  }
}
