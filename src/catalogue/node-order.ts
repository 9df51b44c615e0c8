import type { NodeFacts } from './node-facts.js';

type Value = string | number | null;

/** A column that lists are sorted by, for the database and for nodes in memory. Both must give the same order. */
interface OrderColumn<N = NodeFacts> {
  /** Text is sorted by code point, so that every database gives the same order. */
  readonly sql: string;
  readonly value: (node: N) => Value;
  readonly isNullable?: true;
}

/** The values of a node that decide between the providers of a core-node name. */
export type RankedNode = Pick<NodeFacts, 'id' | 'downloads' | 'repoHostStars' | 'searchRanking' | 'createdAt'>;

const RANK_COLUMNS = {
  id: { sql: 'n.id collate "C"', value: (node) => node.id },
  downloads: { sql: 'n.downloads', value: (node) => node.downloads },
  repo_host_stars: { sql: 'n.repo_host_stars', value: (node) => node.repoHostStars },
  search_ranking: { sql: 'n.search_ranking', value: (node) => node.searchRanking, isNullable: true },
  created_at: { sql: 'n.created_at', value: (node) => node.createdAt },
} satisfies Record<string, OrderColumn<RankedNode>>;

const COLUMNS = {
  ...RANK_COLUMNS,
  name: { sql: 'lower(n.name) collate "C"', value: (node) => node.name },
  author: { sql: 'lower(n.author) collate "C"', value: (node) => node.author, isNullable: true },
  rating: { sql: 'n.rating', value: (node) => node.rating, isNullable: true },
  updated_at: { sql: 'n.updated_at', value: (node) => node.updatedAt },
  publisher: { sql: 'n.publisher_id collate "C"', value: (node) => node.publisherId },
} satisfies Record<string, OrderColumn>;

export type SortColumn = keyof typeof COLUMNS;

const columnOf = (column: SortColumn): OrderColumn => COLUMNS[column];

export const SORT_COLUMNS = Object.keys(COLUMNS) as SortColumn[];

export interface SortKey<C extends SortColumn = SortColumn> {
  readonly column: C;
  readonly descending: boolean;
}

/** The default order: the oldest node first. */
const BY_AGE: readonly SortKey<'created_at'>[] = [{ column: 'created_at', descending: false }];

const BY_SEARCH_RANKING: SortKey<'search_ranking'> = { column: 'search_ranking', descending: false };

export const MOST_POPULAR_FIRST: readonly SortKey<'downloads' | 'repo_host_stars'>[] = [
  { column: 'downloads', descending: true },
  { column: 'repo_host_stars', descending: true },
];

/** The order of nodes that match a search equally well. */
export const BEST_MATCH_FIRST = [BY_SEARCH_RANKING, ...MOST_POPULAR_FIRST];

/**
 * The order of the nodes that provide the same core-node name. A node that the name is reserved for comes before all
 * others.
 */
export const BEST_PROVIDER_FIRST = [...BEST_MATCH_FIRST, ...BY_AGE];

/** Removes keys whose column occurs in an earlier key. */
export function withoutRepeated(keys: readonly SortKey[]): SortKey[] {
  return keys.filter(({ column }, index) => keys.findIndex((key) => key.column === column) === index);
}

/**
 * Parses `column`, `column;asc` or `column;desc`. The semicolon may be `%3B`, because some clients encode it twice.
 * @returns `undefined` for an unknown column or suffix
 */
export function parseSortKey(text: string): SortKey | undefined {
  const [column = '', direction, ...rest] = text.replace(/%3B/gi, ';').split(';');
  if (rest.length > 0 || (direction !== undefined && direction !== 'desc' && direction !== 'asc')) return undefined;
  if (!Object.hasOwn(COLUMNS, column)) return undefined;
  return { column: column as SortColumn, descending: direction === 'desc' };
}

/** Completes an order: the default if no key is given, and the id as the last key, so that pages never overlap. */
function completeOrder<C extends SortColumn>(keys: readonly SortKey<C>[]): readonly SortKey<C | 'created_at' | 'id'>[] {
  const given: readonly SortKey<C | 'created_at'>[] = keys.length > 0 ? keys : BY_AGE;
  return given.some(({ column }) => column === 'id') ? given : [...given, { column: 'id', descending: false }];
}

/** The ORDER BY of a list. Null values come last in both directions. */
export function nodeOrder(keys: readonly SortKey[]): string {
  return completeOrder(keys)
    .map(({ column, descending }) => {
      const { sql, isNullable } = columnOf(column);
      return `${sql}${descending ? ' desc' : ''}${isNullable ? ' nulls last' : ''}`;
    })
    .join(', ');
}

type Compare<N> = (a: N, b: N) => number;

function comparison<N>({ value }: OrderColumn<N>, descending: boolean): Compare<N> {
  return (a, b) => {
    const [left, right] = [value(a), value(b)];
    if (left === right) return 0;
    if (left === null) return 1;
    if (right === null) return -1;
    const order = left < right ? -1 : 1;
    return descending ? -order : order;
  };
}

function comparisonByAll<N>(terms: readonly Compare<N>[]): Compare<N> {
  return (a, b) => {
    for (const term of terms) {
      const order = term(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** The order of a list as a comparison of nodes in memory. */
export const nodeComparison = (keys: readonly SortKey[]): Compare<NodeFacts> =>
  comparisonByAll(completeOrder(keys).map(({ column, descending }) => comparison(columnOf(column), descending)));

/** `BEST_PROVIDER_FIRST` as a comparison of nodes in memory. */
export const compareProviders: Compare<RankedNode> = comparisonByAll(
  completeOrder(BEST_PROVIDER_FIRST).map(({ column, descending }) =>
    comparison<RankedNode>(RANK_COLUMNS[column], descending),
  ),
);

export const nodeValue = (column: SortColumn, node: NodeFacts): Value => columnOf(column).value(node);

export function nodeEquality({ column }: SortKey): (a: NodeFacts, b: NodeFacts) => boolean {
  const { value } = columnOf(column);
  return (a, b) => value(a) === value(b);
}
