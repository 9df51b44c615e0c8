import type { SqlRunner } from '../db/database.js';
import type { Slice } from './records.js';

/** Finds publishers, and the nodes of publishers, as ids. */
export class PublisherLists {
  constructor(private readonly database: SqlRunner) {}

  /** A page of all publishers, by id. The reserved owner of unclaimed nodes is not one of them. */
  async list(page: number, limit: number): Promise<{ ids: string[]; total: number }> {
    const [row] = await this.database.query<{ ids: string[]; total: number }>(
      `select array(select id from publishers where deleted_at is null and id <> 'unclaimed' order by id collate "C" limit $1::int offset $2::bigint) as ids,
              (select count(*)::int from publishers where deleted_at is null and id <> 'unclaimed') as total`,
      [limit, (page - 1) * limit],
    );
    return row!;
  }

  /** The ids of the first Active nodes of each publisher after an id; one statement for all publishers. */
  async nodeSlices(
    publisherIds: readonly string[],
    first: number,
    after: string | undefined,
  ): Promise<Map<string, Slice<string>>> {
    const rows = await this.database.query<{ publisher: string; id: string }>(
      `select asked.id as publisher, n.id from unnest($1::text[]) as asked(id)
       cross join lateral (
         select id from nodes where publisher_id = asked.id and status = 'NodeStatusActive' and ($2::text is null or id collate "C" > $2::text)
         order by id collate "C" limit $3::int
       ) n order by n.id collate "C"`,
      [publisherIds, after ?? null, first + 1],
    );
    const slices = new Map<string, string[]>(publisherIds.map((id) => [id, []]));
    for (const row of rows) slices.get(row.publisher)?.push(row.id);
    return new Map(
      [...slices].map(([id, items]) => [id, { items: items.slice(0, first), hasMore: items.length > first }]),
    );
  }

  /** How many Active nodes each publisher has; one statement for all publishers. */
  async nodeCounts(publisherIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.database.query<{ id: string; total: number }>(
      `select publisher_id as id, count(*)::int as total from nodes where publisher_id = any($1::text[]) and status = 'NodeStatusActive' group by publisher_id`,
      [publisherIds],
    );
    return new Map(rows.map((row) => [row.id, row.total]));
  }
}
