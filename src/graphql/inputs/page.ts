import { invalidInput } from '../../errors/app-error.js';
import { PAGE_MAX, pageOf } from '../../values/page.js';

const DEFAULT_LIMIT = 10;
const DEFAULT_FIRST = 10;

/**
 * A page as the REST lists take it: above the cap it is served at the cap. Null asks for what is usual.
 * @throws INVALID_INPUT for a page or limit below 1
 */
export function pageArguments(
  askedPage: number | null,
  askedLimit: number | null,
  cap: number,
  fallback = DEFAULT_LIMIT,
): { page: number; limit: number } {
  const page = askedPage ?? 1;
  const limit = askedLimit ?? fallback;
  const faults: string[] = [];
  if (page < 1 || page > PAGE_MAX) faults.push(`page: takes a whole number from 1 to ${PAGE_MAX}`);
  if (limit < 1) faults.push('limit: takes a whole number from 1');
  if (faults.length > 0) throw invalidInput(faults);
  return pageOf(page, limit, cap);
}

/** The most items that a nested list gives at once. */
export const FIRST_MAX = 100;

/**
 * How many items of a nested list are asked for; null asks for ten.
 * @throws INVALID_INPUT below 1 or above 100
 */
export function firstArgument(asked: number | null): number {
  const first = asked ?? DEFAULT_FIRST;
  if (first < 1 || first > FIRST_MAX) throw invalidInput([`first: takes a whole number from 1 to ${FIRST_MAX}`]);
  return first;
}
