import { setImmediate } from 'node:timers/promises';
import type { ListRunner } from '../db/database.js';
import { foldNodeId } from '../values/node-id.js';
import { rangeHolds } from '../values/semver.js';
import { forgivenTypos, searchWords } from '../values/words.js';
import type { Dictionary } from './dictionary.js';
import { hostVersionOf, nodeConditions, type NodeFilter } from './node-filter.js';
import { nodeOrder, type SortKey } from './node-order.js';
import { isSelected, type NodeParts, type NodeSelection } from './node-shape.js';
import { nodeReader, publisherReader, versionReader } from './rows.js';
import { likeLiteral, Parameters } from './sql.js';
import { NO_VERSIONS, type VersionLists } from './version-lists.js';
import { EXISTING_PUBLISHER } from './visibility.js';

/** Which nodes, in what order, and which page of them. */
export interface NodeListQuestion {
  readonly filter: NodeFilter;
  readonly sort: readonly SortKey[];
  readonly page: number;
  readonly limit: number;
}

/** The conditions of a search in addition to those of a list; all given ones must be met. */
export interface NodeSearchQuestion extends NodeListQuestion {
  readonly search?: string;
  readonly repositoryUrl?: string;
  readonly coreNode?: string;
}

/** The parts of the nodes of a page, and the size of the whole list. */
export interface PartsPage {
  readonly parts: readonly NodeParts[];
  readonly total: number;
}

/** A page of ids and the size of the whole list. */
export interface IdPage {
  readonly ids: readonly string[];
  readonly total: number;
}

/** The number of Active nodes, which every write that changes it stores. */
const STORED_TOTAL = `(select value::int from meta where name = 'active_nodes')`;

/** Whether a filter leaves all Active nodes. */
const isPlain = (filter: NodeFilter): boolean =>
  Object.values(filter).every((value) => value === undefined || value === false);

/** The columns of nodes that an order is of. */
const columnsIn = (order: string): string[] => [...new Set(order.match(/\bn\.(?!best)\w+/g))];

/** The words of a search; each may be met by any of its spellings. */
interface SearchTerm {
  readonly word: string;
  readonly spellings: readonly string[];
}

type SearchTerms = readonly SearchTerm[];

/** Who mistypes more words than this is looking for something else. */
const MISTYPED_MAX = 5;
/** A search that finds no more may have been mistyped as others have mistyped it, … */
const FEW = 5;
/** … if what its neighbours in the dictionary find is so many times as much. */
const MANY_TIMES = 10;

/** Finds pages of node ids, one statement a list; a search that may contain a typo takes one or two more. */
export class NodeLists {
  constructor(
    private readonly database: ListRunner,
    private readonly dictionary: Dictionary,
    private readonly versionLists: VersionLists,
    private readonly publicUrl: string,
  ) {}

