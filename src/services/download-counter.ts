import { createHash } from 'node:crypto';
import { networkOf } from '../values/network.js';
import type { Write, Writer } from './write.js';

const FLUSH_EVERY_MS = 3000;
/**
 * Limit of this day's marks that a process caches. The database has all marks. A mark is a hash of day, version and
 * address.
 */
const MARKS_MAX = 100_000;
const SYSTEM = { viewer: { kind: 'system', name: 'downloads' }, requestId: 'downloads', address: '' } as const;

const today = (): string => new Date().toISOString().slice(0, 10);

/**
 * Counts downloads, at most one per network address, version and day (UTC). Buffers counts and writes them in one
 * transaction every few seconds, so that the row of a popular node does not become a bottleneck. Buffered counts are
 * lost only if the process is killed. Addresses are stored as hashes, for one day.
 */
export class DownloadCounter {
  /** Marks that are not written yet, each with its version. */
  #pending = new Map<string, string>();
  #seen = new Set<string>();
  #day = '';
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly writer: Writer,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Counts a download of a version, unless this address downloaded it on this day. */
  count(versionId: string, address: string): void {
    const day = today();
    if (day !== this.#day || this.#seen.size >= MARKS_MAX) this.#seen.clear();
    this.#day = day;
    const mark = createHash('sha256')
      .update(`${day} ${versionId} ${networkOf(address)}`)
      .digest('base64url');
    if (this.#seen.has(mark)) return;
    this.#seen.add(mark);
    this.#pending.set(mark, versionId);
    this.#flushLater();
  }

  /** Writes all buffered counts in one transaction. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.catch(() => undefined).then(() => this.#flushPending());
    return this.#flushing;
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(() => void this.flush().catch(this.onError), FLUSH_EVERY_MS).unref();
  }

  async #flushPending(): Promise<void> {
    const pending = this.#pending;
    if (pending.size === 0) return;
    this.#pending = new Map();
    try {
      await this.writer.run(SYSTEM, (write) => countNew(write, pending));
    } catch (error) {
      // Put back, so that the next flush writes them.
      for (const [mark, id] of pending) this.#pending.set(mark, id);
      this.#flushLater();
      throw error;
    }
  }
}

/** Stores the marks, and counts those that no process has stored on this day. */
async function countNew(write: Write, pending: ReadonlyMap<string, string>): Promise<void> {
  const day = write.at.toISOString().slice(0, 10);
  await write.query('delete from download_marks where day < $1::date', [day]);
  // All processes lock rows in the same order, which prevents deadlocks.
  const added = await write.query<{ mark: string }>(
    `insert into download_marks (mark, day) select mark, $2::date from unnest($1::text[]) as r(mark) order by mark
     on conflict do nothing returning mark`,
    [[...pending.keys()], day],
  );
  const counts = new Map<string, number>();
  for (const { mark } of added) {
    const id = pending.get(mark)!;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const ids = [...counts.keys()].sort();
  if (ids.length === 0) return;
  const values = ids.map((id) => counts.get(id)!);
  await write.query(
    `insert into download_counts (version_id, day, downloads) select id, $3::date, count from unnest($1::uuid[], $2::int[]) as r(id, count) order by id
     on conflict (version_id, day) do update set downloads = download_counts.downloads + excluded.downloads`,
    [ids, values, day],
  );
  const nodes = await write.query<{ id: string }>(
    `update nodes n set downloads = n.downloads + s.count
     from (select v.node_id, sum(r.count)::int as count from unnest($1::uuid[], $2::int[]) as r(id, count) join node_versions v on v.id = r.id group by v.node_id order by v.node_id) s
     where n.id = s.node_id returning n.id`,
    [ids, values],
  );
  for (const { id } of nodes) write.changed({ kind: 'node', id, change: 'updated', counter: true });
}
