import type { NodeFacts } from './node-facts.js';

/** The columns that node lists can be sorted by, with what the database sorts by. Texts sort alike on every database. */
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
  const terms = keys.map(({ column, descending }) => `${COLUMNS[column]}${descending ? ' desc' : ''}${MAY_BE_ABSENT.has(column) ? ' nulls last' : ''}`);
  if (!keys.some(({ column }) => column === 'id')) terms.push(COLUMNS.id);
  return terms.join(', ');
}

/** Where a text stands by its code points, as the collation "C" has it: units of pairs come after all other units. */
const place = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);

function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return place(left) - place(right);
  }
  return a.length - b.length;
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

const comparing = (of: (node: NodeFacts) => string | number | null, descending: boolean): Compare => (a, b) => {
  const [left, right] = [of(a), of(b)];
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  const order = typeof left === 'string' ? compareTexts(left, right as string) : left - (right as number);
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
