import type { Database } from '../db/database.js';
import type { Settings } from '../settings.js';
import type { ArchiveStore } from '../storage/archive-store.js';
import { releaseNodes, releasePublishers } from './unused-ids.js';
import type { Writer } from './write.js';

/** Tables whose rows expire at the time in `expires_at`. */
const EXPIRING = ['sessions', 'sign_ins', 'used_sign_in_links'] as const;
const BATCH = 1000;
/** Limit of batches of each kind in one run. The next run continues. */
const BATCHES_MAX = 100;
const SYSTEM = { viewer: { kind: 'system', name: 'retention' }, requestId: 'retention', address: '' } as const;

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

/** Deletes expired data, in transactions of limited size. */
export class RetentionService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly store: ArchiveStore,
    private readonly settings: Settings,
  ) {}

  /** Deletes all expired data. Idempotent; several processes may run it at the same time. */
  async sweep(): Promise<void> {
    await this.#repeat(() => this.#deleteDetails());
    await this.#repeat(() => this.#deleteChanges());
    await this.#repeat(() => this.#deleteVideoTasks());
    for (const table of EXPIRING) await this.#repeat(() => this.#deleteExpired(table));
    const before = daysAgo(this.settings.RETENTION_UNUSED_IDS_DAYS);
    await this.#repeat(async () => {
      const { handled, archiveKeys } = await this.writer.run(SYSTEM, (write) => releaseNodes(write, before));
      // Files are removed after the commit, so that no row refers to a missing file. After a crash in between,
      // unreferenced files remain.
      for (const key of archiveKeys) await this.store.remove(key);
      return handled;
    });
    await this.#repeat(() => this.writer.run(SYSTEM, (write) => releasePublishers(write, before)));
  }

  async #repeat(batch: () => Promise<number>): Promise<void> {
    for (let count = 0; count < BATCHES_MAX; count++) if ((await batch()) === 0) return;
  }

  /** Removes the values before and after from old audit rows. The rows stay. */
  async #deleteDetails(): Promise<number> {
    return this.database.transaction(async ({ query }) => {
      // Ids ascend with time, so rows up to the stored id, which earlier runs have updated, need not be read again.
      const [done] = await query<{ id: string }>(
        `insert into meta (name, value) values ('audit_details_until', '0')
         on conflict (name) do update set value = meta.value returning value as id`,
      );
      const rows = await query<{ id: string }>(
        `with oldest as (select id, at from audit_log where id > $1::bigint order by id limit ${BATCH})
         update audit_log a set before = null, after = null from oldest o where a.id = o.id and o.at < $2::timestamptz
         returning a.id::text as id`,
        [done!.id, daysAgo(this.settings.RETENTION_AUDIT_DETAIL_DAYS)],
      );
      const last = Math.max(0, ...rows.map(({ id }) => Number(id)));
      if (last > 0) await query(`update meta set value = $1 where name = 'audit_details_until'`, [String(last)]);
      return rows.length;
    });
  }

  /** Deletes old change rows, but never the last one, whose id is the revision. */
  async #deleteChanges(): Promise<number> {
    return this.database.transaction(async ({ query }) => {
      const rows = await query<{ id: string }>(
        `with oldest as (select id, at from changes where id < (select max(id) from changes) order by id limit ${BATCH})
         delete from changes c using oldest o where c.id = o.id and o.at < $1::timestamptz returning c.id::text as id`,
        [daysAgo(this.settings.RETENTION_CHANGES_DAYS)],
      );
      const last = Math.max(0, ...rows.map(({ id }) => Number(id)));
      if (last > 0)
        await query(
          `insert into meta (name, value) values ('changes_deleted_until', $1)
           on conflict (name) do update set value = greatest(meta.value::bigint, excluded.value::bigint)::text`,
          [String(last)],
        );
      return rows.length;
    });
  }

  async #deleteExpired(table: (typeof EXPIRING)[number]): Promise<number> {
    return this.database.transaction(async ({ query }) => {
      const rows = await query(
        `delete from ${table} where hash in (select hash from ${table} where expires_at < now() order by expires_at limit ${BATCH}) returning 1`,
      );
      return rows.length;
    });
  }

  async #deleteVideoTasks(): Promise<number> {
    return this.database.transaction(async ({ query }) => {
      const rows = await query(
        `delete from video_tasks where id in (select id from video_tasks where created_at < $1::timestamptz order by created_at limit ${BATCH})
         returning id`,
        [daysAgo(this.settings.RETENTION_VIDEO_TASKS_DAYS)],
      );
      return rows.length;
    });
  }
}
