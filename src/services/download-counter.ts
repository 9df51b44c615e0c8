import type { Writer } from './write.js';

const FLUSH_EVERY_MS = 3000;
const SYSTEM = { viewer: { kind: 'system', name: 'downloads' }, requestId: 'downloads', address: '' } as const;

/**
 * Counts downloads in the process and writes them down together every few seconds, so that a much wanted node's row is
 * no bottleneck. What was counted since is lost when the process is killed, and only then.
 */
export class DownloadCounter {
  #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly writer: Writer,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Counts one download of a version. */
  count(versionId: string): void {
    this.#counts.set(versionId, (this.#counts.get(versionId) ?? 0) + 1);
    this.#timer ??= setTimeout(() => void this.flush().catch(this.onError), FLUSH_EVERY_MS).unref();
  }

  /** Writes down what was counted; one transaction, whatever the number. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = this.#counts;
    if (counts.size === 0) return this.#flushing;
    this.#counts = new Map();
    this.#flushing = this.#write(counts).catch((error: unknown) => {
      // Not lost: the next flush takes them along.
      for (const [id, count] of counts) this.#counts.set(id, (this.#counts.get(id) ?? 0) + count);
      this.#timer ??= setTimeout(() => void this.flush().catch(this.onError), FLUSH_EVERY_MS).unref();
      throw error;
    });
    return this.#flushing;
  }

  async #write(counts: ReadonlyMap<string, number>): Promise<void> {
    // In one order everywhere, so that two processes wait for each other, not in a circle.
    const ids = [...counts.keys()].sort();
    await this.writer.run(SYSTEM, async (write) => {
      await write.query(
        `insert into download_counts (version_id, day, downloads) select id, ($3::timestamptz at time zone 'UTC')::date, count from unnest($1::uuid[], $2::int[]) as r(id, count) order by id
         on conflict (version_id, day) do update set downloads = download_counts.downloads + excluded.downloads`,
        [ids, ids.map((id) => counts.get(id)!), write.at.toISOString()],
      );
      const nodes = await write.query<{ id: string }>(
        `update nodes n set downloads = n.downloads + s.count
         from (select v.node_id, sum(r.count)::int as count from unnest($1::uuid[], $2::int[]) as r(id, count) join node_versions v on v.id = r.id group by v.node_id order by v.node_id) s
         where n.id = s.node_id returning n.id`,
        [ids, ids.map((id) => counts.get(id)!)],
      );
      for (const { id } of nodes) write.changed({ kind: 'node', id, change: 'updated', counter: true });
    });
  }
}
