import type { ListRunner } from '../db/database.js';
import { foldNodeId } from '../values/node-id.js';
import { rangeHolds } from '../values/semver.js';
import { hostVersionOf, nodeConditions, type NodeFilter } from './node-filter.js';
import { BEST_MATCH_FIRST, MOST_POPULAR_FIRST, nodeOrder, type SortKey } from './node-order.js';
import { isSelected, type NodeParts, type NodeSelection } from './node-shape.js';
import type { Ordinals } from './ordinals.js';
import { EMPTY_SLICE, type Listing } from './records.js';
import { nodeReader, publisherReader, type Row, versionReader } from './rows.js';
import { idPage, likeLiteral, Parameters } from './sql.js';
import type { VersionLists } from './version-lists.js';
import { EXISTING_PUBLISHER } from './visibility.js';
import type { SearchRanks } from './word-index.js';

/** The filter and the order of a list of nodes, and the requested page. */
export interface NodeListQuestion {
  readonly filter: NodeFilter;
  readonly sort: readonly SortKey[];
  readonly page: number;
  readonly limit: number;
}

/** The question of a search. A node must meet the filter and all given search conditions. */
export interface NodeSearchQuestion extends NodeListQuestion {
  readonly search?: string;
  readonly repositoryUrl?: string;
  readonly coreNode?: string;
}

/** The number of Active nodes. Each write that changes the number updates this row. */
const STORED_TOTAL = `(select value::int from meta where name = 'active_nodes')`;

/** True if a filter matches all Active nodes and no others. */
const isPlain = (filter: NodeFilter): boolean =>
  Object.values(filter).every((value) => value === undefined || value === false);

/** The columns of `nodes n` in an ORDER BY. */
const columnsIn = (order: string): string[] => [...new Set(order.match(/\bn\.(?!best)\w+/g))];

/** Reads pages of node ids with one statement each. */
export class NodeLists {
  constructor(
    private readonly database: ListRunner,
    private readonly ordinals: Ordinals,
    private readonly versionLists: VersionLists,
    private readonly publicUrl: string,
  ) {}

  /** Endpoint 1: the nodes that match a filter; the oldest first if no order is given. */
  async list(question: NodeListQuestion): Promise<Listing<string>> {
    const parameters = new Parameters();
    const { filter, sort } = question;
    const from = `nodes n where ${(await this.#conditions(filter, parameters)).join(' and ')}`;
    const total = isPlain(filter) ? STORED_TOTAL : undefined;
    return idPage(this.database, { id: 'n.id', from, order: nodeOrder(sort) }, question, parameters, total);
  }

