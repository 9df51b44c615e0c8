import type { SqlRunner } from '../db/database.js';
import { AppError } from '../errors/app-error.js';

/** The condition that a resource has not changed since the caller read it. */
export class Precondition {
  /** @param revisions revisions that the caller accepts; one of them must match */
  constructor(private readonly revisions: readonly number[]) {}

  /**
   * Checks the condition in the transaction of the write, so that no other write can change the resource in between. A
   * write without changes always passes.
   * @param changed the first change of the write, which is the one of the requested resource
   * @throws PRECONDITION_FAILED
   */
  async assertIn(
    write: SqlRunner,
    [changed]: readonly { readonly kind: string; readonly id: string }[],
  ): Promise<void> {
    if (!changed) return;
    const { kind, id } = changed;
    const [last] = await write.query<{ position: number }>(
      'select coalesce(max(id), 0)::float8 as position from changes where kind = $1::text and subject_id = $2::text and not counter',
      [kind, id],
    );
    if (!this.revisions.some((revision) => revision >= last!.position))
      throw new AppError('PRECONDITION_FAILED', 'The resource has changed since you read it. Read it again.');
  }
}