  /** Endpoint 1: nodes by filter; by age where no order is asked. */
  async list(question: NodeListQuestion): Promise<IdPage> {
    const parameters = new Parameters();
    const conditions = nodeConditions(question.filter, await this.#ranges(question.filter), parameters);
    const order = nodeOrder(question.sort);
    const from = `nodes n where ${conditions.join(' and ')}`;
    return this.#page('', from, order, question, parameters, isPlain(question.filter) ? STORED_TOTAL : undefined);
  }

  /** The same as `list`, with the selected parts of the nodes: one statement, for processes that cache nothing. */
  async listParts(question: NodeListQuestion, selection: NodeSelection): Promise<PartsPage> {
    const parameters = new Parameters();
    const conditions = nodeConditions(question.filter, await this.#ranges(question.filter), parameters).join(' and ');
    const order = nodeOrder(question.sort);
    const total = isPlain(question.filter) ? STORED_TOTAL : `(select count(*)::int from nodes n where ${conditions})`;
    // A literal: the plan depends on how many rows there will be, and is made once for each text.
    const take = Math.trunc(question.limit);
    const skip = parameters.add((question.page - 1) * question.limit, 'bigint');
    const node = nodeReader(selection.node);
    const publisher = isSelected(selection.publisher) ? publisherReader(selection.publisher) : undefined;
    const latest = isSelected(selection.latest) ? versionReader(this.publicUrl, selection.latest) : undefined;
    const versions = selection.versions && this.versionLists.sliceOf('n.id', selection.versions, parameters);
    const rows = await this.database.lists(
      `with counted as (select ${total} as total),
            paged as (select n.id from nodes n where ${conditions} order by ${order} limit ${take} offset ${skip})
       select counted.total, case when n.id is not null then ${node.json}::text end,
         ${publisher ? `case when p.id is not null then ${publisher.json}::text end` : 'null'},
         ${latest ? `case when v.id is not null then ${latest.json}::text end` : 'null'}, ${versions ? versions.json : 'null'}
       from counted left join paged on true left join nodes n on n.id = paged.id
         ${publisher ? `left join publishers p on p.id = n.publisher_id and ${EXISTING_PUBLISHER.sql('p')}` : ''}
         ${latest ? 'left join node_versions v on v.id = n.latest_version_id' : ''}
       order by ${order}`,
      parameters.values,
    );
    const parts = rows
      .filter(([, record]) => record !== null)
      .map(([, record, owner, newest, slice]) => ({
        node: node.record(record),
        publisher: publisher && owner !== null ? publisher.record(owner) : undefined,
        latest: latest && newest !== null ? latest.record(newest) : undefined,
        versions: versions ? versions.read(slice) : NO_VERSIONS,
      }));
    return { parts, total: rows[0]![0] as number };
  }

  /** Endpoint 2: nodes by keyword, repository and core-node name; best match first where no order is asked. */
  async search(question: NodeSearchQuestion): Promise<IdPage> {
    const words = question.search === undefined ? [] : [...new Set(searchWords(question.search))].slice(0, 20);
    if (question.search !== undefined && question.search.trim() !== '' && words.length === 0)
      return { ids: [], total: 0 };
    const ranges = await this.#ranges(question.filter);
    if (words.length === 0) return this.#searchFor(question, [], ranges);

    await this.dictionary.refresh();
    const unknown = words.filter((word) => forgivenTypos(word.length) > 0 && !this.dictionary.begins(word));
    if (unknown.length > MISTYPED_MAX) return { ids: [], total: 0 };
    const found = await this.#searchFor(question, await this.#terms(words, unknown), ranges);
    if (found.total > FEW || unknown.length === words.length || words.length > MISTYPED_MAX) return found;
    // A typo can be a word of the catalogue, too, because authors make the same ones.
    const others = await this.#searchFor(question, await this.#terms(words, words), ranges);
    return others.total >= Math.max(1, found.total * MANY_TIMES) ? others : found;
  }

  async #terms(words: readonly string[], mistyped: readonly string[]): Promise<SearchTerms> {
    const terms: SearchTerm[] = [];
    for (const word of words) {
      const isMistyped = mistyped.includes(word);
      // Other requests run between two corrections, which take several milliseconds in a large dictionary.
      if (isMistyped) await setImmediate();
      terms.push({ word, spellings: isMistyped ? this.dictionary.spellings(word) : [] });
    }
    return terms;
  }

  // Both sides are lower-cased by the database: which letters it knows depends on its locale.
  #searchFor(question: NodeSearchQuestion, terms: SearchTerms, ranges: readonly string[] | undefined): Promise<IdPage> {
    const parameters = new Parameters();
    const conditions = nodeConditions(question.filter, ranges, parameters);
    const best: string[] = [];
    // A parameter that no part of the statement uses has no type, so the parameters of the best-match order are left
    // out if another order is asked for.
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
    if (terms.length > 0) {
      from = 'nodes n join node_search s on s.node_id = n.id';
      const query = (render: (word: string) => string, spelled = false): string => {
        const groups = terms.map(
          ({ word, spellings: others }) => `(${[render(word), ...(spelled ? others : [])].join(' | ')})`,
        );
        return parameters.add(groups.join(' & '), 'tsquery');
      };
      conditions.push(`s.words @@ ${query((word) => `${word}:*`, true)}`);
      const text = question.search!.trim();
      if (byMatch)
        best.push(`case when n.folded_id = ${parameters.add(foldNodeId(text), 'text')} or lower(n.name) = lower(${parameters.add(text, 'text')}) then 0
        when s.words @@ ${query((word) => `${word}:A`)} then 1
        when s.words @@ ${query((word) => `${word}:*A`)} then 2
        when s.words @@ ${query((word) => word)} then 3
        when s.words @@ ${query((word) => `${word}:*`)} then 4
        else 5 end`);
    }
    const ranked = terms.length > 0 || question.coreNode ? ['n.search_ranking nulls last'] : [];
    const order = !byMatch
      ? nodeOrder(question.sort)
      : [
          ...best.map((_, at) => `n.best${at}`),
          ...ranked,
          'n.downloads desc',
          'n.repo_host_stars desc',
          'n.id collate "C"',
        ].join(', ');
    // Rows are found once, for the page and for the total: a common word is in most of a large catalogue.
    const found = `select ${[...columnsIn(order), ...best.map((rank, at) => `${rank} as best${at}`)].join(', ')} from ${from} where ${conditions.join(' and ')}`;
    return this.#page(`with found as materialized (${found})`, 'found n', order, question, parameters);
  }

  async #page(
    preface: string,
    from: string,
    order: string,
    { page, limit }: NodeListQuestion,
    parameters: Parameters,
    total = `(select count(*)::int from ${from})`,
  ): Promise<IdPage> {
    const take = parameters.add(limit, 'int');
    const skip = parameters.add((page - 1) * limit, 'bigint');
    // Both in one statement, so that a page beyond the end still knows how many there are.
    const [row] = await this.database.query<{ ids: string[]; total: number }>(
      `${preface} select array(select n.id from ${from} order by ${order} limit ${take} offset ${skip}) as ids, ${total} as total`,
      parameters.values,
    );
    return { ids: row!.ids, total: row!.total };
  }

  /** The supported ranges, of all that latest versions name, that hold the asked host version. */
  async #ranges(filter: NodeFilter): Promise<readonly string[] | undefined> {
    const version = hostVersionOf(filter);
    if (version === undefined) return undefined;
    const rows = await this.database.query<{ range: string }>(
      `select distinct v.supported_coreui_version as range from nodes n join node_versions v on v.id = n.latest_version_id where v.supported_coreui_version <> ''`,
    );
    return rows.map((row) => row.range).filter((range) => rangeHolds(range, version));
  }
}