  /** The same list with the selected parts of the nodes, in one statement. For processes that cache nothing. */
  async listParts(question: NodeListQuestion, selection: NodeSelection): Promise<Listing<NodeParts>> {
    const parameters = new Parameters();
    const conditions = (await this.#conditions(question.filter, parameters)).join(' and ');
    const order = nodeOrder(question.sort);
    const total = isPlain(question.filter) ? STORED_TOTAL : `(select count(*)::int from nodes n where ${conditions})`;
    // A literal, because the query plan depends on the number of rows, and is made once for each statement text.
    const take = Math.trunc(question.limit);
    const skip = parameters.add((question.page - 1) * question.limit, 'bigint');
    const node = nodeReader(selection.node);
    const publisher = isSelected(selection.publisher) ? publisherReader(selection.publisher) : undefined;
    const latest = isSelected(selection.latest) ? versionReader(this.publicUrl, selection.latest) : undefined;
    const versions = selection.versions && this.versionLists.sliceOf('n.id', selection.versions, parameters);
    const rows = await this.database.lists(
      `with counted as (select ${total} as total),
            paged as (select n.id from nodes n where ${conditions} order by ${order} limit ${take} offset ${skip})
       select counted.total, case when n.id is not null then json_build_array(${node.json},
         ${publisher ? `case when p.id is not null then ${publisher.json} end` : 'null'},
         ${latest ? `case when v.id is not null then ${latest.json} end` : 'null'}, ${versions ? versions.json : 'null'})::text end
       from counted left join paged on true left join nodes n on n.id = paged.id
         ${publisher ? `left join publishers p on p.id = n.publisher_id and ${EXISTING_PUBLISHER.sql('p')}` : ''}
         ${latest ? 'left join node_versions v on v.id = n.latest_version_id' : ''}
       order by ${order}`,
      parameters.values,
    );
    const items = rows
      .filter(([, json]) => json !== null)
      .map(([, json]) => {
        const [own, owner, newest, slice] = JSON.parse(json as string) as [Row, Row | null, Row | null, Row[] | null];
        return {
          node: node.record(own),
          publisher: publisher && owner ? publisher.record(owner) : undefined,
          latest: latest && newest ? latest.record(newest) : undefined,
          versions: versions ? versions.read(slice) : EMPTY_SLICE,
        };
      });
    return { items, total: rows[0]![0] as number };
  }

  /**
   * Endpoint 2: nodes by keyword, repository and core-node name; the best match first if no order is given.
   * @param ranks the nodes that match the words of the search; `undefined` if it has none
   */
  async search(question: NodeSearchQuestion, ranks: SearchRanks | undefined): Promise<Listing<string>> {
    // The database lower-cases both sides of a comparison, because lower-casing depends on its locale.
    const parameters = new Parameters();
    const conditions = await this.#conditions(question.filter, parameters);
    const best: string[] = [];
    // The database rejects a parameter that the statement does not use. So the parameters of the best-match order are
    // added only if the list is in that order.
    const byMatch = question.sort.length === 0;
    let from = 'nodes n';

    if (question.repositoryUrl) {
      conditions.push(
        `lower(n.repository) like lower(${parameters.add(`%${likeLiteral(question.repositoryUrl)}%`, 'text')})`,
      );
    }
    if (question.coreNode) {
      const pattern = parameters.add(`%${likeLiteral(question.coreNode)}%`, 'text');
      conditions.push(
        `n.core_nodes_version_id in (select c.version_id from core_nodes c where lower(c.name) like lower(${pattern}))`,
      );
      if (byMatch)
        best.push(
          `case when exists (select 1 from core_nodes c where c.version_id = n.core_nodes_version_id and lower(c.name) = lower(${parameters.add(question.coreNode, 'text')})) then 0 else 1 end`,
        );
    }
    if (ranks) {
      const found = [...ranks.keys()].filter((ordinal) => ranks[ordinal] !== 0);
      const ids = parameters.add(
        found.map((ordinal) => this.ordinals.foldedId(ordinal)),
        'text[]',
      );
      const rankOfEach = parameters.add(
        found.map((ordinal) => ranks[ordinal]!),
        'int[]',
      );
      from = `nodes n join unnest(${ids}, ${rankOfEach}) as s(folded_id, rank) on s.folded_id = n.folded_id`;
      const text = question.search!.trim();
      if (byMatch)
        best.push(
          `case when n.folded_id = ${parameters.add(foldNodeId(text), 'text')} or lower(n.name) = lower(${parameters.add(text, 'text')}) then 0 else s.rank end`,
        );
    }
    const byPreference = ranks || question.coreNode ? BEST_MATCH_FIRST : MOST_POPULAR_FIRST;
    const order = byMatch
      ? [...best.map((_, at) => `n.best${at}`), nodeOrder(byPreference)].join(', ')
      : nodeOrder(question.sort);
    // Materialized, so that the rows are searched once for the page and the total: a common word can match most nodes.
    const found = `select ${[...columnsIn(order), ...best.map((rank, at) => `${rank} as best${at}`)].join(', ')} from ${from} where ${conditions.join(' and ')}`;
    const list = { id: 'n.id', from: 'found n', order, preface: `with found as materialized (${found})` };
    return idPage(this.database, list, question, parameters);
  }

  async #conditions(filter: NodeFilter, parameters: Parameters): Promise<string[]> {
    const version = hostVersionOf(filter);
    if (version === undefined) return nodeConditions(filter, undefined, parameters);
    const rows = await this.database.query<{ range: string }>(
      `select distinct v.supported_coreui_version as range from nodes n join node_versions v on v.id = n.latest_version_id where v.supported_coreui_version <> ''`,
    );
    const ranges = rows.map(({ range }) => range).filter((range) => rangeHolds(range, version));
    return nodeConditions(filter, ranges, parameters);
  }
}
