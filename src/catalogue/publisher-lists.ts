import type { SqlRunner } from '../db/database.js';
import { NestedList, type NestedListCache } from './nested-list.js';
import { EMPTY_SLICE, type Listing, type Slice, sliceOf } from './records.js';
import { idPage, likeLiteral, Parameters } from './sql.js';
import { LISTED_PUBLISHER, PUBLIC_NODE } from './visibility.js';

/** Reads lists of publisher ids, and of the node ids of publishers. */
export class PublisherLists {
  constructor(
    private readonly database: SqlRunner,
    private readonly ofPublishers: NestedListCache,
  ) {}

  /**
   * A page of publisher ids, in order. The reserved publisher of unclaimed nodes is left out.
   * @param name part of the id or the name of the publishers, ignoring case
   */
  list(page: number, limit: number, name?: string): Promise<Listing<string>> {
    const parameters = new Parameters();
    const part = name === undefined ? undefined : parameters.add(`%${likeLiteral(name)}%`, 'text');
    const from = `publishers p where ${LISTED_PUBLISHER.sql('p')}${part ? ` and (p.id ilike ${part} or p.name ilike ${part})` : ''}`;
    return idPage(this.database, { id: 'p.id', from, order: 'p.id collate "C"' }, { page, limit }, parameters);
  }

  /** The ids of the first Active nodes of each publisher, after the id `after`. */
  nodeSlices(first: number, after: string | undefined): NestedList<Slice<string>> {
    return new NestedList(this.ofPublishers, `nodes ${first} ${after ?? ''}`, EMPTY_SLICE, async (publisherIds) => {
      const rows = await this.database.query<{ publisher: string; id: string }>(
        `select asked.id as publisher, n.id from unnest($1::text[]) as asked(id)
         cross join lateral (
           select n.id from nodes n where n.publisher_id = asked.id and ${PUBLIC_NODE.sql('n')} and ($2::text is null or n.id collate "C" > $2::text)
           order by n.id collate "C" limit $3::int
         ) n order by n.id collate "C"`,
        [publisherIds, after ?? null, first + 1],
      );
      const found = Map.groupBy(rows, ({ publisher }) => publisher);
      return new Map(
        [...found].map(([owner, nodes]) => [
          owner,
          sliceOf(
            nodes.map(({ id }) => id),
            first,
          ),
        ]),
      );
    });
  }

  /** The number of Active nodes of each publisher. */
  nodeCounts(): NestedList<number> {
    return new NestedList(this.ofPublishers, 'node count', 0, async (publisherIds) => {
      const rows = await this.database.query<{ id: string; total: number }>(
        `select n.publisher_id as id, count(*)::int as total from nodes n where n.publisher_id = any($1::text[]) and ${PUBLIC_NODE.sql('n')} group by n.publisher_id`,
        [publisherIds],
      );
      return new Map(rows.map((row) => [row.id, row.total]));
    });
  }
}
