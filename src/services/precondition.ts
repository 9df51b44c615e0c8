import type { SqlRunner } from '../db/database.js';
import { AppError } from '../errors/app-error.js';

/** That what a request changes did not change since the revision at which its caller saw it. */
export class Precondition {
  /** @param revisions those that the caller names; it is enough where one of them holds */
  constructor(private readonly revisions: readonly number[]) {}

  /**
   * Looks in the transaction that changes it, so that nobody else can in between. Where nothing changes nothing is
   * lost.
   * @param changed what the transaction is about, first, with all that changes beside it
   * @throws PRECONDITION_FAILED
   */
  async assertIn(
    write: SqlRunner,
    [changed]: readonly { readonly kind: string; readonly id: string }[],
  ): Promise<void> {
    if (!changed) return;
    const { kind, id } = changed;
    const [last] = await write.query<{ place: number }>(
      'select coalesce(max(id), 0)::float8 as place from changes where kind = $1::text and subject_id = $2::text and not counter',
      [kind, id],
    );
    if (!this.revisions.some((revision) => revision >= last!.place))
      throw new AppError('PRECONDITION_FAILED', 'It has changed since you read it; read it again.');
  }
}
