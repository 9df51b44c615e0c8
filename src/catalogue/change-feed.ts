import type { SqlRunner } from '../db/database.js';
import { AppError, invalidInput } from '../errors/app-error.js';
import { decodeCursor, encodeCursor } from '../values/cursor.js';
import type { ChangeRow, Revision } from './revision.js';
import { isoTime } from '../values/iso-time.js';

/** A committed change of the public catalogue. */
export interface ChangeRecord {
  /** A place in the feed, to go on after. */
  readonly cursor: string;
  readonly kind: ChangeRow['kind'];
  /** The id of the thing: of a version its UUID, of its core-nodes the version's, of a translation its node's. */
  readonly id: string;
  /** The node it belongs to, where it is not one itself. */
  readonly nodeId: string | null;
  readonly change: 'created' | 'updated' | 'status' | 'deleted';
  /** The status that a change of status led to; `null` for other changes. */
  readonly status: string | null;
  readonly at: string;
}

/** A stretch of the feed. */
export interface ChangeSlice {
  readonly changes: readonly ChangeRecord[];
  /** Where to go on: after the last of these, or where the caller stands already. */
  readonly next: string;
  /** Whether there is more already. */
  readonly more: boolean;
}

/** The cursor of the feed of a database after a change, or at a revision. */
export const cursorOf = (databaseId: string, place: number): string =>
  encodeCursor(databaseId.slice(0, 8), String(place));

/**
 * Everything that changed, in the order it was committed: the ids of `changes` ascend in commit order, so a reader who
 * has seen one has seen all before it. Counters that move all the time are not in it.
 */
export class ChangeFeed {
  constructor(
    private readonly database: SqlRunner,
    private readonly revision: Revision,
    private readonly publicUrl: string,
  ) {}

  /**
   * The first changes after a place; from the beginning where none is given.
   * @throws INVALID_INPUT for a cursor that is not of this database, CURSOR_EXPIRED if changes after it were deleted
   */
  async read(since: string | undefined, limit: number): Promise<ChangeSlice> {
    const after = since === undefined ? 0 : this.place(since);
    if (since !== undefined) await this.assertComplete(after);
    const { changes, more } = await this.after(this.database, after, limit);
    return { changes, next: changes.at(-1)?.cursor ?? since ?? this.cursor(after), more };
  }

  /**
   * Changes are deleted some time after they were made; a reader who has not seen them begins with the snapshot.
   * @throws CURSOR_EXPIRED if changes after a place were deleted
   */
  async assertComplete(place: number): Promise<void> {
    const rows = await this.database.query(
      `select 1 from meta where name = 'changes_deleted_until' and value::bigint > $1::bigint`,
      [place],
    );
    if (rows.length > 0)
      throw new AppError(
        'CURSOR_EXPIRED',
        `Changes after this cursor were deleted, because they are too old. Load ${this.publicUrl}/snapshot.ndjson.gz, and continue from the cursor in its first line.`,
      );
  }

  /** The first changes after a place, of one publisher where one is named. */
  async after(
    runner: SqlRunner,
    place: number,
    limit: number,
    publisherId?: string | null,
  ): Promise<{ changes: ChangeRecord[]; more: boolean; place: number }> {
    const rows = await runner.query<Omit<ChangeRecord, 'cursor' | 'id'> & { place: number; subject: string }>(
      `select id::float8 as place, kind, subject_id as subject, node_id as "nodeId", change, status, at from changes
       where id > $1::bigint and not counter ${publisherId ? 'and publisher_id = $3::text' : ''} order by changes.id limit $2::int`,
      [place, limit + 1, ...(publisherId ? [publisherId] : [])],
    );
    const changes = rows
      .slice(0, limit)
      .map(({ place: own, subject, kind, nodeId, change, status, at }): ChangeRecord => ({
        cursor: this.cursor(own),
        kind,
        id: subject,
        nodeId,
        change,
        status,
        at: isoTime(at),
      }));
    return { changes, more: rows.length > limit, place: rows[changes.length - 1]?.place ?? place };
  }

  /** True if there are changes after a place. */
  async hasChanged(place: number): Promise<boolean> {
    const rows = await this.database.query('select 1 from changes where id > $1::bigint and not counter limit 1', [
      place,
    ]);
    return rows.length > 0;
  }

  /** The cursor of a place. */
  cursor(place: number): string {
    return cursorOf(this.revision.databaseId, place);
  }

  /**
   * The place of a cursor.
   * @throws INVALID_INPUT for a cursor that is not of this database
   */
  place(cursor: string): number {
    const [database, place] = decodeCursor(cursor, 2, 'since');
    if (database !== this.revision.databaseId.slice(0, 8) || !/^\d{1,15}$/.test(place!))
      throw invalidInput(['since: is not a cursor of this registry’s database; begin without one']);
    return Number(place);
  }
}
