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
