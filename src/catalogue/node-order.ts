import type { NodeFacts } from './node-facts.js';

/**
 * The columns that node lists can be sorted by, with what the database sorts by. Texts sort alike on every database.
 */
const COLUMNS = {
  id: 'n.id collate "C"',
  name: 'lower(n.name) collate "C"',
  author: 'lower(n.author) collate "C"',
  downloads: 'n.downloads',
  repo_host_stars: 'n.repo_host_stars',
  rating: 'n.rating',
  search_ranking: 'n.search_ranking',
  created_at: 'n.created_at',
  updated_at: 'n.updated_at',
  publisher: 'n.publisher_id collate "C"',
} as const;

const MAY_BE_ABSENT = new Set(['author', 'rating', 'search_ranking']);

/** A column that node lists can be sorted by. */
export type SortColumn = keyof typeof COLUMNS;

/** Each column once: where it stands first is what counts. */
export function withoutRepeated(keys: readonly SortKey[]): SortKey[] {
  return keys.filter(({ column }, index) => keys.findIndex((key) => key.column === column) === index);
}

/** One key of an order. */
export interface SortKey {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** The columns that node lists can be sorted by. */
export const SORT_COLUMNS = Object.keys(COLUMNS) as SortColumn[];

/**
 * Reads `column` or `column;desc`; the semicolon may come as `%3B`, as some clients encode it twice.
 * @returns undefined for an unknown column or suffix
 */
export function parseSortKey(text: string): SortKey | undefined {
  const [column = '', direction, ...rest] = text.replace(/%3B/gi, ';').split(';');
  if (rest.length > 0 || (direction !== undefined && direction !== 'desc' && direction !== 'asc')) return undefined;
  if (!Object.hasOwn(COLUMNS, column)) return undefined;
  return { column: column as SortColumn, descending: direction === 'desc' };
}

/** The ORDER BY of a list; it ends in the id, so that pages never overlap. Absent values come last either way. */
export function nodeOrder(keys: readonly SortKey[]): string {
  const terms = keys.map(
    ({ column, descending }) =>
      `${COLUMNS[column]}${descending ? ' desc' : ''}${MAY_BE_ABSENT.has(column) ? ' nulls last' : ''}`,
  );
  if (!keys.some(({ column }) => column === 'id')) terms.push(COLUMNS.id);
  return terms.join(', ');
}

type Compare = (a: NodeFacts, b: NodeFacts) => number;

const FACTS: { readonly [Column in SortColumn]: (node: NodeFacts) => string | number | null } = {
  id: (node) => node.id,
  name: (node) => node.name,
  author: (node) => node.author,
  downloads: (node) => node.downloads,
  repo_host_stars: (node) => node.repoHostStars,
  rating: (node) => node.rating,
  search_ranking: (node) => node.searchRanking,
  created_at: (node) => node.createdAt,
  updated_at: (node) => node.updatedAt,
  publisher: (node) => node.publisherId,
};

const comparing =
  (of: (node: NodeFacts) => string | number | null, descending: boolean): Compare =>
  (a, b) => {
    const [left, right] = [of(a), of(b)];
    if (left === right) return 0;
    if (left === null) return 1;
    if (right === null) return -1;
    const order = left < right ? -1 : 1;
    return descending ? -order : order;
  };

/** The same order for what is in memory; by age where none is asked. */
export function nodeComparison(keys: readonly SortKey[]): Compare {
  const columns: readonly SortKey[] = keys.length > 0 ? keys : [{ column: 'created_at', descending: false }];
  const terms = columns.map(({ column, descending }) => comparing(FACTS[column], descending));
  if (!columns.some(({ column }) => column === 'id')) terms.push(comparing(FACTS.id, false));
  return (a, b) => {
    for (const term of terms) {
      const order = term(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** What a node is ordered by in a column. */
export const nodeValue = (column: SortColumn, node: NodeFacts): string | number | null => FACTS[column](node);

/** Whether two nodes are alike in one key. */
export function nodeEquality({ column }: SortKey): (a: NodeFacts, b: NodeFacts) => boolean {
  const of = FACTS[column];
  return (a, b) => of(a) === of(b);
}
