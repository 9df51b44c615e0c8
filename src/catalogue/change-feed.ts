import type { SqlRunner } from '../db/database.js';
import { AppError, invalidInput } from '../errors/app-error.js';
import { decodeCursor, encodeCursor } from '../values/cursor.js';
import type { ChangeRow, Revision } from './revision.js';
import { isoTime } from '../values/iso-time.js';

/** A committed change of the public catalogue. */
export interface ChangeRecord {
  /** Cursor of the change. A read with `since` set to it returns the changes after this one. */
  readonly cursor: string;
  readonly kind: ChangeRow['kind'];
  /**
   * Id of the changed record: the UUID of a version (also for its core-nodes), or the node id (also for a translation).
   */
  readonly id: string;
  /** Id of the node that the changed record belongs to, such as the node of a version. */
  readonly nodeId: string | null;
  readonly change: 'created' | 'updated' | 'status' | 'deleted';
  /** The new status if `change` is `status`; otherwise `null`. */
  readonly status: string | null;
  readonly at: string;
}

/** Consecutive changes of the feed. */
export interface ChangeSlice {
  readonly changes: readonly ChangeRecord[];
  /** Cursor for the next read: that of the last change, or the caller's own if there are no changes. */
  readonly next: string;
  /** The position of `next`. */
  readonly position: number;
  /** True if more changes were available. */
  readonly more: boolean;
}

/** The cursor of a position (a change id or a revision) in the feed of a database. */
export const cursorOf = (databaseId: string, position: number): string =>
  encodeCursor(databaseId.slice(0, 8), String(position));

/**
 * The feed of catalogue changes in commit order. The ids of `changes` ascend in commit order, so a reader who has seen
 * a change has seen all changes before it. A position is the id of a change. Frequent changes of counters,
 * such as downloads, are left out.
 */
export class ChangeFeed {
  constructor(
    private readonly database: SqlRunner,
    private readonly revision: Revision,
    private readonly publicUrl: string,
  ) {}

  /**
   * The first changes after a cursor, or from the beginning if `since` is absent.
   * @throws INVALID_INPUT for a cursor that is not of this database, CURSOR_EXPIRED if changes after it were deleted
   */
  async read(since: string | undefined, limit: number): Promise<ChangeSlice> {
    const after = since === undefined ? 0 : this.positionOf(since);
    if (since !== undefined) await this.assertComplete(after);
    return this.after(this.database, after, limit);
  }

  /**
   * Checks that no change after a position was deleted. Old changes are deleted; a reader who missed some must load the
   * snapshot.
   * @throws CURSOR_EXPIRED if changes after the position were deleted
   */
  async assertComplete(position: number): Promise<void> {
    const rows = await this.database.query(
      `select 1 from meta where name = 'changes_deleted_until' and value::bigint > $1::bigint`,
      [position],
    );
    if (rows.length > 0)
      throw new AppError(
        'CURSOR_EXPIRED',
        `Changes after this cursor were deleted, because they are too old. Load ${this.publicUrl}/snapshot.ndjson.gz, and continue from the cursor in its first line.`,
      );
  }

  /**
   * The first changes after a position.
   * @param publisherId leaves out the changes of other publishers
   */
  async after(runner: SqlRunner, position: number, limit: number, publisherId?: string | null): Promise<ChangeSlice> {
    const rows = await runner.query<Omit<ChangeRecord, 'cursor'> & { position: number }>(
      `select id::float8 as position, kind, subject_id as id, node_id as "nodeId", change, status, at from changes
       where id > $1::bigint and not counter ${publisherId ? 'and publisher_id = $3::text' : ''} order by changes.id limit $2::int`,
      [position, limit + 1, ...(publisherId ? [publisherId] : [])],
    );
    const found = rows.slice(0, limit);
    const last = found.at(-1)?.position ?? position;
    const changes = found.map(({ position: own, at, ...change }) => ({
      ...change,
      cursor: this.cursor(own),
      at: isoTime(at),
    }));
    return { changes, next: this.cursor(last), position: last, more: rows.length > limit };
  }

  /** True if there are changes after a position. */
  async hasChanged(position: number): Promise<boolean> {
    return (await this.after(this.database, position, 1)).changes.length > 0;
  }

  cursor(position: number): string {
    return cursorOf(this.revision.databaseId, position);
  }

  /**
   * The position of a cursor.
   * @throws INVALID_INPUT for a cursor that is not of this database
   */
  positionOf(cursor: string): number {
    const [database, position] = decodeCursor(cursor, 2, 'since');
    if (database !== this.revision.databaseId.slice(0, 8) || !/^\d{1,15}$/.test(position!))
      throw invalidInput(['since: is not a cursor of this registry’s database; omit it to begin without a cursor']);
    return Number(position);
  }
}
